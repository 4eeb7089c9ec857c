import Katana
import KatanaConsole
import KatanaRuntime
import KatanaViews
import KatanaViewsTesting

@testable import KatanaScreen

/// A model that notes what its view has sent.
struct Noted: Model, Equatable {
  typealias Receives = NotedMessage
  var log: [String] = []
  var texts: [Int: String] = [:]
  var ids: [Int] = []
  var chosen: Int?
  /// Which of several views is shown.
  var page = 0

  /// The field of a number.
  func field(_ number: Int, _ label: String? = nil) -> ViewOf<Noted> {
    .input(label ?? "\(number)", texts[number] ?? "", { .typed(number, $0) })
  }
}

enum NotedMessage: Message, Equatable {
  case did(String)
  case typed(Int, String)
  case chose(Int)
  case turned(Int)
}

struct NotedUpdater: TypedUpdater {
  func update(model: inout Noted, message: NotedMessage) -> [any Command] {
    switch message {
    case .did(let what): model.log.append(what)
    case .typed(let field, let text): model.texts[field] = text
    case .chose(let id):
      model.log.append("chose \(id)")
      model.chosen = id
    case .turned(let page): model.page = page
    }
    return []
  }
}

/// An element of a collection.
struct Element: Identifiable, Equatable, Sendable {
  var id: Int
}

/// The rows of the ids of a model.
struct NotedRows: ViewRows {
  var ids: [Int]
  var count: Int { ids.count }
  func id(at index: Int) -> Int { ids[index] }
  func row(at index: Int) -> ViewOf<Noted> {
    .text("row \(ids[index])").onSelect(.chose(ids[index]))
      .onKey(.delete, "delete", .did("deleted \(ids[index])"))
  }
}

/// Returns the lines of a view that needs no model.
func shown(_ view: ViewOf<Noted>, columns: Int = 40, rows: Int = 10) -> [String] {
  view.lines(columns: columns, rows: rows)
}

func noted(
  _ model: Noted = Noted(), columns: Int = 40, rows: Int = 10,
  _ view: @escaping (Noted) -> ViewOf<Noted>
) -> ViewTest<Noted> {
  ViewTest(Program(model: model, NotedUpdater()), columns: columns, rows: rows, view)
}

/// A screen on which a test uses the mouse, too.
func screen(
  _ model: Noted = Noted(), columns: Int = 40, rows: Int = 10,
  _ view: @escaping (Noted) -> ViewOf<Noted>
) throws -> TestScreen<Noted> {
  try TestScreen(model, NotedUpdater(), view, columns: columns, rows: rows)
}

extension TestScreen {
  mutating func click(_ column: Int, _ row: Int, button: Int = 0) {
    handle(.mouse(MouseEvent(.pressed(button: button), column: column, row: row)))
    handle(.mouse(MouseEvent(.released(button: button), column: column, row: row)))
  }
}
