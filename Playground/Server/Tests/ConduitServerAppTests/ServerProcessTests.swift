import Foundation
import Testing

/// The server as a process: what only the system knows.
@Suite struct ServerProcessTests {
  /// Runs a script of the shell, in which `$SERVER` is the server and `$DATA` a folder that does not
  /// exist yet.
  private func shell(_ script: String) async throws -> (output: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = [
      "PATH": "/usr/bin:/bin", "DATA": folder,
      "SERVER": URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: "conduit-server").path,
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        continuation.resume(
          returning: (String(decoding: data, as: UTF8.self), process.terminationStatus))
      }
    }
  }

  /// The first line of a server says that it has started, and so that it has the folder.
  private let start = #"""
    start() {
      mkfifo "$DATA.pipe"; "$SERVER" --port 0 --data "$DATA" > "$DATA.pipe" & server=$!
      exec 3< "$DATA.pipe"; rm "$DATA.pipe"; read -r line <&3
    }

    """#

  @Test func aSecondServerOnAFolderEndsWithALine() async throws {
    let result = try await shell(
      start + #"""
        start; "$SERVER" --port 0 --data "$DATA" 2>&1 | sed "s|$DATA|DIR|"
        kill $server; wait $server; echo "status $?"
        """#)
    #expect(
      result.output == """
        Error: another conduit-server uses the folder DIR. To fix this, end it, or take \
        another folder.
        status 0

        """)
  }

  @Test func aServerThatIsKilledLeavesNoLock() async throws {
    let result = try await shell(
      start
        + #"start; kill -9 $server; wait $server; start; echo "$line" | cut -c 1-32; kill $server"#)
    #expect(result.output == "conduit-server: http://127.0.0.1\n")
  }

  @Test func aPortThatIsInUseEndsItWithALine() async throws {
    let result = try await shell(
      start + #"""
        start; port=${line#*127.0.0.1:}; port=${port%%,*}
        "$SERVER" --port $port 2>&1 | sed "s/$port/PORT/"; kill $server
        """#)
    #expect(
      result.output == """
        Error: cannot listen on port PORT: Address already in use. To fix this, end the \
        program that uses it, or give another --port.

        """)
  }

  @Test func aWrongOptionEndsItWith64() async throws {
    let result = try await shell(#""$SERVER" --port x"#)
    #expect(result.output == "" && result.status == 64)
    let help = try await shell(#""$SERVER" --help"#)
    #expect(help.output.contains("demonstration") && help.status == 0)
  }
}
