import Foundation
import KatanaConsole

/// Starts the program that opens URLs, and waits until it ends.
struct URLOpener {
  let command: [String]

  #if os(macOS) || os(Linux)
    func open(_ url: URL) -> OpenURLError? {
      let name = command.first ?? ""
      guard let program = Self.path(of: name) else {
        return .noOpener(name, reason: "it was not found in PATH")
      }
      let process = Process()
      process.executableURL = program
      process.arguments = command.dropFirst() + [url.absoluteString]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      do {
        try process.run()
      } catch {
        return .noOpener(name, reason: "\(error)")
      }
      process.waitUntilExit()
      let status = process.terminationStatus
      return status == 0 ? nil : .refused(name, status: status)
    }

    private static func path(of name: String) -> URL? {
      if name.contains("/") { return URL(filePath: name) }
      let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      return directories.split(separator: ":").lazy
        .map { URL(filePath: String($0)).appending(path: name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  #else
    func open(_ url: URL) -> OpenURLError? {
      .noOpener(command.first ?? "", reason: "this system starts no programs")
    }
  #endif
}
