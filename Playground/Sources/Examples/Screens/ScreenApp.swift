import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaRuntime
import KatanaTerminalViews
import KatanaViews

/// An example with a screen.
public struct ScreenApp: Sendable {
  /// The name, for the command line.
  public let name: String
  /// Shows the example on the terminal, until the person ends it with Ctrl-Q or Ctrl-C.
  public let run: @Sendable () async throws -> Void

  private init(_ name: String, _ run: @escaping @Sendable () async throws -> Void) {
    (self.name, self.run) = (name, run)
  }

  private init<AppModel>(
    _ name: String, _ program: Program<AppModel>,
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>
  ) {
    self.init(name) {
      let runtime = try Runtime(
        endable(program), interpreters: [.random(), .terminal(), .time()])
      try await runtime.runOnTerminal(endableView(view), usesMouse: true)
    }
  }

  /// All examples.
  public static let all = [
    ScreenApp("cells", cellsScreenProgram, cellsView),
    ScreenApp("circle-drawer", circleEditorProgram, circleDrawerView),
    ScreenApp("converter", converterProgram, converterView),
    ScreenApp("counter", Program(model: Counter(), CounterUpdater()), counterView),
    ScreenApp("lift", liftProgram, liftView),
    ScreenApp("minesweeper", minefieldProgram, minefieldView),
    ScreenApp("timeline", timelineProgram, timelineView),
  ]
}
