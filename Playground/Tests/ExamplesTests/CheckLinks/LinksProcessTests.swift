import Foundation
import Testing

@testable import ConduitBackend

/// The tool as a process: what only the system knows.
@Suite(.serialized) struct LinksProcessTests {
  private let tool = "check-links"

  private func withBackend(
    _ faults: Fault..., test: (_ backend: BackendServer, _ url: String) async throws -> Void
  ) async throws {
    let backend = try await BackendServer.start(faults: faults)
    try await test(backend, backend.url.appending(path: "api/tags").absoluteString)
    await backend.stop()
  }

  @Test func goodLinksEndItWithZero() async throws {
    try await withBackend { _, url in
      let result = try await ToolProcess(tool).finish(input: "\(url)\n")
      #expect(result == .init(output: "ok     \(url)\n", errors: "", status: 0))
    }
  }

  @Test func aBrokenLinkEndsItWithOne() async throws {
    try await withBackend(Fault("/api/tags", .status(404))) { _, url in
      let result = try await ToolProcess(tool, [url]).finish()
      #expect(result.output == "broken (The server answered with the status 404.) \(url)\n")
      #expect(result.errors == "" && result.status == 1)
    }
  }

  @Test func aWrongOptionEndsItWithTwo() async throws {
    let result = try await ToolProcess(tool, ["--nope"]).finish()
    let line = "check-links: unknown option \"--nope\"; try: --help\n"
    #expect(result == .init(output: "", errors: line, status: 2))
    let help = try await ToolProcess(tool, ["--help"]).finish()
    #expect(help.output.hasPrefix("usage: check-links") && help.status == 0)
  }

  @Test func aReaderThatHasEnoughEndsItQuietly() async throws {
    try await withBackend { _, url in
      let line = #"{ "$TOOL"; echo "status $?" >&2; } | head -1"#
      let process = try ToolProcess(shell: line, tool: tool)
      let result = try await process.finish(
        input: String(repeating: "\(url)\n", count: 500))
      #expect(result == .init(output: "ok     \(url)\n", errors: "status 141\n", status: 0))
    }
  }

  @Test func anInterruptEndsItWhileAServerIsSilent() async throws {
    try await withBackend(Fault("/api/tags", .neverAnswer)) { backend, url in
      let process = try ToolProcess(tool, [url])
      #expect(await backend.unansweredPaths.first { _ in true } == "/api/tags")
      process.interrupt()
      let result = try await process.finish()
      #expect(result == .init(output: "", errors: "", status: 130))
    }
  }

  #if os(Linux)
    @Test func anOutputThatIsFullEndsItWithALine() async throws {
      try await withBackend { _, url in
        let process = try ToolProcess(shell: #""$TOOL" \#(url) > /dev/full"#, tool: tool)
        let result = try await process.finish()
        #expect(result.errors.contains("No space left on device"))
        #expect(result.errors.hasSuffix("\n") && result.status == 1)
      }
    }

    /// `script` gives the shell a terminal, whose text is its output.
    @Test func theProgressIsShownOnTheTerminalWhileTheOutputGoesToAFile() async throws {
      try await withBackend { _, url in
        let line = #"script -qec '"$TOOL" \#(url) > /dev/null' /dev/null"#
        let result = try await ToolProcess(shell: line, tool: tool).finish()
        let erase = "\r\u{1B}[K"
        #expect(result.output == "\(erase)0 of 1, 0 broken\(erase)\(erase)")
        #expect(result.status == 0)
      }
    }
  #endif
}
