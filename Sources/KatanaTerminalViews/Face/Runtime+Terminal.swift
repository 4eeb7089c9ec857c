public import KatanaConsoleInterpreters
public import KatanaRuntime
public import KatanaViews

extension Runtime {
  /// Shows the model on the terminal, and turns keys into messages, until the runtime has ended.
  ///
  /// ```swift
  /// let counter = try Runtime(Program(model: Counter(), CounterUpdater()), interpreters: [.terminal()])
  /// try await counter.runOnTerminal(counterView)
  /// ```
  ///
  /// It starts the runtime. The app ends it: by `ExitProcess`, or `requestShutdown()`. Ctrl-C and
  /// Ctrl-Z are signals, as without a screen. However the process ends, the terminal is restored.
  ///
  /// The view function is called on a task of the screen, not on the thread that handles messages,
  /// at most 60 times a second and only after the model has changed. A terminal that is slow or
  /// stopped loses frames, and slows nothing else.
  ///
  /// While the screen is shown, texts of `Print`, and what any code writes to the standard output and
  /// the standard error, are kept, and written when it ends. Programs of `RunInTerminal` have the
  /// terminal itself. Ctrl-L paints the whole screen anew.
  ///
  /// - Parameters:
  ///   - view: Returns the view of a model. It is a pure function.
  ///   - console: The console.
  ///   - theme: The colours. The terminal is asked for its background, which is taken for a dark one as
  ///     long as it does not answer.
  ///   - usesMouse: Whether controls and rows can be clicked, and areas are scrolled by the wheel. Text
  ///     is then selected with Shift held, in most terminals; on macOS, with Option or Fn. Otherwise, the
  ///     mouse is the terminal's, except while the view needs it: a drawing with `.onPointer`, a figure
  ///     that can be pressed, or `.onSecondaryPress`.
  ///   - reducesMotion: Whether what moves is shown where it ends.
  /// - Throws: ``NoScreenError`` if there is no terminal that can show a screen, or the console shows
  ///   another one. Nothing has been started then, so the app can go on with lines.
  public func runOnTerminal(
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>, _ console: Console = .standard,
    theme: Theme = Theme(), usesMouse: Bool = false, reducesMotion: Bool = false
  ) async throws(NoScreenError) where AppModel.Receives: Equatable {
    try await runOnTerminal(
      view, console.core, console.environment, theme: theme, usesMouse: usesMouse,
      reducesMotion: reducesMotion)
  }

  /// Shows the model below what was printed, without the full screen, until the runtime has ended; the last
  /// lines remain. For tools that keep their output: what is printed meanwhile appears above.
  ///
  /// ```swift
  /// try await download.runInline(progressView)
  /// ```
  ///
  /// The view has as many lines as it needs, at most those of the terminal. The mouse and the clipboard
  /// belong to the terminal, whose title stays, and a link is its text. All else is as with
  /// ``runOnTerminal(_:_:theme:usesMouse:reducesMotion:)``.
  ///
  /// - Throws: ``NoScreenError`` if there is no terminal that can move its cursor. Nothing has been started
  ///   then.
  public func runInline(
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>, _ console: Console = .standard,
    theme: Theme = Theme(), reducesMotion: Bool = false
  ) async throws(NoScreenError) where AppModel.Receives: Equatable {
    try await runInline(
      view, console.core, console.environment, theme: theme, reducesMotion: reducesMotion)
  }

  package func runInline(
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>, _ core: ConsoleCore,
    _ environment: [String: String], theme: Theme = Theme(), reducesMotion: Bool = false
  ) async throws(NoScreenError) where AppModel.Receives: Equatable {
    let properties = core.properties
    if let error = NoScreenError(properties) { throw error }
    var face = InlineFace(
      self, view, core, Palette(environment, theme), properties, reducesMotion: reducesMotion)
    await face.run()
  }

  package func runOnTerminal(
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>, _ core: ConsoleCore,
    _ environment: [String: String], theme: Theme = Theme(), usesMouse: Bool = false,
    reducesMotion: Bool = false
  ) async throws(NoScreenError) where AppModel.Receives: Equatable {
    let properties = core.properties
    if let error = NoScreenError(properties) { throw error }
    var face = TerminalFace(
      self, view, core, Palette(environment, theme), properties, usesMouse: usesMouse,
      reducesMotion: reducesMotion, showsLinks: TerminalLinks.areKnown(environment))
    try await face.run()
  }
}
