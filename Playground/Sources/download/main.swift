import Foundation
import KatanaRuntime

let urls = Array(CommandLine.arguments.dropFirst())
if urls.isEmpty {
  FileHandle.standardError.write(Data("usage: download URL...\n".utf8))
  exit(2)
}
let downloads = try Runtime(downloadProgram(urls, to: "."), interpreters: downloadInterpreters())
downloads.start()
dispatchMain()
