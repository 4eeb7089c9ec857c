import Foundation
import KatanaRecording
import KatanaRuntime

let url = ProcessInfo.processInfo.environment["BOOKS_SERVER"]
let program = booksProgram(url.map { Server(url: $0) } ?? Server())
let format = RecordingFormat(everyPayloadOf: program)

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "replay": try printSteps(of: Replay(format, of: arguments[1]))
case "test": try printTest(of: UInt64(arguments[2]) ?? 1, in: Replay(format, of: arguments[1]))
default:
  let recorder = try Recorder(format, in: "recordings", name: "books")
  let app = try Runtime(
    program, interpreters: booksInterpreters(),
    options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
  app.start()
  await app.waitUntilEnded()
}
