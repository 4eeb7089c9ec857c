import KatanaRuntime
import KatanaTesting
import Testing

/// Values that the seed does not decide are found where runs of one seed are compared.
@Suite struct ValueTests {
  private let why = """
    Something is not decided by the seed.
    To fix this, create everything that a run uses in the closure of `explore`, take time from \
    `simulation.clock` and random values from `simulation.choose`, and let nothing depend on a \
    global variable, an address, or the order of a set or a dictionary.

    """

  private func texts(
    seeds: Int = 128, _ app: @escaping (Simulation) -> Simulated<Notes>
  ) -> [String] {
    failures {
      explore(
        seeds: seeds, sending: [Note.doing(["go"])], fileID: "App/AppTests.swift", line: 7, app)
    }.map(\.text)
  }

  private func counting() -> @Sendable () -> Int {
    let count = Locked(0)
    return {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func aMessageWithAnotherValueIsNamed() {
    let next = counting()
    let texts = texts { _ in
      notesApp(
        .command(
          DoingNow { _, dispatch in
            dispatch(Note.heard("\(next())"), file: "App/Do.swift", line: 5)
          }))
    }
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: two runs of this seed have different values.
          In message 2, 0 ms: doing (App/AppTests.swift:7) → Do → heard (App/Do.swift:5)
          Difference: .heard: "1" is not "2"
        \(why)    1  0 ms  doing(["go"]) (App/AppTests.swift:7)
        """) == true)
  }

  private func noting(_ text: @escaping @Sendable () -> String) -> FunctionUpdater<Notes> {
    FunctionUpdater(takes: .all) { model, _ in (Notes(heard: model.heard + ["a", text()]), []) }
  }

  @Test func aModelWithAnotherValueIsNamed() {
    let next = counting()
    let texts = texts { [updater = noting { "\(next())" }] _ in
      Simulated(Program(model: Notes(), updater))
    }
    #expect(
      texts.first?.hasPrefix(
        """
        Seed 0: two runs of this seed have different values.
          In the model after message 1, 0 ms: doing (App/AppTests.swift:7)
          Difference: .heard[1]: "1" is not "2"
        \(why)    1  0 ms  doing(["go"]) (App/AppTests.swift:7)
        """) == true)
  }

  @Test func aRandomNumberIsSeenInTheFirstSeed() {
    let texts = texts(seeds: 1) { [updater = noting { "\(UInt64.random(in: 0 ... .max))" }] _ in
      Simulated(Program(model: Notes(), updater))
    }
    #expect(texts.first?.hasPrefix("Seed 0: two runs of this seed have different values.") == true)
  }

  @Test func anInvariantThatFailsByChanceIsNoFailureOfTheSeed() {
    let next = counting()
    let texts = texts { [updater = noting { "\(next())" }] _ in
      Simulated(Program(model: Notes(), updater))
        .always("fewer than 100") { Int($0.heard.last ?? "0") ?? 0 < 100 }
        .eventually("nothing was heard") { $0.heard.isEmpty }
    }
    #expect(texts.first?.hasPrefix("Seed 0: two runs of this seed have different values.") == true)
  }

  @Test func ofManyMessagesTheFirstModelsAndTheLastAreCompared() {
    struct Numbers: Model {
      var count = 0
      var last = 0
    }
    struct Count: Message {}
    func texts(differingAt place: Int) -> [String] {
      let next = counting()
      let updater = FunctionUpdater<Numbers>(takes: .all) { model, _ in
        let last = model.count == place ? next() : model.last
        return (Numbers(count: model.count + 1, last: last), model.count < 999 ? [Again()] : [])
      }
      return failures {
        explore(seeds: 1, sending: [Count()]) { _ in
          Simulated(
            Program(model: Numbers(), updater), interpreters: [.command(Repeating { $0(Count()) })])
        }
      }.map(\.text)
    }
    #expect(texts(differingAt: 100).first?.contains("\n  In the model after message 101,") == true)
    // Of 1,000, the models of those in the middle are not kept.
    let late = texts(differingAt: 500).first ?? ""
    #expect(late.contains("\n  In the model after message 873,"))
    #expect(late.contains("\n  Difference: .last: 1 is not 2\n"))
  }

  struct Again: Command {}
  struct Repeating: CommandInterpreter {
    let body: @Sendable (Dispatcher) -> Void
    init(_ body: @escaping @Sendable (Dispatcher) -> Void) { self.body = body }
    func interpret(_ command: Again, dispatch: Dispatcher) { body(dispatch) }
  }

  // MARK: What is kept for the comparison changes nothing

  struct Hold: Message { var dispatch: Dispatcher }

  private let holding = FunctionUpdater<Notes>(takes: .all) { model, message in
    (model, message is Note ? [Again()] : [])
  }

  @Test func aMessageThatHoldsADispatcherKeepsNoCommandRunning() {
    let seen = explore(seeds: 8, sending: [Note.doing(["go"])]) { _ in
      Simulated(
        Program(model: Notes(), holding),
        interpreters: [.command(Repeating { $0(Hold(dispatch: $0)) })])
    }
    #expect(seen.seeds == 8)
  }

  @Test func valuesAreComparedWhereCommandsRunAtTheEndToo() {
    let next = counting()
    let kept = Locked<[Dispatcher]>([])
    let texts = failures {
      explore(seeds: 1, sending: [Note.doing(["go"])], ignoringPending: true) { _ in
        notesApp(
          .command(
            DoingNow { _, dispatch in
              kept.withLock { $0 = [dispatch] }
              dispatch(Note.heard("\(next())"))
            }))
      }
    }.map(\.text)
    #expect(texts.first?.contains("\n  In message 2, 0 ms: doing (") == true)
    #expect(
      texts.first?.contains("\n  Difference: the value: .heard(\"1\") is not .heard(\"2\")\n")
        == true)
  }

  // MARK: What cannot be compared is taken to be equal

  /// Equal to itself only.
  final class Socket: Sendable, Equatable {
    static func == (lhs: Socket, rhs: Socket) -> Bool { lhs === rhs }
  }

  struct Odd: Model, Equatable {
    var number = 0.0
    var socket = Socket()
    var token = Secret("")
  }
  enum OddMessage: Message, Equatable {
    case number(Double), socket(Socket), token(Secret<String>)
  }
  private let odd = FunctionUpdater<Odd>(takes: .all) { model, message in
    var model = model
    switch message as? OddMessage {
    case .number(let number): model.number = number
    case .socket(let socket): model.socket = socket
    case .token(let token): model.token = token
    case nil: break
    }
    return (model, [])
  }

  private func texts(
    sending message: @escaping @Sendable () -> OddMessage
  ) -> [String] {
    failures {
      explore(seeds: 1, sending: []) { _ in
        Simulated(
          Program(model: Odd(), odd, commands: [Again()]),
          interpreters: [.command(Repeating { $0(message()) })])
      }
    }.map(\.text)
  }

  @Test func objectsThatAreEqualToThemselvesOnlyAreNoDifference() {
    #expect(texts { .socket(Socket()) } == [])
    #expect(texts { .number(.nan) } == [])
  }

  @Test func aSecretThatDiffersIsNotShown() {
    let next = counting()
    let text = texts { .token(Secret("hunter\(next())")) }.first ?? ""
    #expect(text.contains("the secrets differ"))
    #expect(!text.contains("hunter"))
  }
}
