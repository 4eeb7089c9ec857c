import Foundation
import KatanaRecording
import KatanaRuntime

let url = ProcessInfo.processInfo.environment["BOOKS_SERVER"]
let program = booksProgram(url.map { Server(url: $0) } ?? Server())
let format = RecordingFormat(everyPayloadOf: program)

let arguments = Array(CommandLine.arguments.dropFirst())
let number = arguments.count == 3 ? UInt64(arguments[2]) : nil
switch (arguments.first, arguments.count, number) {
case ("replay", 2, _): try printSteps(of: Replay(format, of: arguments[1]))
case ("test", _, let number?): try printTest(of: number, in: Replay(format, of: arguments[1]))
case (nil, _, _):
  let recorder = try Recorder(format, in: "recordings", name: "books")
  let app = try Runtime(
    program, interpreters: booksInterpreters(),
    options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
  app.start()
  await app.waitUntilEnded()
default:
  FileHandle.standardError.write(Data("books [replay FILE | test FILE NUMBER]\n".utf8))
  exit(2)
}
