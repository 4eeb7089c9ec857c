import Foundation
import Katana
public import KatanaEffectInterpreters
import KatanaRecording
import RecordedPrograms

/// The main function of conduit.
public enum ConduitMain {
  /// Runs the program that the arguments of the process describe, and ends the process.
  ///
  /// - Parameter transport: What carries the requests to a server.
  public static func run(transport: any HTTPTransport) async -> Never {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp {
        print(Options.help)
        exit(0)
      }
      if options.isScreen {
        try await run(
          options, conduitScreenFormat, transport, name: "conduit-screen",
          program: "conduitScreenProgram", imports: conduitScreenImports)
      } else {
        try await run(
          options, conduitFormat, transport, name: "conduit", program: "conduitProgram",
          imports: conduitImports)
      }
    } catch let error as OptionError {
      writeToStandardError("conduit: \(error.text); try: conduit --help")
      exit(2)
    } catch {
      writeToStandardError("conduit: \(error)")
      exit(1)
    }
  }

  /// Runs the program, or shows a recording of it.
  private static func run<AppModel: Model>(
    _ options: Options, _ format: RecordingFormat<AppModel>, _ transport: any HTTPTransport,
    name: String, program: String, imports: [String]
  ) async throws -> Never {
    let run = try RecordedRun(
      format, name: name, record: options.recordingFolder, monitor: options.monitoredPlace)
    if try await run.showsRecording(program: program, imports: imports) { exit(0) }
    try await Conduit(
      options: options, environment: ProcessInfo.processInfo.environment, transport: transport,
      eventHandlers: run.eventHandlers
    ).run()
  }
}
