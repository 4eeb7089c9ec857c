import ExamplePrograms
import KatanaMonitor

let program = ExampleProgram(
  "katana-monitor",
  usage: """
    usage: katana-monitor FILE-OR-FOLDER

    Shows a recording, also one that is still written: its messages with their causes, its
    models at checkpoints, and what runs. Of a folder, the newest recording is shown, and
    the next one when it begins. An app that knows its types opens its own with --monitor.
    """)
await program.run { arguments in
  guard let place = arguments.first else { throw ArgumentError.missing("FILE-OR-FOLDER") }
  if arguments.count > 1 { throw ArgumentError.unexpected(arguments[1]) }
  try await Monitor(of: place).run()
}
