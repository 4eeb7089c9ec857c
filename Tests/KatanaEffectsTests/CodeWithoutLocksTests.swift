import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// What the values of an app ask while a module uses them, set when the answerer exists.
final class Asked: Sendable {
  private let ask = Locked<(@Sendable () -> Void)?>(nil)
  private let asked = Locked(0)
  private let isAsking = Locked(false)

  /// How often the values have asked.
  var count: Int { asked.withLock { $0 } }

  func set(_ ask: (@Sendable () -> Void)?) { self.ask.withLock { $0 = ask } }

  func callAsFunction() {
    guard let ask = ask.withLock({ $0 }) else { return }
    let isFirst = isAsking.withLock { isAsking in
      defer { isAsking = true }
      return !isAsking
    }
    // What asks may be asked on the way.
    guard isFirst else { return }
    asked.withLock { $0 += 1 }
    ask()
    isAsking.withLock { $0 = false }
  }

  /// Asks on another thread, and waits for the answer, which never comes while a lock is held here.
  static func elsewhere(_ ask: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        ask()
        done.signal()
      }
      done.wait()
    }
  }
}

/// A value that asks when it is encoded and when it is decoded.
private struct Asking: Codable, Equatable, Sendable {
  static let decoded = Asked()
  var number = 0
  var asked: Asked?

  init(_ number: Int, _ asked: Asked? = nil) { (self.number, self.asked) = (number, asked) }
  init(from decoder: any Decoder) throws {
    Self.decoded()
    number = try decoder.singleValueContainer().decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    asked?()
    try number.encode(to: encoder)
  }
  static func == (lhs: Asking, rhs: Asking) -> Bool { lhs.number == rhs.number }
}

/// An id that asks when it is compared.
private struct AskingID: Hashable, Sendable {
  var name: String
  let asked: Asked

  static func == (lhs: AskingID, rhs: AskingID) -> Bool {
    lhs.asked()
    rhs.asked()
    return lhs.name == rhs.name
  }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension RealEffects {
  /// No module holds a lock while it calls code of the app.
  @Suite struct CodeWithoutLocksTests {
    enum NumberMessage: Message {
      case drawn(Int)
    }

    /// A random command that asks for another one while it draws.
    struct AskingNumber: RandomCommand {
      var ask: @Sendable () -> Void
      var reply: Reply<Int>
      func value<Generator: RandomNumberGenerator>(using generator: inout Generator) -> Int {
        let first = Int.random(in: 1...1_000, using: &generator)
        ask()
        return first
      }
    }

    struct Numbers: Model {
      var drawn: [Int] = []
    }

    private func numbers(
      _ random: Interpreter, commands: [any Command]
    ) throws -> Runtime<Numbers> {
      try Runtime(
        Program(
          model: Numbers(),
          TypedFunctionUpdater { (model: inout Numbers, message: NumberMessage) in
            if case .drawn(let number) = message { model.drawn.append(number) }
            return []
          }, commands: commands), interpreters: [random])
    }

    @Test func aRandomCommandMayWaitForAnotherOne() async throws {
      let random = Interpreter.random(seed: 7)
      let reply = Reply(NumberMessage.drawn)
      let other = try numbers(random, commands: [RandomNumber(in: 1...1_000, reply)])
      let command = AskingNumber(ask: Asked.elsewhere { other.start() }, reply: reply)
      let runtime = try numbers(random, commands: [command])
      runtime.start()
      await runtime.shutdown()
      await other.shutdown()
      // One sequence, of which each command takes its part.
      let alone = try numbers(
        .random(seed: 7),
        commands: [RandomNumber(in: 1...1_000, reply), RandomNumber(in: 1...1_000, reply)])
      alone.start()
      await alone.shutdown()
      #expect(alone.model.drawn.count == 2)
      #expect(runtime.model.drawn + other.model.drawn == alone.model.drawn)
    }

    // MARK: Stores

    struct Note: Model {
      fileprivate var value: Asking
      var isKept = true
    }

    enum NoteMessage: Message {
      case forgotten
      case notSaved(StoreError)
    }

    /// The value ends the subscription that writes it, while it is encoded.
    @Test(arguments: [false, true])
    func aPersistedValueMayEndItsSubscription(isVirtual: Bool) async throws {
      let (folder, store) = (TemporaryFolder(), VirtualStore())
      let (asked, clock) = (Asked(), ManualClock())
      let feature = CombinedUpdater<Note>([
        .full(
          TypedFunctionUpdater { (model: inout Note, message: NoteMessage) in
            model.isKept = false
            return []
          }),
        .full(
          FunctionSubscriptionProvider<Note> { model in
            model.isKept
              ? [Persisted(model.value, to: "note.json", Reply(NoteMessage.notSaved))] : []
          }),
      ])
      let runtime = try Runtime(
        Program(model: Note(value: Asking(7, asked)), feature),
        interpreters: [isVirtual ? .store(store) : .store(folder.path)],
        options: RuntimeOptions(clock: clock))
      runtime.start()
      asked.set { [weak runtime] in
        asked.set(nil)
        runtime?.dispatch(NoteMessage.forgotten)
      }
      clock.advance(by: .seconds(1))
      for await model in runtime.models where !model.isKept { break }
      await runtime.shutdown()
      #expect(asked.count == 1)
      let text = isVirtual ? nil : folder.read("note.json")
      #expect(isVirtual || text == #"{"version":1,"value":7}"#)
      #expect(!isVirtual || store.persisted(PersistedFile<Asking>("note.json")) == Asking(7))
    }

    @Test func aValueOfAVirtualStoreMayAskTheStore() {
      let (store, asked) = (VirtualStore(), Asked())
      let other = StoreKey("other", default: 5)
      asked.set { _ = store.value(of: other) }
      Asking.decoded.set { store.set(6, for: other) }
      let key = StoreKey("key", default: Asking(0))
      store.set(Asking(7, asked), for: key)
      #expect(store.value(of: key) == Asking(7))
      Asking.decoded.set(nil)
      #expect(store.value(of: other) == 6 && asked.count == 1)
    }

    // MARK: Ids

    struct Upload: Model {
      var id: String
      var counts: [HTTPCounts] = []
      var isWatched = false
    }

    enum UploadMessage: Message {
      case started
      case watched
      case progressed(HTTPCounts)
      case ended(Outcome<HTTPResponse, HTTPError>)
    }

    private func upload(
      _ id: String, _ asked: Asked, _ http: Interpreter
    ) throws -> Runtime<Upload> {
      try Runtime(
        Program(
          model: Upload(id: id),
          CombinedUpdater<Upload>([
            .full(
              TypedFunctionUpdater { (model: inout Upload, message: UploadMessage) in
                switch message {
                case .started:
                  model.isWatched = true
                  let request = HTTPRequest.get("http://localhost/")
                  return [
                    Fetch(
                      request.reporting(as: AskingID(name: model.id, asked: asked)),
                      Reply(UploadMessage.ended))
                  ]
                case .watched: model.isWatched = true
                case .progressed(let counts): model.counts.append(counts)
                case .ended: model.isWatched = false
                }
                return []
              }),
            .full(
              FunctionSubscriptionProvider<Upload> { model in
                let id = AskingID(name: model.id, asked: asked)
                return model.isWatched
                  ? [HTTPProgress(of: id, Reply(UploadMessage.progressed))] : []
              }),
          ])), interpreters: [http])
    }

    @Test func anIDOfATransferMayAskWhileItIsCompared() async throws {
      let (asked, transport) = (Asked(), ManualTransport())
      let http = Interpreter.http(transport: transport)
      let runtime = try upload("a", asked, http)
      let other = try upload("b", Asked(), http)
      runtime.start()
      other.start()
      runtime.dispatch(UploadMessage.started)
      let exchange = try #require(await transport.next())
      asked.set(
        Asked.elsewhere {
          asked.set(nil)
          other.dispatch(UploadMessage.watched)
        })
      exchange.receive(.head(HTTPHead(status: 200, headers: [:])))
      exchange.receive(.body(Data("abc".utf8)))
      exchange.receive(.ended(nil))
      for await model in runtime.models where model.counts.last?.received == 3 { break }
      #expect(asked.count == 1 && other.model.isWatched)
      await runtime.shutdown()
      await other.shutdown()
    }

    struct Chat: Model {
      var id: String
      var isOpen = true
      var errors: [HTTPError?] = []
    }

    enum ChatMessage: Message {
      case updated(WebSocketUpdate)
      case sent(HTTPError?)
      case said
    }

    private func chat(_ id: String, _ asked: Asked, _ http: Interpreter) throws -> Runtime<Chat> {
      let id = AskingID(name: id, asked: asked)
      return try Runtime(
        Program(
          model: Chat(id: id.name),
          CombinedUpdater<Chat>([
            .full(
              TypedFunctionUpdater { (model: inout Chat, message: ChatMessage) in
                switch message {
                case .updated: break
                case .sent(let error): model.errors.append(error)
                case .said: return [SendToWebSocket(id, .text("hi"), Reply(ChatMessage.sent))]
                }
                return []
              }),
            .full(
              FunctionSubscriptionProvider<Chat> { _ in
                [
                  WebSocketMessages(
                    .get("ws://localhost/"), as: id, Reply(ChatMessage.updated))
                ]
              }),
          ])), interpreters: [http])
    }

    @Test func anIDOfASocketMayAskWhileItIsCompared() async throws {
      let (asked, server) = (Asked(), VirtualServer { _ in .text("") })
      let http = Interpreter.http(server)
      let (runtime, other) = (try chat("a", asked, http), try chat("b", Asked(), http))
      runtime.start()
      other.start()
      asked.set(Asked.elsewhere { other.dispatch(ChatMessage.said) })
      runtime.dispatch(ChatMessage.said)
      asked.set(nil)
      await runtime.shutdown()
      await other.shutdown()
      #expect(asked.count > 0 && runtime.model.errors == [nil])
      #expect(other.model.errors == Array(repeating: nil, count: asked.count))
    }
  }
}
