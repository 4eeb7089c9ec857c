import KatanaRuntime
import KatanaTesting
import Testing

// The module of the host.

enum HostMessage: Message { case textChanged(String) }

struct HostUpdater: TypedUpdater {
  func update(model: inout Host, message: HostMessage) -> [any Command] {
    switch message {
    case .textChanged(let text): model.text = text
    }
    return []
  }
}

struct Host: Model {
  typealias Receives = HostMessage
  var text = ""
  var plugIns: [String: any Model] = [:]
}

struct PlugIn {
  let name: String
  let model: any Model
  let part: FeaturePart<Host>

  init<State: Model>(_ name: String, _ model: State, _ feature: some Feature<State>) {
    (self.name, self.model) = (name, model)
    self.part = .slice(
      ClosurePart(name) { host, change in
        guard var state = host.plugIns[name] as? State else { return }
        change(&state)
        host.plugIns[name] = state
      }, feature)
  }
}

func hostProgram(_ plugIns: [PlugIn]) -> Program<Host> {
  let models = plugIns.map { ($0.name, $0.model) }
  return Program(
    model: Host(plugIns: Dictionary(uniqueKeysWithValues: models)),
    CombinedUpdater([.full(HostUpdater())] + plugIns.map(\.part)))
}

// The module of a plug-in. Only the main target imports both.

struct Speak: Command, Equatable { var text: String }

struct WordCount: Model, Equatable { var words = 0 }

struct WordCountUpdater: TypedUpdater {
  func update(model: inout WordCount, message: HostMessage) -> [any Command] {
    guard case .textChanged(let text) = message else { return [] }
    model.words = text.split(separator: " ").count
    return model.words > 99 ? [Speak(text: "That is long.")] : []
  }
}

let wordCount = PlugIn("word count", WordCount(), WordCountUpdater())

@Suite struct PlugInTests {
  @Test func thePlugInReceivesTheMessagesOfItsHost() {
    let app = AppTest(hostProgram([wordCount]))
    app.send(.textChanged("tea or rice")) {
      $0.text = "tea or rice"
      $0.plugIns["word count"] = WordCount(words: 3)
    }
    app.finish()
  }

  @Test func itsCommandsAreThoseOfTheApp() {
    let app = AppTest(hostProgram([wordCount]), exhaustive: false)
    let text = String(repeating: "tea ", count: 100)
    app.send(.textChanged(text), commands: [Speak(text: "That is long.")], exhaustive: .commands)
    app.answer(Speak.self)
    app.finish()
  }

  @Test func theHostRunsWithoutIt() {
    let app = AppTest(hostProgram([]))
    app.send(.textChanged("tea")) { $0.text = "tea" }
    app.finish()
  }

  @Test func aPlugInWithoutAStateIsOff() {
    var program = hostProgram([wordCount])
    program.model.plugIns = [:]
    let app = AppTest(program)
    app.send(.textChanged("tea")) { $0.text = "tea" }
    app.finish()
  }
}
