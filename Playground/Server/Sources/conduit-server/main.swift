import ConduitServer
import ConduitServerInterpreters
import Foundation
import Hummingbird
import KatanaRecording
import KatanaRuntime
import Logging

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help)
    exit(0)
  }
  var logger = Logger(label: "conduit-server")
  logger.logLevel = .error
  let saved = try options.dataFolder.map { try SavedStore(folder: $0) }
  let server = try Server(
    saved?.model ?? .sample,
    options: RuntimeOptions(eventHandlers: saved.map { [$0.recorder.eventHandler] } ?? []))
  let application = Application(
    responder: ConduitResponder(server: server),
    configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: options.port)),
    onServerRunning: { channel in
      let port = channel.localAddress?.port ?? options.port
      // At once, and not when a buffer is full.
      FileHandle.standardOutput.write(
        Data(
          """
          conduit-server: http://127.0.0.1:\(port), a demonstration for this machine alone;
          passwords are not protected; log in as demo@example.com with demo-password

          """.utf8))
    }, logger: logger)
  try await application.runService()
  await server.stop()
  await saved?.recorder.close()
} catch let error as OptionError {
  FileHandle.standardError.write(
    Data("conduit-server: \(error.text); try: conduit-server --help\n".utf8))
  exit(2)
} catch {
  FileHandle.standardError.write(Data("conduit-server: \(error)\n".utf8))
  exit(1)
}
