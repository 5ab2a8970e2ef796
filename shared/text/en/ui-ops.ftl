# How the installation does, for whoever runs it.

ui-ops = Operations
ui-ops-about = This page is for whoever runs this server. The token is the auditors’; the command “admin auditor” prints it. This tab keeps it until it is closed.
ui-ops-token = Token
ui-ops-show = Show
ui-ops-wrong = This is not the auditors’ token. On the server the command “admin auditor” prints it.
ui-ops-leave = Forget the token
ui-ops-looking = Asking the server…
ui-ops-since = No answer since { $time }; what stands below is from before.
ui-ops-broker-away = This gateway does not reach the broker. What stands below it heard before; nobody can play until the broker is back.
ui-ops-as-of = As of { $time }. The lines are the last 15 minutes, as far as this gateway has been running; rates and percentiles are of the minute before.

## Rooms

ui-ops-list = Rooms that are not closed
ui-ops-rooms-unknown = Nobody answers for the rooms: see whether a timer is at work.
ui-ops-of = { $from }–{ $to } of { $total }; those that are stuck come first.
ui-ops-before = Rooms before
ui-ops-overdue = Stuck: due { $time } ago
ui-ops-replay = Replay of room { $code }
ui-ops-hidden = The eye shows what a watcher sees. The lock shows what is hidden, too; of a match that is not over each such look is an entry, which its players read.
ui-ops-glass = See what is hidden in room { $code }
ui-ops-glass-about = You will see every hand and every role. While the match is not over, each look becomes an entry of it, with your name, and everybody there reads it. It cannot be taken back.
ui-ops-glass-name = Your name, as they will read it
ui-ops-glass-nameless = Give your name first.
ui-ops-glass-look = Show what is hidden

## Figures

ui-ops-rooms = Rooms by state
ui-ops-rooms-stuck = Stuck past a deadline
ui-ops-rooms-running = Match running
ui-ops-rooms-lobby = Preparing a match
ui-ops-rooms-over = Match over
ui-ops-rooms-overdue = Longest wait for a time-out
ui-ops-people = Traffic
ui-ops-people-sockets = Connections
ui-ops-people-actions = Actions
ui-ops-people-refusals = Refusals
ui-ops-view = From an action to its view
ui-ops-view-p50 = Half of them within
ui-ops-view-p95 = 95% within
ui-ops-view-p99 = 99% within
ui-ops-append = Storing an entry
ui-ops-append-p50 = Half of them within
ui-ops-append-p95 = 95% within
ui-ops-append-p99 = 99% within
ui-ops-lag = How far views lag
ui-ops-lag-p95 = 95% of entries shown within
ui-ops-lag-behind = Last up to date (about 1 s ago when quiet)
ui-ops-queue = Waiting to be tried again
ui-ops-queue-commands = Commands not decided yet
ui-ops-queue-deliveries = Deliveries to hosts
ui-ops-queue-endings = Results to put by for hosts
ui-ops-queue-archive = Rooms due to leave the log
ui-ops-quarantine = Set aside, since the processes began
ui-ops-quarantine-commands = Commands that ended their members
ui-ops-quarantine-damaged = Entries that are not what they were
ui-ops-table = Minute by minute
ui-ops-at = Time
ui-ops-unit-count = { $n }
ui-ops-unit-ms = { $n } ms
ui-ops-unit-s = { $n } s
ui-ops-unit-min = { $n } min
ui-ops-unit-perSecond = { $n } a second

## The rest

ui-ops-refused = Refusals in these 15 minutes
ui-ops-none = None.
ui-ops-services = Who is at work
ui-ops-nobody = nobody
ui-ops-behind = (up to date { $time } ago)
ui-ops-checkpoint = Last checkpoint
ui-ops-checkpoint-at = { $time }, of { $rooms } rooms.
ui-ops-no-checkpoint = None since the replay service was started, or none are kept here.
ui-ops-verify = Runs of verification are recorded nowhere. The command “match verify” proves a match now.
