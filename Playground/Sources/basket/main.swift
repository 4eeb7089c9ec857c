import ExamplePrograms
import KatanaRuntime
import KatanaTerminalViews
import RecordedPrograms

let bugs = Basket.Bug.allCases.map(\.rawValue).joined(separator: ", ")
let example = ExampleProgram(
  "basket",
  usage: """
    usage: basket [--bug NAME] [--record FOLDER] [--trace FILE] [--monitor PLACE]

    A basket whose items are ordered, with a mistake on purpose if one is named, to be
    found with the monitor: \(bugs).

      --bug NAME       make this mistake
      --record FOLDER  write a recording
      --trace FILE     write a trace for Perfetto
      --monitor PLACE  show a recording, or beside the app on a terminal: /dev/pts/3
    """)
await example.run { arguments in
  let bug = try arguments.firstIndex(of: "--bug").map { index in
    let name = index + 1 < arguments.count ? arguments[index + 1] : ""
    guard let bug = Basket.Bug(rawValue: name) else { throw ArgumentError.unexpected(name) }
    return bug
  }
  let run = try RecordedRun(
    basketFormat(bug), name: "basket", options: ["--bug"], arguments: arguments)
  if try await run.showsRecording(
    program: "basketProgram(\(bug.map { ".\($0)" } ?? "nil"))",
    imports: ["import Foundation", "import KatanaEffects", "@testable import basket"]
  ) {
    return
  }
  let basket = try Runtime(
    basketProgram(bug), interpreters: basketInterpreters(),
    options: RuntimeOptions(eventHandlers: run.eventHandlers))
  run.showMonitor(beside: basket)
  try await basket.runOnTerminal(basketView, usesMouse: true)
}
