import ExamplePrograms
import KatanaRuntime
import KatanaTerminalViews
import RecordedPrograms

let example = ExampleProgram(
  "timer",
  usage: """
    usage: timer [--screen] [--keep FOLDER] [--record FOLDER] [--trace FILE]
           timer --monitor FILE-OR-FOLDER

    A timer whose duration the user changes with the arrow keys. The key q quits.
    With piped input, the keys come from the pipe, and the last lines are printed.

      --screen         fill the terminal, with controls for Tab and the arrow keys
      --keep FOLDER    go on at the next start where the timer was
      --record FOLDER  write a recording
      --monitor PLACE  show a recording, or beside the app on a terminal: /dev/pts/3
      --trace FILE     write a trace for Perfetto
    """)
await example.run { arguments in
  let showsScreen = arguments.contains("--screen")
  let run = try RecordedRun(
    timerFormat, name: "timer", options: ["--keep"],
    arguments: arguments.filter { $0 != "--screen" })
  if try await run.showsRecording(
    program: "timerProgram",
    imports: [
      "import Foundation", "import KatanaConsole", "import KatanaEffects", "@testable import timer",
    ])
  {
    return
  }
  let timer = try Runtime(
    showsScreen ? timerScreenProgram : timerProgram,
    interpreters: timerInterpreters(keepingIn: run.argument("--keep")),
    options: RuntimeOptions(eventHandlers: run.eventHandlers))
  run.showMonitor(beside: timer)
  if showsScreen { return try await timer.runOnTerminal(timerView, usesMouse: true) }
  timer.start()
  await timer.waitUntilEnded()
}
