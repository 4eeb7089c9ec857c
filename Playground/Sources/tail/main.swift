import Dispatch
import Foundation
import KatanaRuntime

let paths = Array(CommandLine.arguments.dropFirst())
if paths.isEmpty {
  FileHandle.standardError.write(Data("usage: tail FILE...\n".utf8))
  exit(2)
}
let tail = try Runtime(tailProgram(paths), interpreters: tailInterpreters())
tail.start()
dispatchMain()
