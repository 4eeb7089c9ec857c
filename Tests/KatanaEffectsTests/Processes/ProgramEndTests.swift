#if os(Linux)
  import Foundation
  import KatanaEffects
  import KatanaEffectsTesting
  import KatanaRuntime
  import KatanaTesting
  import Testing

  @testable import KatanaEffectInterpreters

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  private let childFolder = ProcessInfo.processInfo.environment["KATANA_PROBE_CHILD"]

  /// The work of a child process, which is killed meanwhile.
  @Suite(.enabled(if: childFolder != nil)) struct ProbeChild {
    @Test func waitsForAProbe() async throws {
      endWithTheParent()
      let folder = childFolder ?? ""
      let script = """
        trap : TERM; cd \(folder); echo $PPID $$ $KATANA_PROBE_CHILD > new; mv new numbers
        while :; do sleep 881 & wait $!; done
        """
      try script.write(toFile: folder + "/script", atomically: true, encoding: .utf8)
      let terminal = try PseudoTerminal()
      let process = try terminal.start(
        "\(PseudoTerminal.probe) program \". \(folder)/script\" - 10000000")
      _ = await terminal.end(of: process)
    }
  }

  /// No program outlives the process that has started it.
  @Suite(.serialized) struct ProgramEndTests {
    private let terminal: PseudoTerminal
    private let folder = TemporaryFolder()

    init() throws { terminal = try PseudoTerminal(columns: 200, rows: 40) }

    /// Starts the probe with a program, and waits for the line "child" with its number, which the
    /// program writes at the place of `READY`.
    private func start(
      _ script: String, end: String = "-", grace: Int = 60_000
    ) async throws -> (process: Process, probe: pid_t, child: pid_t) {
      folder.write(script.replacing("READY", with: "echo child $$;"), to: "script")
      let process = try terminal.start(
        "/bin/sh -c 'echo probe $$; exec \(PseudoTerminal.probe) program \". \(folder("script"))\""
          + " \(end) \(grace)'")
      let isStarted = await terminal.output.wait { $0.contains(/child \d+\r\n/) }
      try #require(isStarted, "\(terminal.output.text)")
      return (process, number(after: "probe"), number(after: "child"))
    }

    private func number(after word: String) -> pid_t {
      let rest = terminal.output.text.components(separatedBy: word + " ").dropFirst().first
      return rest.flatMap { pid_t($0.prefix { $0.isNumber }) } ?? 0
    }

    @Test(arguments: [
      ("command", 7), ("exit", 8), ("fatal", 128 + SIGILL), ("abort", 128 + SIGABRT),
    ])
    func aProgramEndsWithTheProcess(_ end: String, _ status: Int32) async throws {
      let (process, _, child) = try await start("READY exec sleep 881", end: end)
      let ended = await terminal.end(of: process)
      #expect(ended == status || (end == "fatal" && ended == 128 + SIGTRAP))
      #expect(await KatanaEffectsTests.ended(child))
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGUSR1, SIGSEGV])
    func aProgramEndsWhenASignalEndsTheProcess(_ signal: Int32) async throws {
      let (process, probe, child) = try await start("READY exec sleep 881")
      kill(probe, signal)
      #expect(await terminal.end(of: process) == 128 + signal)
      #expect(await ended(child))
    }

    @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
    func aProgramEndsWhenAKeyEndsTheProcess(_ key: String, _ signal: Int32) async throws {
      let (process, _, child) = try await start("READY exec sleep 881")
      terminal.type(key)
      #expect(await terminal.end(of: process) == 128 + signal)
      #expect(await ended(child))
    }

    @Test(arguments: ["command", "exit", "-"])
    func aProgramSavesItsDataFirst(_ end: String) async throws {
      // A shell that was just copied still has the trap, and can outlive the signal as `sleep`.
      let (process, probe, child) = try await start(
        """
        save() { echo data > \(folder("saving")); mv \(folder("saving")) \(folder("saved")); }
        trap 'save; kill -9 $!; exit' TERM
        READY while :; do sleep 881 & wait $!; done
        """, end: end)
      if end == "-" { kill(probe, SIGTERM) }
      _ = await terminal.end(of: process)
      #expect(folder.read("saved") == "data\n")
      #expect(await ended(child))
    }

    @Test func aProgramThatIgnoresTheRequestIsKilledAfterTheGrace() async throws {
      let (process, probe, child) = try await start(
        "trap '' TERM; READY while :; do sleep 881; done", grace: 100)
      kill(probe, SIGTERM)
      #expect(await terminal.end(of: process) == 128 + SIGTERM)
      #expect(await ended(child))
    }

    @Test func aSecondKeyEndsTheGrace() async throws {
      let (process, _, child) = try await start(
        "trap 'echo asked' TERM; READY while :; do sleep 881 & wait $!; done", grace: 10_000_000)
      terminal.type("\u{3}")
      await terminal.output.expect("asked\r\n")
      terminal.type("\u{3}")
      #expect(await terminal.end(of: process) == 128 + SIGINT)
      #expect(await ended(child))
    }

    @Test func aStoppedProgramEnds() async throws {
      let (process, probe, child) = try await start("READY kill -STOP $$; sleep 881")
      kill(probe, SIGTERM)
      #expect(await terminal.end(of: process) == 128 + SIGTERM)
      #expect(await ended(child))
    }

    /// As a user does who stops the tests. The probe of the tests itself must not be left, nor what it
    /// has started, and it gets the variables of the mutation tool.
    @Test func aProbeEndsWithTheTestThatHasStartedIt() async throws {
      enum Watch: Message, Equatable { case changed(FileChange) }
      // A file is made and written, which may be two changes.
      let recorder = RecordingDispatcher(exhaustive: false)
      let watch = recorder.start(FileChanged(folder("numbers"), Reply(Watch.changed))) {
        FileChangedInterpreter(FilePaths(root: nil), $0, $1)
      }
      let child = try startTests("ProbeChild", variables: ["KATANA_PROBE_CHILD": folder.path])
      await recorder.expect(Watch.changed(.changed))
      watch.stop()
      let texts = folder.read("numbers")?.split(whereSeparator: \.isWhitespace).map(String.init)
      kill(child.processIdentifier, SIGKILL)
      await child.ended()
      for text in texts?.prefix(2) ?? [] { #expect(await ended(pid_t(text) ?? 0)) }
      #expect(texts?.dropFirst(2) == [folder.path])
    }

    @Test(arguments: ["READY read line < /dev/tty", "READY stty -echo < /dev/tty"])
    func aProgramThatUsesTheTerminalFailsWithTheCure(_ script: String) async throws {
      let (process, _, child) = try await start(script)
      #expect(await terminal.end(of: process) == 3)
      await terminal.output.expect("The program \"sh\" used the terminal, which a started program")
      #expect(await ended(child))
    }
  }
#endif
