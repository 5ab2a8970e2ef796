# 판의 기록에서 줄들을 둘러싼 말과, 기록을 검사한 결과.

transcript-head = { $title } · { $players }명 · { $seed }
transcript-seed = 시험용 시드 { $seed }
transcript-round = { $round }라운드
transcript-result = 결과
transcript-points = 이 방의 점수
transcript-audit = 기록 검사
transcript-player = { $number }번 손님

audit-counted = 기록 { $entries }건에 사건 { $events }개가 담겨 있습니다.
audit-head = 첫 줄의 내용이 기록과 같습니다.
audit-form = 모든 기록을 적힌 그대로 읽을 수 있습니다.
audit-chain = 첫 기록부터 마지막 기록까지, 저마다 바로 앞 기록에 봉인되어 있습니다.
audit-commitments = 바뀐 곳이 없습니다. 모두 봉인과 맞습니다.
audit-secret = 비밀은 판을 시작하기 전에 봉인한 그것이고, 모든 뽑기와 솔트가 거기서 나왔습니다.
audit-decisions = 모든 명령을 다시 판정해 한 바이트도 다르지 않은 기록을 얻었습니다.
audit-states = 사건을 다시 따라가면 판은 기록된 상태로 끝납니다.
audit-results = 결과는 그 상태의 결과와 같습니다.
audit-closed = 닫힌 부분이 있어 다시 판정하지는 않았습니다.
audit-endless = 판이 아직 끝나지 않았습니다. 기록이 더 이어지거나, 뒤가 빠졌을 수 있습니다.
audit-rules-installed = 규칙({ $ruleset })은 배포된 그대로이며, 여기 보관된 것과 같습니다.
audit-rules-unknown = 규칙({ $ruleset })의 배포본을 가리키지만 여기에는 없습니다. 이 설치본의 규칙으로 확인했습니다.
audit-signature = 열쇠 { $key } 로 서명했습니다.
audit-anchor = 고정됨: { $seq }번 기록까지는 다른 곳에 보관된 것과 같습니다.
audit-unanchored = 앞뒤가 맞지만 고정되지는 않았습니다. 누군가 보관한 해시나 점검표와 견주어 보세요.
audit-bad-file = 기록이 맞지 않습니다: { $why }.
audit-test-seed = 시험용 시드라서 공정한 판이 아닙니다. 시드를 알면 숨은 것을 모두 알 수 있습니다.
audit-dropped = 뽑고 쓰지 않은 비밀: { $count }개.
audit-bad = 처음으로 어긋난 기록은 { $seq }번입니다: { $why }.
