import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTerminalViews
import KatanaViews

extension ScreenState {
  /// The label of what has the focus; in a list, that of the control in the current row.
  var focusedLabel: String? { active?.node.label }

  /// Where the cursor of the terminal stands; `nil` if it is hidden.
  var cursor: TerminalScreen.Cursor? {
    var copy = self
    return copy.paint().cursor.map { TerminalScreen.Cursor(row: $0.row, column: $0.column) }
  }
}

/// A screen with its model: what `runOnTerminal` does, without a terminal and without time.
struct TestScreen<AppModel: Model> where AppModel.Receives: Equatable {
  let runtime: Runtime<AppModel>
  let view: (AppModel) -> ViewOf<AppModel>
  var screen: ScreenState

  init(
    _ program: Program<AppModel>, interpreters: [Interpreter] = [],
    _ view: @escaping (AppModel) -> ViewOf<AppModel>, columns: Int = 80, rows: Int = 24
  ) throws {
    runtime = try Runtime(program, interpreters: interpreters)
    runtime.start()
    self.view = view
    screen = ScreenState(size: TerminalSize(columns: columns, rows: rows))
    screen.show(view(runtime.model))
  }

  init(
    _ model: AppModel, _ feature: some Feature<AppModel>,
    _ view: @escaping (AppModel) -> ViewOf<AppModel>, columns: Int = 40, rows: Int = 12
  ) throws {
    try self.init(Program(model: model, feature), view, columns: columns, rows: rows)
  }

  var model: AppModel { runtime.model }

  mutating func handle(_ event: TerminalEvent) {
    for message in screen.handle(event) { runtime.dispatch(message) }
    screen.show(view(runtime.model))
  }

  mutating func press(_ keys: TerminalKey..., modifiers: KeyModifiers = []) {
    for key in keys { handle(.key(KeyStroke(key, modifiers))) }
  }

  mutating func type(_ text: String) { for character in text { press(.character(character)) } }
}
