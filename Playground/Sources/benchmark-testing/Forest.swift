import Katana
import KatanaTesting

/// A model of 1,000 nodes, one of which a message changes.
struct Forest: Model, Equatable {
  typealias Receives = Change

  var trees = (0..<1_000).map { Tree(id: $0, name: "tree \($0)") }

  struct Tree: Equatable, Sendable, Identifiable {
    var id: Int
    var name: String
    var height = 0
  }

  enum Change: Message {
    case grown(Int)
    case looked
  }

  struct Updater: TypedUpdater {
    func update(model: inout Forest, message: Change) -> [any Command] {
      if case .grown(let index) = message { model.trees[index].height += 1 }
      return []
    }
  }

  static let rounds = 200

  static func measure() -> [(String, Duration)] {
    let test = StepTest(Updater(), model: Forest())
    var model = Forest()
    return [
      (
        "the update and one == alone, changed",
        median { index in
          let (after, _) = Updater().update(model: model, message: .grown(index))
          var expected = model
          expected.trees[index].height += 1
          precondition(after == expected)
          model = after
        }
      ),
      (
        "StepTest.send, one node changed",
        median { index in
          test.send(.grown(index)) { $0.trees[index].height += 1 }
        }
      ),
      ("StepTest.send, nothing changed", median { _ in test.send(.looked) }),
      (
        "StepTest.send, one node wrong (with its text)",
        median { index in
          let found = failures { test.send(.grown(index)) }
          precondition(found.count == 1)
        }
      ),
    ]
  }

  private static func median(_ step: (Int) -> Void) -> Duration {
    let clock = ContinuousClock()
    let times = (0..<9).map { _ in
      clock.measure { for index in 0..<rounds { step(index) } } / rounds
    }
    return times.sorted()[4]
  }
}
