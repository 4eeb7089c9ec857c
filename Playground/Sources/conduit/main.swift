import Foundation
import Katana
import KatanaRecording
import ReplayConsole

/// Runs the program, or walks through a recording of it.
func start<AppModel: Model>(
  _ options: Options, _ format: RecordingFormat<AppModel>, name: String, program: String,
  imports: [String]
) async throws {
  let run = try RecordedRun(
    format, name: name, record: options.recordingFolder, replay: options.replayFile)
  if try run.replays(program: program, imports: imports) { exit(0) }
  let environment = ProcessInfo.processInfo.environment
  try await Conduit(options: options, environment: environment, eventHandlers: run.eventHandlers)
    .run()
}

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
    exit(0)
  }
  if options.isScreen {
    try await start(
      options, conduitScreenFormat, name: "conduit-screen", program: "conduitScreenProgram",
      imports: conduitScreenImports)
  } else {
    try await start(
      options, conduitFormat, name: "conduit", program: "conduitProgram", imports: conduitImports)
  }
} catch let error as OptionError {
  writeToStandardError("conduit: \(error.text); try: conduit --help")
  exit(2)
} catch {
  writeToStandardError("conduit: \(error)")
  exit(1)
}
