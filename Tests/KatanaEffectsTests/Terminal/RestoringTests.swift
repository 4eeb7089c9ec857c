import KatanaConsoleTesting
#if os(Linux)
  import Foundation
  import KatanaEffectsTesting
  import Testing

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A program that uses the terminal restores it, however the program ends or stops. Each way is tried with
  /// a `TerminalScreen` and with a view.
  @Suite(.serialized) struct RestoringTests {
    private let terminal: PseudoTerminal

    init() throws { terminal = try PseudoTerminal(columns: 40, rows: 10) }

    /// What the probe shows: the word by which it is asked for it.
    enum Face: String, CaseIterable { case screen = "", view }

    private func probe(_ face: Face, _ way: String) -> String {
      "\(PseudoTerminal.probe) \(face.rawValue) \(way)"
    }

    /// Starts the probe, waits for its full screen, and returns the process and the probe's
    /// identifier.
    private func startProbe(
      _ face: Face = .screen, before: String = ""
    ) async throws -> (Process, pid_t) {
      let process = try terminal.start(
        "/bin/sh -c '\(before) echo pid $$; exec \(probe(face, "wait"))'")
      await terminal.output.expect("full screen")
      let id = terminal.output.text.split(separator: "pid ").last?.prefix { $0.isNumber }
      return (process, try #require(id.flatMap { pid_t($0) }))
    }

    // The view has no mouse handlers, so text can be selected.
    private func expectTaken(
      _ face: Face = .screen, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      await terminal.expectTaken(withMouse: face == .screen, sourceLocation: sourceLocation)
    }

    @Test(arguments: [
      (Face.screen, "shutdown", Int32(0)), (.screen, "command", 7), (.screen, "exit", 8),
      (.screen, "fatal", 128 + SIGILL), (.screen, "abort", 128 + SIGABRT),
      (.view, "command", 7), (.view, "exit", 8), (.view, "cancel", 0),
      (.view, "throw", 128 + SIGTRAP), (.view, "fatal", 128 + SIGILL),
      (.view, "abort", 128 + SIGABRT),
    ])
    func theTerminalIsRestoredWhenTheProgramEnds(
      _ face: Face, _ way: String, _ status: Int32
    ) async throws {
      let process = try terminal.start(probe(face, way))
      await expectTaken(face)
      terminal.type("q")
      let ended = await terminal.end(of: process)
      let trap = [128 + SIGTRAP, 128 + SIGILL]
      #expect(ended == status || (trap.contains(ended) && trap.contains(status)))
      await terminal.expectRestored()
    }

    /// The keys come from the terminal while the lines come from a pipe.
    @Test func aScreenBehindAPipeHasItsKeys() async throws {
      let process = try terminal.start("printf 'one\\ntwo' | \(probe(.view, "lines"))")
      await terminal.output.expect("line(\"two\")")
      terminal.type("x")
      await terminal.output.expect("x")
      terminal.type("q")
      #expect(await terminal.end(of: process) == 7)
      await terminal.expectRestored()
    }

    @Test(arguments: [
      (Face.screen, "\u{3}", 128 + SIGINT), (.screen, "\u{1C}", 128 + SIGQUIT),
      (.view, "\u{3}", 128 + SIGINT),
    ])
    func theTerminalIsRestoredWhenAKeyEndsTheProgram(
      _ face: Face, _ key: String, _ status: Int32
    ) async throws {
      let process = try terminal.start(probe(face, "wait"))
      await expectTaken(face)
      terminal.type(key)
      #expect(await terminal.end(of: process) == status)
      await terminal.expectRestored()
    }

    /// Whether the thread sanitizer runs. It handles faults itself, and ends the process before the
    /// terminal can be restored.
    private static let hasSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil

    @Test(arguments: Face.allCases, [SIGTERM, SIGHUP, SIGINT] + (hasSanitizer ? [] : [SIGSEGV]))
    func theTerminalIsRestoredWhenASignalEndsTheProgram(
      _ face: Face, _ signal: Int32
    ) async throws {
      let (process, id) = try await startProbe(face)
      kill(id, signal)
      let status = await terminal.end(of: process)
      #expect(status == 128 + signal)
      await terminal.expectRestored()
    }

    /// The texts of the system and of other code do not go through the console.
    @Test(arguments: [
      (Face.screen, "fatal", "Fatal error: on purpose"),
      (.screen, "issue", "katana: No interpreter for the command Unhandled"),
      (.view, "fatal", "Fatal error: on purpose"), (.view, "throw", "OnPurpose"),
      (.view, "cancel", "the screen has ended"),
    ])
    func whatIsWrittenToTheStandardErrorIsReadableAfterTheScreen(
      _ face: Face, _ way: String, _ text: String
    ) async throws {
      let process = try terminal.start(probe(face, way))
      await expectTaken(face)
      terminal.type("q")
      _ = await terminal.end(of: process)
      await terminal.expectRestored()
      await terminal.output.expect(text)
      let parts = terminal.output.text.components(separatedBy: "\u{1B}[?1049l")
      #expect(parts.first?.contains(text) == false)
    }

    @Test func whatWaitsToBeWrittenIsWrittenByExit() async throws {
      let process = try terminal.start("\(PseudoTerminal.probe) text")
      #expect(await terminal.end(of: process) == 0)
      await terminal.output.expect("\nlast\r\n")
    }

    @Test func aDeclaredInterruptIsAMessage() async throws {
      let process = try terminal.start("\(PseudoTerminal.probe) signal")
      let isTaken = await terminal.output.wait { $0.contains("\u{1B}[?2004h") }
      #expect(isTaken)
      terminal.type("\u{3}")
      #expect(await terminal.end(of: process) == 130)
      await terminal.output.expect("interrupted")
      await terminal.expectRestored()
    }

    /// With key codes, the process itself makes signals of Ctrl-Z and Ctrl-C.
    @Test(arguments: [(Face.screen, false), (.view, false), (.view, true)])
    func aStoppedProgramGivesTheTerminalBackAndTakesItAgain(
      _ face: Face, hasKeyCodes: Bool
    ) async throws {
      let shell = try terminal.start("/bin/bash --norc --noprofile -i")
      await terminal.output.expect("bash-")
      terminal.type("exec 2>&1; PS1='ready> '\r")
      await terminal.output.expect("hready> ")
      terminal.type(probe(face, "wait") + "\r")
      await expectTaken(face)
      if hasKeyCodes {
        terminal.type("\u{1B}[?0u\u{1B}[?62c")
        await terminal.output.expect("\u{1B}[>5u")
      }
      terminal.type(hasKeyCodes ? "\u{1B}[122;5u" : "\u{1A}")
      await terminal.output.expect("Stopped")
      #expect(!terminal.screen.isFullScreen && !terminal.screen.isCursorHidden)
      if face == .view { terminal.expectFormerTitle() }

      let before = terminal.output.bytes.count
      terminal.type("fg\r")
      let isBack = await terminal.output.wait { [terminal] text in
        text.utf8.count > before && terminal.screen.isFullScreen
          && terminal.screen.lines == ["full screen"]
      }
      #expect(isBack, "\(terminal.output.text.debugDescription)")
      #expect(terminal.flags == tcflag_t(ISIG))
      terminal.type("x")
      let isRead = await terminal.output.wait { [terminal] _ in
        terminal.screen.lines.count == 2
      }
      #expect(isRead)
      let prompts = terminal.promptCount
      terminal.type(hasKeyCodes ? "\u{1B}[99;5u" : "\u{3}")
      await terminal.leaveShell(after: prompts)
      _ = await terminal.end(of: shell)
      #expect(!terminal.screen.isFullScreen)
      // Each screen of the terminal has its own codes.
      let switches = terminal.output.text.matches(of: #/\[\?1049[hl]|\[>5u|\[<u/#).map {
        "\($0.output)"
      }
      let taken = hasKeyCodes ? ["[?1049h", "[>5u", "[<u", "[?1049l"] : ["[?1049h", "[?1049l"]
      #expect(switches == taken + taken)
      guard face == .view else { return }
      terminal.expectFormerTitle()
      #expect(terminal.output.text.components(separatedBy: "]2;a title").count == 3)
    }

    /// No handler runs at a stop by `SIGSTOP`, and each switch needs its counterpart all the same.
    @Test func aStopWithoutAHandlerLeavesNothingBehind() async throws {
      let (process, id) = try await startProbe(.view)
      terminal.type("\u{1B}[?0u\u{1B}[?62c")
      await terminal.output.expect("\u{1B}[>5u")
      kill(id, SIGSTOP)
      kill(id, SIGCONT)
      let isBack = await terminal.output.wait {
        $0.components(separatedBy: "\u{1B}[>5u").count == 3
      }
      #expect(isBack)
      kill(id, SIGTERM)
      #expect(await terminal.end(of: process) == 128 + SIGTERM)
      let switches = terminal.output.text.matches(of: #/\[\?1049[hl]|\[>5u|\[<u/#).map {
        "\($0.output)"
      }
      let taken = ["[?1049h", "[>5u", "[<u", "[?1049l"]
      #expect(switches == taken + taken)
    }

    @Test func aStoppedPromptIsDrawnAgain() async throws {
      let shell = try terminal.start("/bin/bash --norc --noprofile -i")
      await terminal.output.expect("bash-")
      terminal.type("PS1='ready> '\r")
      await terminal.output.expect("hready> ")
      terminal.type("\(PseudoTerminal.probe) prompt\r")
      await terminal.output.expect("\u{1B}[2K> ")
      terminal.type("half")
      await terminal.output.expect("> half")
      terminal.type("\u{1A}")
      await terminal.output.expect("Stopped")
      let before = terminal.output.text.count
      terminal.type("fg\r")
      let isBack = await terminal.output.wait { $0.dropFirst(before).contains("\u{1B}[2K> half") }
      #expect(isBack, "\(terminal.output.text.debugDescription)")
      terminal.type(" done\r")
      let isAsked = await terminal.output.wait {
        $0.components(separatedBy: "answer: half done").last?.hasSuffix("> \r\u{1B}[2C") == true
      }
      #expect(isAsked, "\(terminal.output.text.debugDescription)")
      let prompts = terminal.promptCount
      terminal.type("\u{4}")
      await terminal.leaveShell(after: prompts)
      _ = await terminal.end(of: shell)
    }

    private func lend(_ way: String, _ script: String) -> String {
      "\(PseudoTerminal.probe) \(way) '\(script)'"
    }

    @Test(arguments: ["lend", "lend-signal"])
    func ctrlCConcernsOnlyTheProgramThatOwnsTheTerminal(way: String) async throws {
      let script = "trap \"echo caught; exit 5\" INT; echo ready; while :; do sleep 0.1; done"
      let process = try terminal.start(lend(way, script))
      await terminal.output.expect("ready")
      terminal.type("\u{3}")
      #expect(await terminal.end(of: process) == 0)
      await terminal.output.expect("caught")
      await terminal.output.expect("status(5)")
      #expect(!terminal.output.text.contains("interrupted"))
      await terminal.expectRestored()
    }

    @Test func aStoppedProgramAndTheOneThatOwnsItsTerminalGoOnTogether() async throws {
      let shell = try terminal.start("/bin/bash --norc --noprofile -i")
      await terminal.output.expect("bash-")
      terminal.type("PS1='ready> '\r")
      await terminal.output.expect("hready> ")
      terminal.type(lend("lend", "echo be\"\"gun; read x; echo got $x") + "\r")
      await terminal.output.expect("begun")
      terminal.type("\u{1A}")
      // What is typed before the prompt is there may be lost, because the shell changes the mode; also the
      // first key after it, for a reason that is not known.
      let isStopped = await terminal.output.wait {
        $0.components(separatedBy: "Stopped").last?.contains("ready> ") == true
          && $0.contains("Stopped")
      }
      #expect(isStopped)
      terminal.type("  fg\r")
      // The shell itself would read what is typed before it has set the mode for the program, which it
      // names then.
      let isContinued = await terminal.output.wait {
        $0.components(separatedBy: "fg\r\n").dropFirst().last?.contains("got $x'\r\n") == true
      }
      #expect(isContinued)
      // From here on, the shell shows its prompt only when the program has ended.
      let prompts = terminal.promptCount
      terminal.type("tea\r")
      await terminal.output.expect("got tea")
      await terminal.output.expect("status(0)")
      await terminal.leaveShell(after: prompts)
      _ = await terminal.end(of: shell)
      #expect(terminal.flags == PseudoTerminal.usual)
    }

    @Test func theProgramThatOwnsTheTerminalEndsWithTheProcess() async throws {
      let process = try terminal.start(
        "/bin/sh -c 'echo outer $$; exec \(PseudoTerminal.probe) lend \"echo pid \\$\\$; exec sleep 1000\"'"
      )
      func number(after word: String) -> pid_t? {
        let text = terminal.output.text.components(separatedBy: word).last
        return text.flatMap { pid_t($0.prefix { $0.isNumber }) }
      }
      let isThere = await terminal.output.wait { $0.contains(#/pid [0-9]+\s/#) }
      #expect(isThere)
      let (outer, inner) = (
        try #require(number(after: "outer ")), try #require(number(after: "pid "))
      )
      #expect(kill(inner, 0) == 0)
      kill(outer, SIGTERM)
      let status = await terminal.end(of: process)
      #expect(status == 128 + SIGTERM)
      #expect(kill(inner, 0) == -1)
      await terminal.expectRestored()
    }

    @Test func aProgramThatWasStartedByNohupIgnoresTheHangUp() async throws {
      let (process, id) = try await startProbe(before: "trap \"\" HUP;")
      kill(id, SIGHUP)
      terminal.type("x")
      let isAlive = await terminal.output.wait { [terminal] _ in terminal.screen.lines.count == 2 }
      #expect(isAlive)
      kill(id, SIGTERM)
      _ = await terminal.end(of: process)
      await terminal.expectRestored()
    }
  }
#endif
