import ExamplePrograms
import KatanaRuntime

let example = ExampleProgram(
  "flight-booker",
  usage: """
    usage: flight-booker

    A form for a flight, whose dates must be valid and in order. Escape quits.
    With piped input, the keys come from the pipe, and the last lines are printed.
    """)
await example.run { arguments in
  if let argument = arguments.first { throw ArgumentError.unexpected(argument) }
  let booker = try Runtime(flightProgram, interpreters: flightInterpreters())
  booker.start()
  await booker.waitUntilEnded()
}
