public import KatanaConsole
public import KatanaEffectInterpreters
public import KatanaEffectsTesting
public import KatanaRuntime

extension Interpreter {
  /// Returns stand-ins for all effects of Katana, so that a test needs one line and nothing outside of it.
  ///
  /// ```swift
  /// let files = VirtualFiles(["notes.txt": "tea"])
  /// let app = AppTest(program, interpreters: [.standIns(files: files)])
  /// ```
  ///
  /// Pass those that the test sets up or looks at. The others are empty: no file exists, a server answers
  /// 404, no program is found. The interpreters of an app's own commands stand beside it in the list, and
  /// so does `.functions()`, which calls functions of the app. In `explore`, pass stand-ins with
  /// `conditions`.
  ///
  /// - Parameters:
  ///   - files: The files of `.files(root:)`.
  ///   - store: The settings and the persisted values of `.store(_:)`.
  ///   - server: All servers of `.http()`.
  ///   - wallClock: The dates of `.time()`; `nil` for those of the runtime's clock.
  ///   - seed: The seed of `.random()`. Identifiers are numbered.
  ///   - terminal: The terminal of `.terminal()`.
  ///   - programs: The programs of `.processes()`.
  ///   - signals: The signals of `.signals()`.
  public static func standIns(
    files: VirtualFiles = VirtualFiles(), store: VirtualStore = VirtualStore(),
    server: VirtualServer = VirtualServer { _ in .status(404) },
    wallClock: (any WallClock)? = nil, seed: UInt64 = 1,
    terminal: VirtualTerminal = VirtualTerminal(),
    programs: VirtualPrograms = VirtualPrograms { .failure(.notFound(program: $0.executable)) },
    signals: VirtualSignals = VirtualSignals()
  ) -> Interpreter {
    .group([
      .files(files), .store(store), .http(server), .time(wallClock), .random(seed: seed),
      .terminal(terminal), .processes(programs), .signals(signals),
    ])
  }
}
