# How a match ended.

result-law = { side-law } wins! Every { role-outlaw } and the { role-renegade } fell by round { $round }.
result-outlaws = { side-outlaws } win! The { role-sheriff } fell in round { $round }.
result-renegade = { side-renegade } wins! { $name } was the last one left in round { $round }.
result-abandoned = This match was broken off without a winner.

result-place = { $place }. { $name } — { $role }, { $character } ({ $won ->
    [yes] won
   *[no] lost
}, { $alive ->
    [yes] still standing
   *[no] out
})
result-points = { $name }: { $points ->
    [one] { $points } point
   *[other] { $points } points
}
result-no-ranking = A broken-off match has no ranking and gives no points.
