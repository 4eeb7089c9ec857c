// swift-format-ignore-file
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaTesting
import Testing

@testable import crud

@Test func recordedCrud() {
  let test = StepTest(crudProgram)
  test.model = CrudModel(people: [], fields: [LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: "")], focus: .prefix, selected: nil)

  // 1, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.tab, KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "> Name:    ", "  Surname: ", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.focus = .name
  }

  // 2, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.character("A"), KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "> Name:    A", "  Surname: ", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.fields = [LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "A", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: "")]
  }

  // 3, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.tab, KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "  Name:    A", "> Surname: ", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.focus = .surname
  }

  // 4, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.character("\""), KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "  Name:    A", "> Surname: \"", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.fields = [LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "A", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "\"", after: "", history: [], place: 0, draft: "", killed: "")]
  }

  // 5, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.character("é"), KeyModifiers(rawValue: 0)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "  Name:    A", "> Surname: \"é", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.fields = [LineEditor(before: "", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "A", after: "", history: [], place: 0, draft: "", killed: ""), LineEditor(before: "\"é", after: "", history: [], place: 0, draft: "", killed: "")]
  }

  // 6, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.character("n"), KeyModifiers(rawValue: 4)))),
    commands: [NewID(Reply { (_: UUID) -> CrudMessage in fatalError("of a recording") })]
  )

  // 7, from command NewID
  test.send(
    CrudMessage.created(UUID(uuidString: "11111111-2222-3333-4444-555555555555")!),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "  Name:    A", "> Surname: \"é", "", "* \"é, A", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.people = [Person(id: UUID(uuidString: "11111111-2222-3333-4444-555555555555")!, name: "A", surname: "\"é")]
    $0.selected = UUID(uuidString: "11111111-2222-3333-4444-555555555555")!
  }

  // 8, from outside
  test.send(
    CrudMessage.happened(.key(KeyStroke(.character("x"), KeyModifiers(rawValue: 4)))),
    subscriptions: [.changed(TerminalScreen(["  Filter:  ", "  Name:    A", "> Surname: \"é", "", "", "tab moves, up and down select,", "ctrl-n creates, ctrl-u updates,", "ctrl-x deletes, escape quits"], area: .inline, cursor: nil, remains: true))]
  ) {
    $0.people = []
    $0.selected = nil
  }
}
