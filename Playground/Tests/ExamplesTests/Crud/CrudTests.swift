import Foundation
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaTesting
import Testing

@testable import crud

@Suite struct CrudTests {
  private let hans = Person(id: .numbered(1), name: "Hans", surname: "Emil")
  private let max = Person(id: .numbered(2), name: "Max", surname: "Mustermann")

  private func key(_ key: TerminalKey, _ modifiers: KeyModifiers = []) -> CrudMessage {
    .happened(.key(KeyStroke(key, modifiers)))
  }

  private func fields(_ prefix: String = "", _ name: String = "", _ surname: String = "")
    -> [LineEditor]
  {
    [prefix, name, surname].map { LineEditor(text: $0) }
  }

  @Test func aPersonIsCreatedWithANewID() {
    let model = CrudModel(people: [max], fields: fields("", "Hans", "Emil"))
    let app = AppTest(Program(model: model, CrudFeature()), interpreters: [.random(seed: 1)])
    app.start(exhaustive: .model)
    app.send(
      key(.character("n"), .control), sends: [CrudMessage.created(.numbered(1))],
      commands: [NewID(Reply(CrudMessage.created))], exhaustive: [.model, .commands, .messages]
    ) {
      $0.people = [hans, max]
      $0.selected = .numbered(1)
    }
  }

  @Test func theListIsFilteredByThePrefixOfTheSurname() {
    let test = StepTest(
      CrudFeature(), model: CrudModel(people: [hans, max], selected: hans.id))
    test.send(key(.character("M")), exhaustive: .model) {
      _ = $0.fields[0].take(.key(KeyStroke(.character("M"))))
      $0.selected = nil
    }
    #expect(test.model.shown == [max])
  }

  @Test func theSelectedPersonIsUpdated() {
    let test = StepTest(CrudFeature(), model: CrudModel(people: [hans, max]))
    test.send(key(.down), exhaustive: .model) {
      $0.selected = hans.id
      $0.fields = fields("", "Hans", "Emil")
    }
    test.send(key(.down), exhaustive: .model) {
      $0.selected = max.id
      $0.fields = fields("", "Max", "Mustermann")
    }
    test.send(key(.tab), exhaustive: .model) { $0.focus = .name }
    test.send(key(.backspace), exhaustive: .model) {
      _ = $0.fields[1].take(.key(KeyStroke(.backspace)))
    }
    test.send(key(.character("u"), .control), exhaustive: .model) { $0.people[1].name = "Ma" }
  }

  @Test func aCreatedPersonWhomTheFilterHidesIsNotSelected() {
    let test = StepTest(
      CrudFeature(),
      model: CrudModel(people: [max], fields: fields("M", "Hans", "Emil"), selected: max.id))
    test.send(.created(hans.id), exhaustive: .model) {
      $0.people = [hans, max]
      $0.selected = nil
    }
  }

  @Test func anUpdatedPersonWhomTheFilterHidesIsNotSelected() {
    let test = StepTest(
      CrudFeature(),
      model: CrudModel(people: [max], fields: fields("M", "Hans", "Emil"), selected: max.id))
    test.send(key(.character("u"), .control), exhaustive: .model) {
      $0.people = [Person(id: max.id, name: "Hans", surname: "Emil")]
      $0.selected = nil
    }
  }

  @Test func theSelectedPersonIsDeleted() {
    let test = StepTest(
      CrudFeature(), model: CrudModel(people: [hans, max], selected: max.id))
    test.send(key(.character("x"), .control), exhaustive: .model) {
      $0.people = [hans]
      $0.selected = nil
    }
    test.send(key(.character("x"), .control), exhaustive: .model)
  }

  @Test func theListIsShown() {
    let screen = CrudFeature().subscriptions(
      model: CrudModel(people: [hans, max], fields: fields(), selected: max.id)
    ).compactMap { $0 as? TerminalScreen }.first
    #expect(screen?.lines.dropFirst(4).prefix(2) == ["  Emil, Hans", "* Mustermann, Max"])
  }

  @Test func escapeQuits() {
    let test = StepTest(CrudFeature(), model: CrudModel())
    test.send(key(.escape), commands: [ExitProcess()])
    expectWiring(of: crudProgram, interpreters: crudInterpreters())
  }
}
