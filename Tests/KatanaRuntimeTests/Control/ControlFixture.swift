import KatanaRuntime
import KatanaTesting

/// A model that notes what it hears, and asks for what it is told to.
struct Journal: Model, Equatable {
  var heard: [String] = []
}

struct Ask: Message {
  var commands: [any Command]
}

enum Heard: Message, Equatable {
  case word(String)
}

/// A command with a name.
struct Work: Command, Equatable, CustomStringConvertible {
  var name: String
  var reply = Reply(Heard.word)
  init(_ name: String) { self.name = name }
  var description: String { "Work(\"\(name)\")" }
}

struct WorkFailure: Error, Hashable {
  var code = 0
}

let journalUpdater = CombinedUpdater<Journal>([
  .full(
    FunctionUpdater(takes: .only([Ask.self])) { model, message in
      (model, (message as? Ask)?.commands ?? [])
    }),
  .full(HeardUpdater()),
])

struct HeardUpdater: TypedUpdater {
  func update(model: inout Journal, message: Heard) -> [any Command] {
    if case .word(let word) = message { model.heard.append(word) }
    return []
  }
}

/// An app whose commands are asked for, answered and cancelled by the test.
final class ControlTest {
  let app = AppTest(Program(model: Journal(), journalUpdater))

  /// Lets the app return commands.
  func ask(_ commands: any Command..., then words: String...) {
    app.send(Ask(commands: commands), commands: commands, change: hearing(words))
  }

  /// The names of the commands that are being performed, in the order of their start.
  var running: [String] { app.pending.compactMap { ($0 as? Work)?.name } }

  /// What the app has heard.
  var heard: [String] { app.model.heard }

  /// The command with a name sends its name, and ends.
  func finish(_ name: String, then words: String...) {
    app.answer(\Work.reply, of: Work(name), at: 0, with: name, sends: words.map(Heard.word)) {
      $0.heard += [name] + words
    }
  }

  /// The interpreter of the command with a name throws.
  func fail(_ name: String, _ code: Int = 0, then words: String...) {
    app.answer(
      Work.self, of: Work(name), at: 0, throwing: WorkFailure(code: code),
      sends: words.map(Heard.word), change: hearing(words))
  }

  func advance(_ seconds: Int, then words: String...) {
    app.advance(by: .seconds(seconds), sends: words.map(Heard.word), change: hearing(words))
  }

  private func hearing(_ words: [String]) -> ((inout Journal) -> Void)? {
    words.isEmpty ? nil : { $0.heard += words }
  }
}
