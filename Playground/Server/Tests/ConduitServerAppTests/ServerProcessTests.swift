import Foundation
import Testing

/// The server as a process: what only the system knows.
@Suite struct ServerProcessTests {
  /// Runs a script of the shell, in which `$SERVER` is the server and `$DATA` a file that does not
  /// exist yet, in a folder of its own.
  private func shell(_ script: String) async throws -> (output: String, status: Int32) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = [
      "PATH": "/usr/bin:/bin", "DATA": "\(folder)/conduit.db",
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

  /// The first line of a server says that it has started, and so that it has the file.
  private let start = #"""
    start() {
      mkfifo "$DATA.pipe"; "$SERVER" --port 0 --data "$DATA" > "$DATA.pipe" & server=$!
      exec 3< "$DATA.pipe"; rm "$DATA.pipe"; read -r line <&3
    }

    """#

  /// The lock is on the file itself, so removing the files beside it does not open it.
  @Test func aSecondServerOnAFileEndsWithALine() async throws {
    let result = try await shell(
      start + #"""
        start
        "$SERVER" --port 0 --data "$DATA" 2>&1 | sed "s|$DATA|FILE|"
        rm "$DATA"-wal
        "$SERVER" --port 0 --data "$DATA" 2>&1 | sed "s|$DATA|FILE|"
        kill $server; wait $server; echo "status $?"
        """#)
    let line = """
      Error: another conduit-server uses FILE. To fix this, end it, or take another file.

      """
    #expect(result.output == "\(line)\(line)status 0\n")
  }

  @Test func aDamagedFileEndsTheServerWithALineAndIsKept() async throws {
    let result = try await shell(
      #"""
      echo text > "$DATA"; "$SERVER" --port 0 --data "$DATA" 2>&1 | sed "s|$DATA|FILE|"
      "$SERVER" --port 0 --data "$DATA" 2> /dev/null; echo "status $?"; cat "$DATA"; ls "$DATA"*  | wc -l
      """#)
    #expect(
      result.output == """
        Error: FILE is no database of conduit-server. To fix this, take another file, or the last copy \
        of this one.
        status 1
        text
        1

        """)
  }

  @Test func aFileThatMayNotBeWrittenEndsTheServerWithALine() async throws {
    let result = try await shell(
      start + #"""
        start; kill $server; wait $server; chmod 444 "$DATA"; chmod 755 "$(dirname "$DATA")"
        if [ "$(id -u)" = 0 ]; then run="setpriv --reuid 65534 --clear-groups"; fi
        $run "$SERVER" --port 0 --data "$DATA" 2>&1 | sed "s|$DATA|FILE|"
        """#)
    #expect(
      result.output == """
        Error: cannot use FILE: Permission denied. To fix this, check its permissions and its folder.

        """)
  }

  @Test func aServerThatIsKilledLeavesNoLock() async throws {
    let result = try await shell(
      start
        + #"start; kill -9 $server; wait $server; start; echo "$line" | cut -c 1-32; kill $server"#)
    #expect(result.output == "conduit-server: http://127.0.0.1\n")
  }

  @Test func aServerThatEndsHasAllInTheFileAlone() async throws {
    let result = try await shell(
      start + #"""
        start; ls "$(dirname "$DATA")"; kill $server; wait $server; ls "$(dirname "$DATA")"
        """#)
    #expect(result.output == "conduit.db\nconduit.db-wal\nconduit.db\n")
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
  @Test func aFullDiskRefusesChangesAndReadingGoesOnAndWhatWasAcknowledgedIsThere() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let full = try await RunningServer(file: "\(folder)/conduit.db", blocks: 800)
    let token = try #require(
      await full.send(
        "POST", "users/login",
        #"{"user":{"email":"demo@example.com","password":"demo-password"}}"#
      ).body.firstMatch(of: /"token":"([0-9a-f]+)"/)?.1
    )
    var (slugs, refused): ([String], Int) = ([], 0)
    for number in 1...200 where refused < 20 {
      let body = String(repeating: "\(number)", count: 2_000)
      let answer = try await full.send(
        "POST", "articles",
        #"{"article":{"title":"Full \#(number)","description":"d","body":"\#(body)"}}"#,
        token: String(token))
      if answer.status == 201 {
        slugs.append("full-\(number)")
      } else {
        refused += 1
        #expect(answer.status == 503)
        #expect(answer.body.hasPrefix(#"{"errors":{"server":["cannot save: "#))
      }
      #expect(try await full.send("GET", "articles?limit=1").status == 200)
    }
    #expect(slugs.count > 3 && refused == 20)
    for slug in slugs { #expect(try await full.send("GET", "articles/\(slug)").status == 200) }
    full.terminate()
    #expect(await full.end() == "status 0\n")

    let next = try await RunningServer(file: "\(folder)/conduit.db")
    for slug in slugs { #expect(try await next.send("GET", "articles/\(slug)").status == 200) }
    #expect(try await next.send("GET", "user", token: String(token)).status == 200)
    let list = try await next.send("GET", "articles?limit=1").body
    #expect(list.contains(#""articlesCount":\#(25 + slugs.count)"#))
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
