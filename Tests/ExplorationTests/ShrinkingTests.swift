import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// Of the messages of a seed that fails, only those are shown that it fails with.
@Suite struct ShrinkingTests {
  private struct Door: Model, Equatable {
    typealias Receives = DoorMessage
    var isOpen = false
    var isAlarmOn = false
    var knocks = 0
  }
  private enum DoorMessage: Message, Equatable { case knocked, openTapped, alarmTapped }

  private static let updater = TypedFunctionUpdater { (model: inout Door, message: DoorMessage) in
    switch message {
    case .knocked: model.knocks += 1
    case .openTapped: model.isOpen = true
    case .alarmTapped: model.isAlarmOn = true
    }
    return []
  }

  private func simulated(_: Simulation) -> Simulated<Door> {
    Simulated(Program(model: Door(), Self.updater), interpreters: [])
      .always("the alarm is off while the door is open") { !($0.isOpen && $0.isAlarmOn) }
  }

  @Test func messagesThatDoNotMatterAreLeftOut() {
    let sent: [any Message] = [
      DoorMessage.knocked, DoorMessage.openTapped, DoorMessage.knocked, DoorMessage.knocked,
      DoorMessage.alarmTapped, DoorMessage.knocked,
    ]
    let found = failures {
      explore(
        seeds: 5..<6, sending: sent, fileID: "App/DoorTests.swift", line: 7, simulated)
    }
    #expect(found.count == 1)
    let texts = found.first?.text.components(separatedBy: "It fails in fewer steps too:\n")
    #expect(texts?.first?.hasPrefix("Seed 5: the invariant") == true)
    #expect(
      texts?.last == """
        Seed 0: the invariant "the alarm is off while the door is open" does not hold after message 2.
            1  0 ms  openTapped (App/DoorTests.swift:7)
                       .isOpen: false → true
            2  0 ms  alarmTapped (App/DoorTests.swift:7)
                       .isAlarmOn: false → true
        Model:
          .isOpen: true
          .isAlarmOn: true
          .knocks: 0
        To run it again: explore(seeds: 0..<1, sending: [DoorMessage.openTapped, DoorMessage.alarmTapped], …)
        """)
  }

  @Test func generatedMessagesAreShrunkToo() {
    let found = failures {
      explore(
        seeds: 500,
        sending: { simulation in
          (1...simulation.choose(2...8)).map { _ in
            simulation.choose(among: [DoorMessage.knocked, .openTapped, .alarmTapped])
          }
        }, simulated)
    }
    #expect(found.count == 1)
    let end = "Tapped], …)"
    let text = found.first?.text ?? ""
    #expect(
      text.hasSuffix(end) && !(text.split(separator: "sending:").last ?? "").contains("knocked"))
  }

  private struct Rang: Message {}

  /// The list has elements of two types, and says no type of its own.
  @Test func messagesOfSeveralTypesMayBeChosen() {
    let feature = Self.updater.with(
      .full(TypedFunctionUpdater { (_: inout Door, _: Rang) in [] }))
    let seen = explore(
      seeds: 20,
      sending: { simulation in
        (0...simulation.choose(2...6)).map { _ in
          simulation.choose(among: [DoorMessage.knocked, Rang()])
        }
      }
    ) { _ in Simulated(Program(model: Door(), feature), interpreters: []) }
    #expect(seen.messages > 60)
    #expect(seen.orders > 10)
  }

  @Test func generatedMessagesAreTheSameForTheSameSeed() {
    func run() -> Exploration {
      explore(
        seeds: 50,
        sending: { simulation in
          (1...simulation.choose(1...8)).map { _ in
            simulation.choose(among: [DoorMessage.knocked, .openTapped])
          }
        }, simulated)
    }
    let (first, second) = (run(), run())
    #expect(first == second)
    #expect(first.orders > 20)
  }

  @Test func anExplorationInWhichNothingIsHandledFails() {
    struct Row: Model, Equatable, Identifiable {
      typealias Receives = DoorMessage
      let id: Int
    }
    struct House: Model, Equatable { var rows: [Row] = [] }
    let feature = CombinedUpdater<House>([
      .each(\.rows, TypedFunctionUpdater { (_: inout Row, _: DoorMessage) in [] })
    ])
    let found = failures {
      explore(seeds: 10, sending: [DoorMessage.knocked.to(House.at.rows[1])]) { _ in
        Simulated(Program(model: House(), feature), interpreters: [])
      }
    }
    #expect(
      found.map(\.text) == [
        """
        No message was handled under any seed.
        An exploration in which nothing happens finds nothing.
        To fix this, begin with a model in which an updater takes the messages, and the children \
        exist.
        """
      ])
  }
}
