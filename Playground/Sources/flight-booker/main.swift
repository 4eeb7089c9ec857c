import ExamplePrograms
import KatanaRuntime
import KatanaTerminalViews

let example = ExampleProgram(
  "flight-booker",
  usage: """
    usage: flight-booker [--screen]

    A form for a flight, whose dates must be valid and in order. Escape quits.
    With piped input, the keys come from the pipe, and the last lines are printed.

      --screen  fill the terminal, with controls for Tab and the arrow keys
    """)
await example.run { arguments in
  let showsScreen = arguments.first == "--screen"
  if let argument = arguments.dropFirst(showsScreen ? 1 : 0).first {
    throw ArgumentError.unexpected(argument)
  }
  let booker = try Runtime(
    showsScreen ? flightScreenProgram : flightProgram, interpreters: flightInterpreters())
  if showsScreen { return try await booker.runOnTerminal(flightView, usesMouse: true) }
  booker.start()
  await booker.waitUntilEnded()
}
