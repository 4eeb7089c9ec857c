import ExamplePrograms
import KatanaRuntime

let example = ExampleProgram(
  "tail",
  usage: """
    usage: tail FILE...

    Prints the lines that are appended to files, until Ctrl-C.
    """)
await example.run { paths in
  if let option = paths.first(where: { $0.hasPrefix("-") }) {
    throw ArgumentError.unexpected(option)
  }
  if paths.isEmpty { throw ArgumentError.missing("FILE") }
  let tail = try Runtime(tailProgram(paths), interpreters: tailInterpreters())
  tail.start()
  await tail.waitUntilEnded()
}
