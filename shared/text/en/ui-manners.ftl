# What a room is called, who looks on, in which words.

ui-title = Title
ui-title-about = Up to 40 characters, for the list of rooms. If it is empty, the game’s name is shown.
ui-watching = Watching allowed
ui-watching-about = Those without a seat may see the match, and its replay.
ui-kids-room-about = Everybody in this room reads the milder words.
