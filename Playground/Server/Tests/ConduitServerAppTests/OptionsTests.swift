import ArgumentParser
import Testing

@testable import conduit_server

@Suite struct OptionsTests {
  @Test func thePortAndTheFileAreRead() throws {
    let command = try ConduitServerCommand.parse(["--port", "80", "--data", "d"])
    #expect(command.port == 80 && command.data == "d")
    let standard = try ConduitServerCommand.parse([])
    #expect(standard.port == 8_080 && standard.data == nil)
  }

  @Test(arguments: [
    (["--port"], "Missing value for '--port <n>'"),
    (["--port", "x"], "The value 'x' is invalid for '--port <n>'"),
    (["--port", "65536"], "--port needs a number from 0 to 65535."),
    (["--port=-1"], "--port needs a number from 0 to 65535."),
    (["--data"], "Missing value for '--data <file>'"),
    (["--data", ""], "--data needs the name of a file."),
    (["--x"], "Unknown option '--x'"),
  ])
  func aMistakeIsALine(arguments: [String], line: String) {
    let error = #expect(throws: (any Error).self) { try ConduitServerCommand.parse(arguments) }
    #expect(error.map(ConduitServerCommand.message) == line)
    #expect(error.map { ConduitServerCommand.exitCode(for: $0) } == .validationFailure)
  }
}
