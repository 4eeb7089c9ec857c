import ExamplePrograms
import Examples

let names = ScreenApp.all.map(\.name).joined(separator: ", ")
let example = ExampleProgram(
  "screens",
  usage: """
    usage: screens NAME

    Shows an example on the terminal. Ctrl-Q quits. The examples:
    \(names)
    """)
await example.run { arguments in
  guard let name = arguments.first else { return print(names) }
  if arguments.count > 1 { throw ArgumentError.unexpected(arguments[1]) }
  guard let app = ScreenApp.all.first(where: { $0.name == name }) else {
    throw ArgumentError.unexpected(name)
  }
  try await app.run()
}
