# What somebody can know of a match who was told his part of it.

look-know-roles = 역할
look-know-role-own = { $name }: { $role }, 자기 역할
look-know-role-open = { $name }: { $roles } 중 하나
look-know-role-shown = { $name }: { $role }, { $seq }번 기록에서 모두에게 공개
look-know-role-counted = { $name }: { $role }, { $seq }번 기록부터 남은 역할이 이것뿐
look-know-hands = 다른 손에 있는 줄 아는 카드
look-know-card-seen = { $name }의 손에 { $card }, { $seq }번 기록에서 봄
look-know-card-counted = { $name }의 손에 { $card }, { $seq }번 기록부터 달리 있을 곳이 없음
look-know-deck = 덱
look-know-deck-count = { $count }장, 그 안에 있는 줄 아는 카드 { $known }장
look-know-deck-cards = { $cards }
look-know-deck-top = 위에서 { $number }번째: { $card }
look-know-open = 어디 있는지 모르는 카드: { $count }장
look-know-shells = 탄
look-know-left = 남은 것 { $count }: { shell-live } { $live }, { shell-blank } { $blank }
look-know-shell-open = { $number }번째: 모름
look-know-shell-seen = { $number }번째: { $shell }, { $seq }번 기록에서 봄
look-know-shell-counted = { $number }번째: { $shell }, { $seq }번 기록부터 남은 것이 이것뿐
look-know-shell-shown = { $number }번째: { $shell }, { $seq }번 기록에서 모두에게 공개
look-know-looked = { JOSA($name, "은/는") } 다음 것을 들여다보았습니다.
