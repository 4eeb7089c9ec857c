import Foundation
import Testing

/// The server as a process: what only the system knows.
@Suite struct BoxOfficeProcessTests {
  private let tool = "box-office"

  /// Runs a line of the shell, in which `$SERVER` is the server.
  private func shell(_ line: String) async throws -> (output: String, status: Int32) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.environment = [
      "PATH": "/usr/bin:/bin",
      "SERVER": URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appending(path: tool).path,
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

  @Test func theEndOfTheInputEndsItWhenAllIsAnswered() async throws {
    let result = try await shell(#"printf 'ada\neve\n' | "$SERVER" --seats 2"#)
    #expect(
      result.output.split(separator: "\n").sorted() == ["ada: sold", "eve: the bank has declined"])
    #expect(result.status == 0)
  }

  /// The shell keeps the input open, so that only the signal ends the server. The bank takes a third
  /// of a second, the signal comes when the charge has begun, which the log says.
  @Test func aSignalLetsOpenRequestsBeAnswered() async throws {
    let result = try await shell(
      #"""
      folder=$(mktemp -d); mkfifo "$folder/input" "$folder/log"
      "$SERVER" --verbose < "$folder/input" 2> "$folder/log" & server=$!
      exec 3> "$folder/input" 4< "$folder/log"
      echo ada >&3
      while read -r line <&4; do case $line in *"Charge started"*) break;; esac; done
      kill -TERM $server
      cat <&4 > /dev/null
      wait $server; echo "status $?"
      rm -r "$folder"
      """#)
    #expect(result.output == "ada: sold\nstatus 0\n")
    #expect(result.status == 0)
  }

  @Test func aWrongOptionEndsItWith64() async throws {
    let result = try await shell(#""$SERVER" --seats 0"#)
    #expect(result.output == "" && result.status == 64)
    let help = try await shell(#""$SERVER" --help"#)
    #expect(help.output.contains("--seats") && help.status == 0)
  }
}
