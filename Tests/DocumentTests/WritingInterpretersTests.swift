import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

// The code of Docs/writing-interpreters.md, in its order.

struct SaveNote: Command, Equatable {
  var id: Int
  var text: String
}

enum NoteMessage: Message, Equatable {
  case saveTapped(id: Int, text: String)
  case saved(id: Int)
  case findTapped(String)
  case found(Result<[String], SearchFailure>)
  case remindTapped
  case reminded
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

struct SearchFailure: Error, Equatable { var reason: String }

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

protocol DownloadRequest: Command {
  var path: String { get }
  func message(for data: Data) -> any Message
}

struct Download<Value: Decodable & Sendable>: DownloadRequest, Equatable {
  var path: String
  var reply: Reply<Value?>

  func message(for data: Data) -> any Message {
    reply(try? JSONDecoder().decode(Value.self, from: data))
  }
}

struct DownloadInterpreter: CommandInterpreter {
  let load: @Sendable (String) -> Data

  func interpret(_ command: any DownloadRequest, dispatch: Dispatcher) {
    dispatch(command.message(for: load(command.path)))
  }
}

struct RemindLater: Command, Equatable { var delay: Duration }

struct RemindLaterInterpreter: CommandInterpreter {
  func interpret(_ command: RemindLater, dispatch: Dispatcher) {
    dispatch.clock.schedule(after: command.delay) { dispatch(NoteMessage.reminded) }
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

struct Notes: Model, Equatable {
  var saved: [Int] = []
  var found: [String] = []
  var isSearching = false
  var reminders = 0
  var userName: String?
}

struct NotesUpdater: TypedUpdater {
  var effects: [EffectType] {
    [.command(SaveNote.self), .command(FindNotes.self), .command(RemindLater.self)]
  }

  func update(model: inout Notes, message: NoteMessage) -> [any Command] {
    switch message {
    case .saveTapped(let id, let text): return [SaveNote(id: id, text: text)]
    case .saved(let id): model.saved.append(id)
    case .findTapped(let term):
      model.isSearching = true
      return [FindNotes(term: term, reply: Reply(NoteMessage.found))]
    case .found(let result):
      model.isSearching = false
      model.found = (try? result.get()) ?? []
    case .remindTapped: return [RemindLater(delay: .seconds(60))]
    case .reminded: model.reminders += 1
    }
    return []
  }
}

func makeNotes(
  disk: NoteDisk, clock: any RuntimeClock = .system, issues: IssueHandler = .standardError,
  search: @escaping @Sendable (String) async throws -> [String]
) throws -> Runtime<Notes> {
  try Runtime(
    Program(model: Notes(), NotesUpdater()),
    interpreters: [
      .command(SaveNoteInterpreter(disk: disk)),
      .command(FindNotesInterpreter(search: search)),
      .command(RemindLaterInterpreter()),
    ],
    options: RuntimeOptions(clock: clock, issues: issues))
}

@Test func searchingSettlesWhenTheAnswerWasHandled() async throws {
  let notes = try makeNotes(disk: NoteDisk(), search: { term in ["all about \(term)"] })
  notes.start()
  try await notes.settle(NoteMessage.findTapped("tea"))
  #expect(notes.model == Notes(found: ["all about tea"]))
}

@Test func closuresInterpretCommandsToo() async throws {
  let disk = NoteDisk()
  let interpreters = closures(disk: disk) { term throws(SearchFailure) in
    if term == "tea" { return ["all about tea"] }
    throw SearchFailure(reason: "no index")
  }
  let notes = try Runtime(Program(model: Notes(), NotesUpdater()), interpreters: interpreters)
  notes.start()
  try await notes.settle(NoteMessage.saveTapped(id: 3, text: "milk"))
  #expect(disk.read(3) == "milk")
  #expect(notes.model.saved == [3])
  try await notes.settle(NoteMessage.findTapped("tea"))
  #expect(notes.model.found == ["all about tea"])
  try await notes.settle(NoteMessage.findTapped("coffee"))
  #expect(notes.model == Notes(saved: [3]))
}

@Test func savingWritesToTheDiskAndSaysSo() {
  let disk = NoteDisk()
  let recorder = RecordingDispatcher()

  SaveNoteInterpreter(disk: disk)
    .interpret(SaveNote(id: 3, text: "milk"), dispatch: recorder.dispatcher)

  #expect(disk.read(3) == "milk")
  #expect(difference(recorder.messages, [NoteMessage.saved(id: 3)]) == nil)
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

@Test func aFailedSearchIsAMessageToo() async throws {
  let recorder = RecordingDispatcher()
  let interpreter = FindNotesInterpreter(search: { _ in throw SearchFailure(reason: "no index") })
  let command = FindNotes(term: "tea", reply: Reply(NoteMessage.found))

  try await interpreter.interpret(command, dispatch: recorder.dispatcher)

  let answer = await recorder.next(as: NoteMessage.self)
  #expect(answer == .found(.failure(SearchFailure(reason: "no index"))))
}

struct SignedInUser: ConstantSubscription {
  var name: String?
}

struct UserSubscriptions: SubscriptionProvider {
  func subscriptions(model: Notes) -> [any Subscription] { [SignedInUser(name: model.userName)] }
}

struct SignNote: Command, Equatable {}
struct NoteSigned: Message, Equatable { var by: String? }

func signing() -> [Interpreter] {
  let user = Latest<SignedInUser>()
  return [
    .subscription(user),
    .command(SignNote.self) { _, dispatch in dispatch(NoteSigned(by: user.value?.name)) },
  ]
}

// What the guide says beside its code.

struct SignIn: Message { var name: String }

@Test func aDeclaredConstantIsKnownBeforeTheCommandsOfTheStep() async throws {
  let updater = FunctionUpdater<Notes>(takes: .all) { (model: consuming Notes, message) in
    guard let message = message as? SignIn else { return (model, []) }
    model.userName = message.name
    return (model, [SignNote()])
  }
  let notes = try Runtime(
    Program(model: Notes(), CombinedUpdater([.full(updater), .full(UserSubscriptions())])),
    interpreters: signing())
  notes.start()
  let signed = try await notes.settle(SignIn(name: "Ada"), returning: NoteSigned.self)
  #expect(signed == NoteSigned(by: "Ada"))
  notes.requestShutdown()
}

@Test func aGenericCommandIsServedByOneInterpreterForAllItsTypes() throws {
  struct Pages: Message, Equatable { var count: Int? }
  struct Titles: Message, Equatable { var all: [String]? }
  struct Go: Message {}
  let heard = Lines()
  let updater = FunctionUpdater<Notes>(takes: .all) { model, message in
    guard message is Go else {
      heard.add("\(message)")
      return (model, [])
    }
    let pages = Download<Int>(path: "4", reply: Reply { Pages(count: $0) })
    let titles = Download<[String]>(path: "[\"a\"]", reply: Reply { Titles(all: $0) })
    return (model, [pages, titles])
  }
  let notes = try Runtime(
    Program(model: Notes(), updater),
    interpreters: [
      .command(
        DownloadInterpreter(load: { Data($0.utf8) }), where: { $0 is any DownloadRequest.Type })
    ])
  notes.start()
  notes.dispatch(Go())
  #expect(heard.all == ["Pages(count: Optional(4))", "Titles(all: Optional([\"a\"]))"])
}

@Test func theGuideQuotesTheErrorsOfBadWiring() throws {
  let guide = try guide("writing-interpreters")
  let twice: [Interpreter] = [
    .command(SaveNoteInterpreter(disk: NoteDisk())),
    .command(SaveNoteInterpreter(disk: NoteDisk())), .command(RemindLaterInterpreter()),
    .command(FindNotesInterpreter(search: { _ in [] })),
  ]
  let error = #expect(throws: WiringError.self) {
    try Runtime(Program(model: Notes(), NotesUpdater()), interpreters: twice)
  }
  #expect(guide.quotes(try #require(error?.description)))
  let none = #expect(throws: WiringError.self) {
    try Runtime(Program(model: Notes(), NotesUpdater()), interpreters: [])
  }
  #expect(none?.description.hasPrefix("3 things are wrong with the wiring.") == true)
}

@Test func theGuideQuotesTheErrorsOfPredicates() throws {
  struct Go: Message {}
  let recorder = IssueRecorder()
  let updater = FunctionUpdater<Notes>(takes: .all) { model, message in
    (model, message is Go ? [SaveNote(id: 1, text: ""), RemindLater(delay: .zero)] : [])
  }
  let notes = try Runtime(
    Program(model: Notes(), updater),
    interpreters: [
      .command(DownloadInterpreter(load: { Data($0.utf8) }), where: { $0 is SaveNote.Type }),
      .command(RemindLaterInterpreter(), where: { $0 is RemindLater.Type }),
      .command(RemindLaterInterpreter(), where: { $0 is RemindLater.Type }),
    ], options: RuntimeOptions(issues: recorder.handler))
  notes.start()
  notes.dispatch(Go())
  #expect(recorder.kinds == [.interpreterMismatch, .overlappingInterpreters])
  let guide = try guide("writing-interpreters")
  for issue in recorder.issues { #expect(guide.quotes(issue.text)) }
}

@Test func theGuideQuotesTheErrorOfAnInterpreterThatThrows() async throws {
  struct Unexpected: Error {}
  let recorder = IssueRecorder()
  let notes = try makeNotes(
    disk: NoteDisk(), issues: recorder.handler, search: { _ in throw Unexpected() })
  notes.start()
  try await notes.settle(NoteMessage.findTapped("tea"))
  #expect(recorder.kinds == [.interpreterThrew])
  #expect(try guide("writing-interpreters").quotes(#require(recorder.issues.first).text))
}

@Test func aRunGoesOnWhileItsDispatcherIsKept() async throws {
  let clock = ManualClock()
  let notes = try makeNotes(disk: NoteDisk(), clock: clock, search: { _ in [] })
  notes.start()
  let settled = Task { try await notes.settle(NoteMessage.remindTapped, timeout: .seconds(5)) }
  await clock.waitUntilScheduled(2)
  clock.advance(by: .seconds(5))
  let error = await #expect(throws: SettleError.self) { try await settled.value }
  #expect(error == .timedOut(pending: ["RemindLater"]))
  #expect(try guide("writing-interpreters").quotes("\(try #require(error))"))
  clock.advance(by: .seconds(55))
}

@Test func theGuideQuotesTheErrorOfAShutdownThatWaitsInVain() async throws {
  let clock = ManualClock()
  let recorder = IssueRecorder()
  let notes = try makeNotes(
    disk: NoteDisk(), clock: clock, issues: recorder.handler, search: { _ in [] })
  notes.start()
  notes.dispatch(NoteMessage.remindTapped)
  let ended = Task { await notes.shutdown(deadline: .seconds(5)) }
  await clock.waitUntilScheduled(2)
  clock.advance(by: .seconds(5))
  await ended.value
  #expect(recorder.kinds == [.stragglers])
  #expect(try guide("writing-interpreters").quotes(#require(recorder.issues.first).text))
}

@Test func aSleepingCommandInARunningApp() async throws {
  struct Nap: Command {}
  enum NapMessage: Message { case wanted, over }
  struct Sleeper: Model { var naps = 0 }
  let updater = TypedFunctionUpdater { (model: inout Sleeper, message: NapMessage) in
    if message == .wanted { return [Nap()] }
    model.naps += 1
    return []
  }
  let clock = ManualClock()
  let app = try Runtime(
    Program(model: Sleeper(), updater),
    interpreters: [
      .command(Nap.self) { (_: Nap, dispatch: Dispatcher) async throws in
        try await dispatch.clock.sleep(for: .seconds(2))
        dispatch(NapMessage.over)
      }
    ], options: RuntimeOptions(clock: clock))
  app.start()
  async let answered = app.settle(NapMessage.wanted)
  await clock.waitUntilScheduled()
  clock.advance(by: .seconds(2))
  #expect(try await answered.isSuccess)
  #expect(app.model.naps == 1)
}
