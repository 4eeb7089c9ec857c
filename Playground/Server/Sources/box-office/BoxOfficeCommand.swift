import ArgumentParser
import Foundation
import KatanaRuntime
import Logging
import ServerEvents
import ServerLifecycle
import ServiceLifecycle
import UnixSignals

@main struct BoxOfficeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "box-office",
    abstract: "Sells seats: each line of the input is the name of a buyer, or health.")

  @Option(help: "The number of seats.") var seats = 100
  @Option(help: "The seconds in which open requests may end.") var limit = 10
  @Flag(help: "Writes each step to the log, which is the standard error.") var verbose = false

  func validate() throws {
    guard seats > 0, limit > 0 else { throw ValidationError("--seats and --limit begin with 1.") }
  }

  func run() async throws {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    var logger = Logger(label: "box-office")
    logger.logLevel = verbose ? .trace : .info
    let office = try Runtime(
      boxOfficeProgram(seats: seats), interpreters: [.command(Bank())],
      // The log has the issues too, so they need not be written twice.
      options: RuntimeOptions(
        eventHandlers: [.swiftLog(logger)], issues: IssueHandler { _ in }))
    let group = boxOfficeServices(
      office, limit: .seconds(limit), lines: standardInputLines(), logger: logger
    ) { FileHandle.standardOutput.write(Data("\($0)\n".utf8)) }
    try await group.run()
  }
}

/// Returns the services of the program. They shut down in reverse order.
func boxOfficeServices(
  _ office: Runtime<BoxOffice>, limit: Duration, lines: AsyncStream<String>, logger: Logger,
  write: @escaping @Sendable (String) -> Void
) -> ServiceGroup {
  let server = LineServer(office: office, lines: lines, write: write)
  return ServiceGroup(
    configuration: ServiceGroupConfiguration(
      services: [
        .init(service: RuntimeService(office, finishingWithin: limit)),
        .init(service: server, successTerminationBehavior: .gracefullyShutdownGroup),
      ], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
}

/// Returns the lines of the standard input. The stream reads a line when its next element is requested.
private func standardInputLines() -> AsyncStream<String> {
  let queue = DispatchQueue(label: "input")
  return AsyncStream {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: readLine()) }
    }
  }
}
