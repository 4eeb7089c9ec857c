import KatanaRuntime
import KatanaTesting
import Testing

/// A value that holds a NaN, and changes in a part that its mirror does not show or that has no `==`:
/// what `==` calls different is a change.
@Suite struct HiddenChangeTests {
  enum Side: Sendable { case left, right }

  struct Gauge: Equatable, Sendable, CustomReflectable {
    var ratio = Double.nan
    var side = Side.left
    var hidden = 0
    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.ratio == rhs.ratio && lhs.hidden == rhs.hidden
    }
    var customMirror: Mirror { Mirror(self, children: ["ratio": ratio]) }
  }

  struct Panel: Model, Equatable {
    var gauge = Gauge()
    var changes = 0
  }
  struct Turn: Message {}

  private static let feature = CombinedUpdater<Panel>([
    .full(
      TypedFunctionUpdater { (panel: inout Panel, _: Turn) in
        panel.gauge.hidden += 1
        return []
      })
  ]).onChange(of: \.gauge) { panel, _ in
    panel.changes += 1
    return []
  }

  @Test func observersAndOnChangeAreTold() throws {
    let runtime = try Runtime(Program(model: Panel(), Self.feature))
    let seen = Locked<[Int]>([])
    let observation = runtime.observe(\.gauge) { gauge in seen.withLock { $0.append(gauge.hidden) }
    }
    runtime.start()
    runtime.dispatch(Turn())
    runtime.dispatch(Turn())
    observation.cancel()
    #expect(runtime.model.changes == 2)
    #expect(seen.withLock { $0 }.suffix(2) == [1, 2])
  }

  @Test func aTestThatDoesNotStateTheChangeFails() {
    let failures = failures {
      StepTest(Self.feature, model: Panel()).send(Turn()) { $0.changes = 1 }
    }
    #expect(failures.count == 1 && failures[0].text.contains(".gauge"), "\(failures)")
  }
}
