#if os(Linux)
  import Foundation
  import KatanaEffectsTesting
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A tool in a shell: its standard streams are closed, full, or read by nobody.
  @Suite(.serialized) struct StandardStreamsTests {
    private let terminal: PseudoTerminal
    private let folder = TemporaryFolder()

    init() throws { terminal = try PseudoTerminal(columns: 200, rows: 40) }

    /// Runs a script in which `$probe` is the program, and returns its status.
    private func run(_ script: String) async throws -> Int32 {
      let process = try terminal.start(
        "probe=\(PseudoTerminal.probe); cd \(folder.path); \(script)")
      return await terminal.end(of: process)
    }

    @Test(arguments: ["<&-", "<&- >&-", "<&- >&- 2>&-"])
    func aClosedInputEnds(_ streams: String) async throws {
      #expect(try await run("$probe lines \(streams)") == 0)
    }

    /// A program without the interpreters of the console, such as a server, is left alone.
    @Test func withoutAConsoleNothingIsOpened() async throws {
      let probe = "$(dirname $probe)/RecordingProbe streams -"
      #expect(try await run("\(probe) <&-") == 0)
      #expect(try await run("\(probe) < /dev/null") == 1)
    }

    /// The numbers of the closed streams would be those of the pipes to the program.
    @Test func aProgramDoesNotReadItsOwnOutput() async throws {
      #expect(try await run("$probe program 'cat; echo out' - <&- >&- 2>&-") == 9)
      #expect(try await run("$probe program 'cat; echo out' - <&-") == 9)
      await terminal.output.expect("out\r\nended: status(0)\r\n")
    }

    @Test func aFullDiskEndsTheTool() async throws {
      #expect(try await run("printf 'text\\n' | $probe lines > /dev/full") == 1)
      await terminal.output.expect(
        "TerminalProbe: Writing to the standard output failed: No space left on device.")
    }

    @Test func aClosedPipeEndsTheToolQuietly() async throws {
      #expect(
        try await run("(yes | $probe lines; echo $? > status) | head -1; [ $(cat status) = 141 ]")
          == 0)
      await terminal.output.expect("y\r\n")
      #expect(terminal.output.text.replacing("\r\n", with: "\n") == "y\n")
    }

    @Test func aFileIsWrittenBeforeTheExitThatFollowsIt() async throws {
      for _ in 0..<4 {
        #expect(try await run("rm -f file; $probe save $PWD/file") == 5)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder("file"))
        #expect(attributes[.size] as? Int == 50_000_000)
      }
    }
  }
#endif
