import Foundation
import ReplayConsole

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
    exit(0)
  }
  let run = try RecordedRun(
    conduitFormat, name: "conduit", record: options.recordingFolder, replay: options.replayFile)
  if try run.replays(program: "conduitProgram", imports: conduitImports) { exit(0) }
  let environment = ProcessInfo.processInfo.environment
  try await Conduit(options: options, environment: environment, eventHandlers: run.eventHandlers)
    .run()
} catch let error as OptionError {
  writeToStandardError("conduit: \(error.text); try: conduit --help")
  exit(2)
} catch {
  writeToStandardError("conduit: \(error)")
  exit(1)
}
