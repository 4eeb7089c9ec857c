#if os(Linux)
  import Foundation
  import KatanaConsoleTesting
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A view shares the terminal with what the program prints and starts. How it gives it back: `RestoringTests`.
  @Suite(.serialized) struct SharedTerminalTests {
    private let terminal: PseudoTerminal

    init() throws { terminal = try PseudoTerminal(columns: 40, rows: 10) }

    // The view has no mouse handlers, so text can be selected.
    private func expectTaken(sourceLocation: SourceLocation = #_sourceLocation) async {
      await terminal.expectTaken(withMouse: false, sourceLocation: sourceLocation)
    }

    /// `print` of Swift and of C would stand in the screen until something paints over it.
    @Test(arguments: ["command", "exit", "cancel", "fatal", "abort", "signal"])
    func whatCodePrintsMeanwhileIsReadableAfterTheScreen(_ way: String) async throws {
      let process = try terminal.start("echo before; \(PseudoTerminal.probe) view \(way)")
      await expectTaken()
      terminal.type("ox")
      await terminal.expect(["full screen", "x"])
      terminal.type(way == "signal" ? "\u{3}" : "q")
      _ = await terminal.end(of: process)
      await terminal.expectRestored()
      await terminal.output.expect("from Swift\r\nfrom C\r\n")
      let parts = terminal.output.text.components(separatedBy: "\u{1B}[?1049l")
      #expect(parts.count == 2 && parts[0].contains("before") && !parts[0].contains("from"))
    }

    /// A program that the app starts for the terminal writes to it, and not to what is kept.
    @Test func whatCodePrintsIsKeptWhileAnotherProgramUsesTheTerminal() async throws {
      let process = try terminal.start("\(PseudoTerminal.probe) view command")
      await expectTaken()
      terminal.type("ol")
      await terminal.output.expect("inside")
      terminal.type("line\r")
      await terminal.output.expect("got line")
      await terminal.expect(["full screen", "back"])
      #expect(!terminal.output.text.contains("from Swift"))
      terminal.type("q")
      #expect(await terminal.end(of: process) == 7)
      await terminal.output.expect("from Swift\r\nfrom C\r\n")
    }

    /// Frames are dropped while the terminal takes none: neither they nor the models wait anywhere.
    @Test func aStoppedReaderStopsNothingAndTakesNoMemory() async throws {
      let large = try PseudoTerminal(columns: 200, rows: 50)
      let pipe = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      try #require(mkfifo(pipe, 0o600) == 0)
      defer { unlink(pipe) }
      let process = try large.start("\(PseudoTerminal.probe) view command '\(pipe)'")
      await large.output.expect("full screen")
      large.output.pause()
      let before = large.output.bytes.count
      large.type("f")
      // Returns when the last change has come.
      let text = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            returning: String(
              decoding: FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() ?? Data(),
              as: UTF8.self))
        }
      }
      large.output.resume()
      let pages = text.split(separator: "\n").joined().split(separator: " ").compactMap { Int($0) }
      try #require(pages.count == 2)
      #expect(pages[1] - pages[0] < 256, "\(pages) pages")
      // What the system keeps, one frame that waited, and the last one.
      await large.output.expect("all have come")
      #expect(large.output.bytes.count - before < 200_000)
      large.type("q")
      #expect(await large.end(of: process) == 7)
    }

    @Test func bellTitleEscapeAndPromptWorkOnARealTerminal() async throws {
      let process = try terminal.start("\(PseudoTerminal.probe) view command")
      await expectTaken()
      await terminal.output.expect("\u{1B}]2;a title\u{1B}\\")
      terminal.type("b")
      await terminal.output.expect("\u{7}")
      terminal.type("\u{1B}")
      await terminal.expect(["full screen", "escape"])
      terminal.type("p")
      await terminal.expect(["name:"])
      terminal.type("Ada\r")
      await terminal.expect(["full screen", "escape entered(\"Ada\")"])
      terminal.type("q")
      #expect(await terminal.end(of: process) == 7)
      await terminal.expectRestored()
    }

    @Test func anotherProgramUsesTheTerminalAndTheViewIsBackAfterIt() async throws {
      let process = try terminal.start("\(PseudoTerminal.probe) view command")
      await expectTaken()
      terminal.type("x")
      await terminal.expect(["full screen", "x"])
      terminal.type("l")
      await terminal.output.expect("inside")
      #expect(!terminal.screen.isFullScreen && terminal.flags == PseudoTerminal.usual)
      terminal.expectFormerTitle()
      terminal.type("line\r")
      await terminal.output.expect("got line")
      await terminal.expect(["full screen", "x back"])
      #expect(terminal.screen.isFullScreen && terminal.flags == tcflag_t(ISIG))
      #expect(terminal.output.text.components(separatedBy: "]2;a title").count == 3)
      terminal.type("x")
      await terminal.expect(["full screen", "x back x"])
      terminal.type("q")
      #expect(await terminal.end(of: process) == 7)
      await terminal.expectRestored()
    }

    @Test func aSimpleTerminalAndAPipeShowNoScreen() async throws {
      let process = try terminal.start("TERM=dumb \(PseudoTerminal.probe) view wait")
      _ = await terminal.end(of: process)
      await terminal.output.expect("A screen needs a terminal that can move")
      let piped = try terminal.start("\(PseudoTerminal.probe) view wait | cat")
      _ = await terminal.end(of: piped)
      await terminal.output.expect("the standard output is a file or a pipe")
      #expect(terminal.flags == PseudoTerminal.usual)
      #expect(!terminal.output.text.contains("\u{1B}[?1049h"))
    }
  }
#endif
