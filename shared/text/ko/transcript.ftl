# 판의 기록에서 줄들을 둘러싼 말과, 기록을 검사한 결과.

transcript-head = { $title } · { $players }명 · { $seed }
transcript-seed = 시험용 시드 { $seed }
transcript-round = { $round }라운드
transcript-result = 결과
transcript-points = 이 방의 점수
transcript-audit = 기록 검사
transcript-player = { $number }번 손님

audit-counted = 기록 { $entries }건에 사건 { $events }개가 담겨 있습니다.
audit-chain = 첫 기록부터 마지막 기록까지, 저마다 바로 앞 기록에 봉인되어 있습니다.
audit-again = 모든 명령을 다시 판정해 한 바이트도 다르지 않은 기록을 얻었습니다.
audit-closed = 닫힌 부분이 있어 다시 판정하지는 않았습니다. 열린 부분은 봉인과 맞습니다.
audit-test-seed = 시험용 시드라서 공정한 판이 아닙니다. 시드를 알면 숨은 것을 모두 알 수 있습니다.
audit-dropped = 뽑고 쓰지 않은 비밀: { $count }개.
audit-bad = 처음으로 어긋난 기록은 { $seq }번입니다: { $why }.
