import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/writing-interpreters.md, in its order.

struct SaveNote: Command, Equatable {
  var id: Int
  var text: String
}

enum NoteMessage: Message, Equatable {
  case saveTapped(id: Int, text: String), saved(id: Int)
  case findTapped(String), found(Outcome<[String], SearchFailure>)
  case remindTapped, reminded
}

struct SaveNoteInterpreter: CommandInterpreter {
  let disk: NoteDisk

  func interpret(_ command: SaveNote, dispatch: Dispatcher) {
    disk.write(command.text, id: command.id)
    dispatch(NoteMessage.saved(id: command.id))
  }
}

final class NoteDisk: Sendable {
  private let notes = Locked<[Int: String]>([:])

  func write(_ text: String, id: Int) { notes.withLock { $0[id] = text } }
  func read(_ id: Int) -> String? { notes.withLock { $0[id] } }
}

struct SearchFailure: Error, Equatable {}

struct FindNotes: Command, Equatable {
  var term: String
  var reply: Reply<Outcome<[String], SearchFailure>>
}

struct FindNotesInterpreter: AsyncCommandInterpreter {
  let search: @Sendable (String) async throws -> [String]

  @concurrent func interpret(_ command: FindNotes, dispatch: Dispatcher) async throws {
    do {
      dispatch.answer(command.reply, with: .success(try await search(command.term)))
    } catch let failure as SearchFailure {
      dispatch.answer(command.reply, with: .failure(failure))
    }
  }
}

func closures(
  disk: NoteDisk, search: @escaping @Sendable (String) async throws(SearchFailure) -> [String]
) -> [Interpreter] {
  [
    .command(SaveNote.self) { command, dispatch in
      disk.write(command.text, id: command.id)
      dispatch(NoteMessage.saved(id: command.id))
    },
    .command(FindNotes.self, reply: \.reply) { command throws(SearchFailure) in
      try await search(command.term)
    },
    .command(RemindLaterInterpreter()),
  ]
}

struct RemindLater: Command, Equatable { var delay: Duration }

struct RemindLaterInterpreter: CommandInterpreter {
  func interpret(_ command: RemindLater, dispatch: Dispatcher) {
    dispatch.clock.schedule(after: command.delay) { dispatch(NoteMessage.reminded) }
  }
}

struct Notes: Model, Equatable {
  var saved: [Int] = []
  var found: [String]?
  var reminders = 0
}

struct NotesUpdater: TypedUpdater {
  var effects: [any Effect.Type] {
    [SaveNote.self, FindNotes.self, RemindLater.self]
  }

  func update(model: inout Notes, message: NoteMessage) -> [any Command] {
    switch message {
    case .saveTapped(let id, let text): return [SaveNote(id: id, text: text)]
    case .saved(let id): model.saved.append(id)
    case .findTapped(let term): return [FindNotes(term: term, reply: Reply(NoteMessage.found))]
    case .found(let result): model.found = try? result.get()
    case .remindTapped: return [RemindLater(delay: .seconds(60))]
    case .reminded: model.reminders += 1
    }
    return []
  }
}

@Test func typesAndClosuresInterpretCommands() async throws {
  let disk = NoteDisk()
  @Sendable func find(_ term: String) throws(SearchFailure) -> [String] {
    if term == "coffee" { throw SearchFailure() }
    return ["all about \(term)"]
  }
  let types: [Interpreter] = [
    .command(SaveNoteInterpreter(disk: disk)), .command(FindNotesInterpreter(search: find)),
    .command(RemindLaterInterpreter()),
  ]
  for (id, interpreters) in [types, closures(disk: disk, search: find)].enumerated() {
    let notes = try Runtime(Program(model: Notes(), NotesUpdater()), interpreters: interpreters)
    notes.start()
    try await notes.settle(NoteMessage.saveTapped(id: id, text: "milk"))
    #expect(disk.read(id) == "milk")
    try await notes.settle(NoteMessage.findTapped("tea"))
    #expect(notes.model == Notes(saved: [id], found: ["all about tea"]))
    try await notes.settle(NoteMessage.findTapped("coffee"))
    #expect(notes.model.found == nil)
  }
}

@Test func aReminderComesAfterItsDelay() async {
  let clock = ManualClock()
  let recorder = RecordingDispatcher(clock: clock)
  let run = recorder.run(RemindLaterInterpreter(), RemindLater(delay: .seconds(60)))

  clock.advance(by: .seconds(59))
  recorder.expectNoMore()
  clock.advance(by: .seconds(1))
  await recorder.expect(NoteMessage.reminded)
  await run.ended()
}

@Test func aReminderComesInTheRunningApp() async throws {
  let clock = ManualClock()
  let app = try Runtime(
    Program(model: Notes(), NotesUpdater()),
    interpreters: closures(disk: NoteDisk()) { term throws(SearchFailure) in [term] },
    options: RuntimeOptions(clock: clock))
  app.start()
  async let answered = app.settle(NoteMessage.remindTapped)
  await clock.waitUntilScheduled()
  clock.advance(by: .seconds(60))
  #expect(try await answered.isSuccess)
  #expect(app.model.reminders == 1)
}
