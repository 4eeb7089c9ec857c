import KatanaRuntime
import KatanaTesting

/// An app that performs commands by name, and notes what it hears.
struct Notes: Model, Equatable {
  var heard: [String] = []
}

enum Note: Message, Equatable {
  case doing([String])
  case heard(String)
}

/// A command that only has a name.
struct Do: Command, Equatable {
  var name: String
}

struct NotesUpdater: TypedUpdater {
  func update(model: inout Notes, message: Note) -> [any Command] {
    switch message {
    case .doing(let names): return names.map { Do(name: $0) }
    case .heard(let text): model.heard.append(text)
    }
    return []
  }
}

/// Performs ``Do`` with a closure, in a task.
struct Doing: AsyncCommandInterpreter {
  let body: @Sendable (Do, Dispatcher) async throws -> Void
  init(_ body: @escaping @Sendable (Do, Dispatcher) async throws -> Void) { self.body = body }
  func interpret(_ command: Do, dispatch: Dispatcher) async throws {
    try await body(command, dispatch)
  }
}

/// Performs ``Do`` with a closure, at once.
struct DoingNow: CommandInterpreter {
  let body: @Sendable (Do, Dispatcher) -> Void
  init(_ body: @escaping @Sendable (Do, Dispatcher) -> Void) { self.body = body }
  func interpret(_ command: Do, dispatch: Dispatcher) { body(command, dispatch) }
}

func notesApp(_ interpreter: Interpreter) -> Simulated<Notes> {
  Simulated(Program(model: Notes(), NotesUpdater()), interpreters: [interpreter])
}

/// What was seen at the ends of the runs, each once.
final class Seen: Sendable {
  private let values = Locked<Set<[String]>>([])
  var all: Set<[String]> { values.withLock { $0 } }

  /// An app whose last notes are remembered here.
  func remember(_ app: Simulated<Notes>) -> Simulated<Notes> {
    app.eventually("remembered") { [values] notes in
      values.withLock { _ = $0.insert(notes.heard) }
      return true
    }
  }
}
