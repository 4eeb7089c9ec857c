import ExamplePrograms
import KatanaRuntime
import ReplayConsole

let example = ExampleProgram(
  "crud",
  usage: """
    usage: crud [--record FOLDER] [--trace FILE]
           crud --replay FILE

    A list of names that a user filters, extends and changes. Escape quits.
    With piped input, the keys come from the pipe, and the last lines are printed.

      --record FOLDER  write a recording
      --replay FILE    walk through a recording
      --trace FILE     write a trace for Perfetto
    """)
await example.run { arguments in
  let run = try RecordedRun(crudFormat, name: "crud", arguments: arguments)
  if try run.replays(
    program: "crudProgram",
    imports: [
      "import Foundation", "import KatanaConsole", "import KatanaEffects", "@testable import crud",
    ])
  {
    return
  }
  let crud = try Runtime(
    crudProgram, interpreters: crudInterpreters(),
    options: RuntimeOptions(eventHandlers: run.eventHandlers))
  crud.start()
  await crud.waitUntilEnded()
}
