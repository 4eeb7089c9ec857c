import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

// Validation while the user types: Docs/cookbook/forms-and-lists.md.

struct SignUp: Model, Equatable {
  typealias Receives = SignUpMessage
  enum Field { case name, password }
  enum NameCheck { case missing, free, taken, failed }

  var name = ""
  var password = Secret("")
  var nameCheck = NameCheck.missing  // Until the server has answered.
  var visited: Set<Field> = []
}

enum SignUpMessage: Message, Equatable {
  case nameChanged(String)
  case passwordChanged(Secret<String>)
  case left(SignUp.Field)
  case checked(Outcome<Bool, HTTPError>)
  case checkAgainTapped
}

extension SignUp {
  var problems: [Field: String] {
    var all: [Field: String] = [:]
    if name.isEmpty { all[.name] = "Choose a name." }
    if nameCheck == .taken { all[.name] = "This name is taken." }
    if nameCheck == .failed { all[.name] = "The name could not be checked." }
    if password.revealed.count < 8 { all[.password] = "Use at least 8 characters." }
    return all
  }
  var shownProblems: [Field: String] { problems.filter { visited.contains($0.key) } }
  var canSubmit: Bool { problems.isEmpty && nameCheck == .free }
}

struct SignUpUpdater: TypedUpdater {
  func update(model: inout SignUp, message: SignUpMessage) -> [any Command] {
    switch message {
    case .nameChanged(let name):
      (model.name, model.nameCheck) = (name, .missing)
      guard !name.isEmpty else { return [Cancel(id: SignUp.Field.name)] }
      return [
        check(name).debounced(id: SignUp.Field.name, for: .milliseconds(400))
          .cancellable(id: SignUp.Field.name, cancelInFlight: true)
      ]
    case .checkAgainTapped:
      guard model.nameCheck == .failed else { return [] }
      model.nameCheck = .missing
      return [check(model.name).cancellable(id: SignUp.Field.name)]
    case .passwordChanged(let password): model.password = password
    case .left(let field): model.visited.insert(field)
    case .checked(.success(let isFree)): model.nameCheck = isFree ? .free : .taken
    case .checked(.failure):
      model.nameCheck = .failed
      model.visited.insert(.name)  // The problem is shown at once.
    }
    return []
  }

  func check(_ name: String) -> any Command {
    FetchJSON(.get("https://a.example/free", query: ["q": name]), reply { .checked($0) })
  }
}

let signUpProgram = Program(model: SignUp(), SignUpUpdater())

@Test func anErrorIsShownWhenTheFieldIsLeftAndGoesWhileTyping() {
  let test = StepTest(signUpProgram)
  test.send(.passwordChanged(Secret("1234"))) { $0.password = Secret("1234") }
  #expect(test.model.shownProblems.isEmpty)
  test.send(.left(.password)) { $0.visited = [.password] }
  #expect(test.model.shownProblems == [.password: "Use at least 8 characters."])
  test.send(.passwordChanged(Secret("12345678"))) { $0.password = Secret("12345678") }
  #expect(test.model.shownProblems.isEmpty)
}

@Test func theServerIsAskedForTheLastNameOnly() {
  let server = VirtualServer { request in .text("\(request.query["q"] == "ada1")") }
  let app = AppTest(signUpProgram, interpreters: [.http(server)], exhaustive: .model)
  app.send(.nameChanged("ada")) { $0.name = "ada" }
  app.advance(by: .milliseconds(399))
  app.send(.nameChanged("ada1")) { $0.name = "ada1" }
  app.advance(by: .milliseconds(400)) { $0.nameCheck = .free }
  app.send(.passwordChanged(Secret("12345678"))) { $0.password = Secret("12345678") }
  #expect(app.model.canSubmit)
  #expect(server.requests.map(\.query) == [["q": "ada1"]])
}

@Test func aCheckThatFailsIsShownAndCanBeRepeated() {
  let app = AppTest(signUpProgram, exhaustive: .model)
  app.send(.nameChanged("ada")) { $0.name = "ada" }
  app.advance(by: .milliseconds(400))
  app.respond(to: .get, "/free", .offline) { ($0.nameCheck, $0.visited) = (.failed, [.name]) }
  #expect(app.model.shownProblems == [.name: "The name could not be checked."])
  app.send(.checkAgainTapped) { $0.nameCheck = .missing }
  app.respond(to: .get, "/free", .text("true")) { $0.nameCheck = .free }
  app.send(.checkAgainTapped)
  #expect(app.pending.isEmpty)
}

@Test func aTakenNameIsShownAndAnEmptyOneAsksNobody() {
  let server = VirtualServer { _ in .text("false") }
  let app = AppTest(signUpProgram, interpreters: [.http(server)], exhaustive: .model)
  app.send(.left(.name)) { $0.visited = [.name] }
  app.send(.nameChanged("ada")) { $0.name = "ada" }
  app.advance(by: .milliseconds(400)) { $0.nameCheck = .taken }
  #expect(app.model.shownProblems == [.name: "This name is taken."])
  app.send(.nameChanged("b")) {
    $0.name = "b"
    $0.nameCheck = .missing
  }
  app.send(.nameChanged("")) { $0.name = "" }
  app.advance(by: .seconds(1))
  #expect(app.model.shownProblems == [.name: "Choose a name."])
  #expect(server.requests.count == 1)
}
