import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

/// A provider of a slice that declares subscriptions for itself and for its rows: those of the rows get the
/// whole address, although lists are compared before.
@Suite struct AddressedDeclarationsTests {
  struct Row: Model, Identifiable {
    let id: Int
    var got: [String] = []
  }
  struct Pane: Model {
    var rows = [Row(id: 0), Row(id: 1)]
    var wanted: [String] = []
    var got: [String] = []
  }
  struct App: Model { var pane = Pane() }

  struct Want: Message { var names: [String] }

  struct WantUpdater: TypedUpdater {
    func update(model: inout Pane, message: Want) -> [any Command] {
      model.wanted = message.names
      return []
    }
  }

  struct PaneUpdater: TypedUpdater {
    func update(model: inout Pane, message: Note) -> [any Command] {
      if case .add(let text) = message { model.got.append(text) }
      return []
    }
  }

  struct RowUpdater: TypedUpdater {
    func update(model: inout Row, message: Note) -> [any Command] {
      if case .add(let text) = message { model.got.append(text) }
      return []
    }
  }

  /// "0" and "1" are wanted for the rows, other names for the pane.
  private func start(_ board: SourceBoard) throws -> Runtime<App> {
    let provider = FunctionSubscriptionProvider<Pane> { pane in
      pane.wanted.map { name -> any Subscription in
        let source = Source(name: name, reply: Reply { Note.add("\(name) \($0)") })
        return Int(name).map { source.in(Pane.at.rows[$0]) } ?? source
      }
    }
    let runtime = try Runtime(
      Program(
        model: App(),
        CombinedUpdater([
          .full(
            CombinedUpdater<App>([
              .slice(
                \.pane,
                CombinedUpdater<Pane>([
                  .full(WantUpdater()), .full(PaneUpdater()), .each(\.rows, RowUpdater()),
                ]))
            ])), .full(CombinedUpdater<App>([.slice(\.pane, provider)])),
        ])), interpreters: [board.interpreter],
      options: RuntimeOptions(issues: IssueRecorder().handler))
    runtime.start()
    return runtime
  }

  @Test func rowsOfASliceAreAnsweredWhateverTheListWasBefore() throws {
    let board = SourceBoard()
    let runtime = try start(board)
    let names = ["0", "1", "a", "b"]
    var generator = SeededGenerator(seed: 7)
    var expected = App()
    for step in 0..<300 {
      let count = Int.random(in: 0...4, using: &generator)
      let wanted = Array(names.shuffled(using: &generator).prefix(count))
      runtime.dispatch(Want(names: wanted))
      for name in wanted {
        board.send("\(step)", from: name)
        if let row = Int(name) {
          expected.pane.rows[row].got.append("\(name) \(step)")
        } else {
          expected.pane.got.append("\(name) \(step)")
        }
      }
      let pane = runtime.model.pane
      #expect(pane.got == expected.pane.got, "step \(step)")
      #expect(pane.rows.map(\.got) == expected.pane.rows.map(\.got), "step \(step)")
    }
    #expect(runtime.statistics.gone == 0)
  }
}
