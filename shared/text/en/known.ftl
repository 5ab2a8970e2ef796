# What somebody can know of a match who was told his part of it.

look-know-roles = Roles
look-know-role-own = { $name }: { $role }, one’s own role
look-know-role-open = { $name }: one of { $roles }
look-know-role-shown = { $name }: { $role }, shown to all in entry { $seq }
look-know-role-counted = { $name }: { $role }, as no other role is left since entry { $seq }
look-know-hands = Cards known to be in other hands
look-know-card-seen = { $name } has { $card }, seen in entry { $seq }
look-know-card-counted = { $name } has { $card }, as it can be nowhere else since entry { $seq }
look-know-deck = The deck
look-know-deck-count = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}; known to be among them: { $known }
look-know-deck-cards = { $cards }
look-know-deck-top = number { $number } from the top: { $card }
look-know-open = Cards whose place is not known: { $count }
look-know-shells = Shells
look-know-left = Left: { $count }, of these { $live } live and { $blank } blank
look-know-shell-open = number { $number }: unknown
look-know-shell-seen = number { $number }: { $shell }, seen in entry { $seq }
look-know-shell-counted = number { $number }: { $shell }, as only such are left since entry { $seq }
look-know-shell-shown = number { $number }: { $shell }, shown to all in entry { $seq }
look-know-looked = { $name } has looked at the next one.
