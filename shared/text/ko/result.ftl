# How a match ended.

result-law = { side-law } 승리! { $round }라운드에 { JOSA(role-outlaw, "과/와") } { JOSA(role-renegade, "이/가") } 모두 쓰러졌습니다.
result-outlaws = { side-outlaws } 승리! { JOSA(role-sheriff, "이/가") } { $round }라운드에 쓰러졌습니다.
result-renegade = { side-renegade } 승리! { $round }라운드에 { JOSA($name, "이/가") } 홀로 남았습니다.
result-abandoned = 승부를 가리지 못하고 중단된 판입니다.

result-place = { $place }위 { $name } — { $role }, { $character } ({ $won ->
    [yes] 승리
   *[no] 패배
}, { $alive ->
    [yes] 생존
   *[no] 탈락
})
result-points = { $name } { $points }점
result-no-ranking = 중단된 판에는 순위와 점수가 없습니다.
