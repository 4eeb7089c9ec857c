import ExamplePrograms
import KatanaRuntime
import KatanaTerminalViews
import RecordedPrograms

let example = ExampleProgram(
  "crud",
  usage: """
    usage: crud [--record FOLDER] [--trace FILE]
           crud --screen LANGUAGE [--record FOLDER] [--trace FILE]
           crud --monitor FILE-OR-FOLDER

    A list of names that a user filters, extends and changes. Escape quits.
    With piped input, the keys come from the pipe, and the last lines are printed.

      --screen LANGUAGE
                       fill the terminal, with texts in English (en) or Hebrew (he)
      --record FOLDER  write a recording
      --monitor PLACE  show a recording, or beside the app on a terminal: /dev/pts/3
      --trace FILE     write a trace for Perfetto
    """)
await example.run { arguments in
  let run = try RecordedRun(crudFormat, name: "crud", options: ["--screen"], arguments: arguments)
  if try await run.showsRecording(
    program: "crudProgram",
    imports: [
      "import Foundation", "import KatanaConsole", "import KatanaEffects", "@testable import crud",
    ])
  {
    return
  }
  let words = try run.argument("--screen").map { language in
    guard let words = CrudWords.all[language] else { throw ArgumentError.unexpected(language) }
    return words
  }
  let crud = try Runtime(
    words == nil ? crudProgram : crudScreenProgram, interpreters: crudInterpreters(),
    options: RuntimeOptions(eventHandlers: run.eventHandlers))
  run.showMonitor(beside: crud)
  if let words { return try await crud.runOnTerminal { crudView($0, words) } }
  crud.start()
  await crud.waitUntilEnded()
}
