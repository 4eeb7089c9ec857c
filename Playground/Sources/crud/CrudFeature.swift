import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaRecording

// The task "CRUD" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#crud: a list of names. A prefix
// filters the list, and the user creates, updates and deletes names.

struct Person: Codable, Equatable, Identifiable {
  var id: UUID
  var name: String
  var surname: String

  var text: String { "\(surname), \(name)" }
}

struct CrudModel: Model, Codable, Equatable {
  typealias Receives = CrudMessage

  enum Field: Int, CaseIterable, Codable { case prefix, name, surname }

  var people: [Person] = []
  var fields = Array(repeating: LineEditor(), count: Field.allCases.count)
  var focus = Field.prefix
  var selected: UUID?

  var shown: [Person] { people.filter { $0.surname.hasPrefix(text(.prefix)) } }

  func text(_ field: Field) -> String { fields[field.rawValue].text }
}

enum CrudMessage: Message, Codable, Equatable {
  case happened(TerminalEvent)
  case created(UUID)
  /// The input has ended, and what the keys before the end have led to has arrived.
  case inputEnded
  // What the controls of the screen send.
  case typed(CrudModel.Field, String)
  case selected(UUID)
  case createTapped
  case updateTapped
  case deleteTapped
  case quit
}

struct CrudFeature: TypedUpdater, SubscriptionProvider {
  /// Whether the terminal shows the list in lines; otherwise, a screen does.
  var showsLines = true

  var effects: [any Effect.Type] {
    let lines: [any Effect.Type] = [
      TerminalInput.self, TerminalScreen.self,
    ]
    return [NewID.self, ExitProcess.self] + (showsLines ? lines : [])
  }

  func update(model: inout CrudModel, message: CrudMessage) -> [any Command] {
    switch message {
    case .created(let id):
      model.people.append(
        Person(id: id, name: model.text(.name), surname: model.text(.surname)))
      model.people.sort { $0.text < $1.text }
      model.selected = id
    // The answer to a key before the end may be on its way, and this message comes behind it.
    case .happened(.end): return [Send(CrudMessage.inputEnded)]
    case .inputEnded, .quit, .happened(.key(KeyStroke(.escape))): return [ExitProcess()]
    case .typed(let field, let text): model.fields[field.rawValue] = LineEditor(text: text)
    case .selected(let id):
      if let person = model.shown.first(where: { $0.id == id }) { select(person, &model) }
    case .happened(.key(KeyStroke(.tab))):
      let count = CrudModel.Field.allCases.count
      model.focus = CrudModel.Field(rawValue: (model.focus.rawValue + 1) % count) ?? .prefix
    case .happened(.key(KeyStroke(.up))): select(by: -1, &model)
    case .happened(.key(KeyStroke(.down))): select(by: 1, &model)
    // These keys need Ctrl, because letters alone are text of the fields.
    case .createTapped, .happened(.key(KeyStroke(.character("n"), .control))):
      return [NewID(reply { .created($0) })]
    case .updateTapped, .happened(.key(KeyStroke(.character("u"), .control))):
      guard let index = model.people.firstIndex(where: { $0.id == model.selected }) else { break }
      model.people[index].name = model.text(.name)
      model.people[index].surname = model.text(.surname)
      model.people.sort { $0.text < $1.text }
    case .deleteTapped, .happened(.key(KeyStroke(.character("x"), .control))):
      model.people.removeAll { $0.id == model.selected }
      model.selected = nil
    case .happened(let event):
      _ = model.fields[model.focus.rawValue].take(event)
    }
    // A person whom the filter hides must not be updated or deleted, so the selection ends.
    if !model.shown.contains(where: { $0.id == model.selected }) { model.selected = nil }
    return []
  }

  /// Selects the next or the previous shown person, and copies the name into the fields.
  private func select(by count: Int, _ model: inout CrudModel) {
    let shown = model.shown
    guard !shown.isEmpty else { return }
    let index = shown.firstIndex { $0.id == model.selected }.map { $0 + count } ?? 0
    select(shown[min(max(index, 0), shown.count - 1)], &model)
  }

  private func select(_ person: Person, _ model: inout CrudModel) {
    model.selected = person.id
    model.fields[CrudModel.Field.name.rawValue] = LineEditor(text: person.name)
    model.fields[CrudModel.Field.surname.rawValue] = LineEditor(text: person.surname)
  }

  func subscriptions(model: CrudModel) -> [any Subscription] {
    guard showsLines else { return [] }
    return [
      TerminalInput(reply { .happened($0) }), TerminalScreen(lines(of: model), remains: true),
    ]
  }

  private func lines(of model: CrudModel) -> [String] {
    func row(_ field: CrudModel.Field, _ label: String) -> String {
      "\(model.focus == field ? ">" : " ") \(label) \(model.text(field))"
    }
    let list = model.shown.map { "\($0.id == model.selected ? "*" : " ") \($0.text)" }
    return [row(.prefix, "Filter: "), row(.name, "Name:   "), row(.surname, "Surname:"), ""] + list
      + [
        "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,",
        "ctrl-x deletes, escape quits",
      ]
  }
}

let crudProgram = Program(model: CrudModel(), CrudFeature())
let crudScreenProgram = Program(model: CrudModel(), CrudFeature(showsLines: false))

let crudFormat = RecordingFormat(crudProgram, payloads: [CrudModel.self, CrudMessage.self])
