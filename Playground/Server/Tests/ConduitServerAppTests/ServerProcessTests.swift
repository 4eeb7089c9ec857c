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
    // On a thread of its own: on those of Swift's tasks, it would hold up the tests beside it.
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        while process.isRunning { usleep(2_000) }
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

  /// A full disk is a limit for the size of files here: the system refuses to write in the same way.
  @Test func aFullDiskEndsItWithALineAndWhatItHasAcknowledgedIsThere() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let full = try await RunningServer(folder: folder, blocks: 400)
    let token = try #require(
      await full.send(
        "POST", "users/login",
        #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#
      ).body.firstMatch(of: /"token":"([0-9a-f]+)"/)?.1
    )
    var slugs: [String] = []
    // An answer may be lost for another reason, such as a connection that breaks, so the end of the
    // server ends the loop.
    var number = 0
    let patience = ContinuousClock.now + .seconds(300)
    while full.isRunning, ContinuousClock.now < patience {
      defer { number += 1 }
      let body = String(repeating: "\(number)", count: 2_000)
      let answer = try? await full.send(
        "POST", "articles",
        #"{"article":{"title":"Full \#(number)","description":"d","body":"\#(body)"}}"#,
        token: String(token))
      guard let answer else { continue }
      #expect(answer.status == 201)
      slugs.append("full-\(number)")
    }
    // Kills one that has not ended, which then says something else.
    full.killIfRunning()
    #expect(slugs.count > 3)
    #expect(
      await full.end() == """
        conduit-server: cannot save, so the server ends: Cannot write FILE: File too large
        status 1

        """)

    let next = try await RunningServer(folder: folder)
    for slug in slugs { #expect(try await next.send("GET", "articles/\(slug)").status == 200) }
    #expect(try await next.send("GET", "user", token: String(token)).status == 200)
    next.terminate()
    #expect(await next.end() == "status 0\n")
  }

  @Test func aWrongOptionEndsItWith64() async throws {
    let result = try await shell(#""$SERVER" --port x"#)
    #expect(result.output == "" && result.status == 64)
    let help = try await shell(#""$SERVER" --help"#)
    #expect(help.output.contains("demonstration") && help.status == 0)
  }
}
