import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct RandomTests {
  enum Drawn: Message, Equatable {
    case id(UUID)
    case number(Int)
    case fraction(Double)
    case element(String?)
    case shuffled([Int])
  }

  private func answers(_ interpreter: Interpreter, _ commands: [any Command]) async -> [Drawn] {
    let recorder = RecordingDispatcher()
    for command in commands { await recorder.run(interpreter, command).ended() }
    return recorder.messages.compactMap { $0 as? Drawn }
  }

  private let commands: [any Command] = [
    NewID(Reply(Drawn.id)), NewID(Reply(Drawn.id)), RandomNumber(in: 1...6, Reply(Drawn.number)),
    RandomFraction(Reply(Drawn.fraction)), RandomElement(of: ["a", "b"], Reply(Drawn.element)),
    RandomElement(of: [], Reply(Drawn.element)), Shuffle([1, 2, 3, 4], Reply(Drawn.shuffled)),
  ]

  @Test func theSameSeedGivesTheSameAnswers() async {
    let first = await answers(.random(seed: 7), commands)
    #expect(first.count == commands.count)
    #expect(await answers(.random(seed: 7), commands) == first)
    #expect(await answers(.random(seed: 8), commands) != first)
    #expect(Array(first.prefix(2)) == [.id(.numbered(1)), .id(.numbered(2))])
    #expect(UUID.numbered(300).uuidString == "00000000-0000-0000-0000-00000000012C")
  }

  @Test func theSystemsChanceStaysInRange() async {
    for _ in 0..<50 {
      let drawn = await answers(.random(), commands)
      guard drawn.count == 7, case .number(let number) = drawn[2],
        case .fraction(let fraction) = drawn[3], case .shuffled(let shuffled) = drawn[6]
      else {
        Issue.record("an answer is missing in \(drawn)")
        return
      }
      #expect(drawn[0] != drawn[1])
      #expect((1...6).contains(number) && (0...1).contains(fraction))
      #expect(drawn[4] == .element("a") || drawn[4] == .element("b"))
      #expect(drawn[5] == .element(nil))
      #expect(shuffled.sorted() == [1, 2, 3, 4])
    }
  }

  @Test func everyNumberIsDrawn() async {
    let rolls = Array(repeating: RandomNumber(in: 1...6, Reply(Drawn.number)), count: 200)
    let drawn = await answers(.random(seed: 1), rolls)
    for number in 1...6 { #expect(drawn.contains(.number(number))) }
  }

  @Test func anAppTestAnswersByTheReply() {
    struct Dice: Model, Equatable {
      typealias Receives = Drawn
      var last = 0
    }
    struct DiceUpdater: TypedUpdater {
      func update(model: inout Dice, message: Drawn) -> [any Command] {
        if case .number(let number) = message {
          model.last = number
          return []
        }
        return [RandomNumber(in: 1...6, reply { .number($0) })]
      }
    }
    let app = AppTest(Program(model: Dice(), DiceUpdater()))
    app.send(.element(nil), commands: [RandomNumber(in: 1...6, Reply(Drawn.number))])
    app.answer(\RandomNumber.reply, with: 5) { $0.last = 5 }
    app.finish()
  }
}
