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
  case findTapped(String), found(Result<[String], SearchFailure>)
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

struct SearchFailure: Error, Equatable { var reason = "no index" }

struct FindNotes: Command, Equatable {
  var term: String
  var reply: Reply<Result<[String], SearchFailure>>
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
  typealias Receives = NoteMessage
  var saved: [Int] = []
  var found: [String]?
  var reminders = 0
}

struct NotesUpdater: TypedUpdater {
  var effects: [EffectType] {
    [.command(SaveNote.self), .command(FindNotes.self), .command(RemindLater.self)]
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
  struct Unexpected: Error {}
  let (disk, recorder) = (NoteDisk(), IssueRecorder())
  let types: [Interpreter] = [
    .command(SaveNoteInterpreter(disk: disk)), .command(RemindLaterInterpreter()),
    .command(
      FindNotesInterpreter { term in
        if term == "milk" { throw Unexpected() }
        return try find(term)
      }),
  ]
  for (id, interpreters) in [types, closures(disk: disk, search: find)].enumerated() {
    let notes = try Runtime(
      Program(model: Notes(), NotesUpdater()), interpreters: interpreters,
      options: RuntimeOptions(issues: recorder.handler))
    notes.start()
    try await notes.settle(NoteMessage.saveTapped(id: id, text: "milk"))
    #expect(disk.read(id) == "milk")
    try await notes.settle(NoteMessage.findTapped("tea"))
    #expect(notes.model == Notes(saved: [id], found: ["all about tea"]))
    try await notes.settle(NoteMessage.findTapped("coffee"))
    #expect(notes.model.found == nil)
    try await notes.settle(NoteMessage.findTapped("milk"))
  }
  try expectQuoted(recorder, [.interpreterThrew], on: "writing-interpreters")
}

private func find(_ term: String) throws(SearchFailure) -> [String] {
  if term == "coffee" { throw SearchFailure() }
  return ["all about \(term)"]
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

/// A run goes on while its dispatcher is kept.
@Test func aReminderInTheRunningApp() async throws {
  let (clock, recorder) = (ManualClock(), IssueRecorder())
  let app = try Runtime(
    Program(model: Notes(), NotesUpdater()),
    interpreters: closures(disk: NoteDisk(), search: find),
    options: RuntimeOptions(clock: clock, issues: recorder.handler))
  app.start()
  async let answered = app.settle(NoteMessage.remindTapped)
  await clock.waitUntilScheduled()
  clock.advance(by: .seconds(60))
  #expect(try await answered.isSuccess)
  #expect(app.model.reminders == 1)

  let settled = Task { try await app.settle(NoteMessage.remindTapped, timeout: .seconds(5)) }
  await clock.waitUntilScheduled(2)
  clock.advance(by: .seconds(5))
  let error = await #expect(throws: SettleError.self) { try await settled.value }
  #expect(try guide("writing-interpreters").quotes("\(try #require(error))"))
  let ended = Task { await app.shutdown(deadline: .seconds(5)) }
  await clock.waitUntilScheduled(2)
  clock.advance(by: .seconds(5))
  await ended.value
  try expectQuoted(recorder, [.stragglers], on: "writing-interpreters")
}

// What the guide says beside its code.

@Test func theGuideQuotesTheErrorsOfBadWiring() throws {
  let disk = NoteDisk()
  let error = #expect(throws: WiringError.self) {
    try Runtime(
      Program(model: Notes(), NotesUpdater()),
      interpreters: closures(disk: disk, search: find)
        + [.command(SaveNoteInterpreter(disk: disk))])
  }
  #expect(try guide("writing-interpreters").quotes(#require(error?.description)))
}

protocol APIRequest: Command {}

struct APIInterpreter: CommandInterpreter {
  func interpret(_ command: any APIRequest, dispatch: Dispatcher) {}
}

@Test func theGuideQuotesTheErrorsOfPredicates() throws {
  let recorder = IssueRecorder()
  let notes = try Runtime(
    Program(
      model: Notes(), SilentUpdater<Notes>(),
      commands: [SaveNote(id: 1, text: ""), RemindLater(delay: .zero)]),
    interpreters: [
      .command(APIInterpreter(), where: { $0 is SaveNote.Type }),
      .command(RemindLaterInterpreter(), where: { $0 is RemindLater.Type }),
      .command(RemindLaterInterpreter(), where: { $0 is RemindLater.Type }),
    ], options: RuntimeOptions(clock: ManualClock(), issues: recorder.handler))
  notes.start()
  try expectQuoted(
    recorder, [.interpreterMismatch, .overlappingInterpreters], on: "writing-interpreters")
  notes.requestShutdown()
}
