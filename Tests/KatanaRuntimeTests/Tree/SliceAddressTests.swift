import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// Messages to slices by their addresses.
  @Suite struct SliceAddressTests {
    static let work = Do("hold").cancellable(id: "x").in(Inner.at.rows[1])
    static let cancel = Cancel(id: "x").in(Inner.at.rows[1])

    /// One feature of the slice takes the simple way to it, two take the general way.
    @Test(arguments: [[inner], [inner, CombinedUpdater<Inner>([])]], [false, true])
    func aChildOfASliceHasOneAddress(_ slices: [CombinedUpdater<Inner>], isFirst: Bool) throws {
      let test = try start(CombinedUpdater<App>(slices.map { .slice(\.inner, $0) }))
      func send(_ command: any Command, byAddress: Bool) {
        let message = Returning([command])
        if byAddress {
          test.runtime.dispatch(
            ScopedMessage(message, in: PartMessage.tapped.to(App.at.inner).address))
        } else {
          test.runtime.dispatch(message)
        }
      }
      send(Self.work, byAddress: isFirst)
      let cancelled = Locked(0)
      test.held.withLock { $0[0] }.onCancel { cancelled.withLock { $0 += 1 } }
      send(Self.cancel, byAddress: !isFirst)
      #expect(cancelled.withLock { $0 } == 1)
      test.held.withLock { $0 = [] }
    }

    struct Root: Model, Equatable {
      var leaf = Detail()
      var rows = [Row(id: 1)]
      var writes = 0
      var computed: Detail {
        get { leaf }
        set { (leaf, writes) = (newValue, writes + 1) }
      }
      var computedRows: [Row] {
        get { rows }
        set { (rows, writes) = (newValue, writes + 1) }
      }
    }

    struct Pins: Model { var rows = [Row(id: 1)] }
    struct First: Model {
      var pins = Pins()
      var number = 0
    }
    struct Second: Model {
      var number = 0
      var pins = Pins()
    }
    struct Ping: Message {}
    struct Tap: Command {}

    /// Returns what an interceptor sees of a message that a command of a slice sends to a row.
    private func seen<Whole: Model>(
      _ model: Whole, _ pins: WritableKeyPath<Whole, Pins> & Sendable
    ) throws -> [String] {
      let seen = Locked<[String]>([])
      let interceptor = Interceptor<Whole>(before: { envelope, _ in
        if envelope.message is ScopedMessage {
          seen.withLock { $0.append("\(envelope.message)") }
        }
        return .handle
      })
      let feature = CombinedUpdater<Pins>([
        .full(TypedFunctionUpdater { (_: inout Pins, _: Ping) in [Tap()] }), .each(\.rows, row),
      ])
      let runtime = try Runtime(
        Program(model: model, CombinedUpdater<Whole>([.slice(pins, feature)])),
        interpreters: [
          .command(Tap.self) { (_: Tap, dispatch: Dispatcher) in
            dispatch(PartMessage.tapped.to(Pins.at.rows[1]))
          }
        ], options: RuntimeOptions(interceptors: [interceptor]))
      runtime.start()
      runtime.dispatch(Ping())
      #expect(runtime.model[keyPath: pins].rows[0].taps == 1)
      return seen.withLock { $0 }
    }

    /// Also if the slice lies where the model of the app begins.
    @Test func whoSeesAMessageOfASliceSeesItsAddressInTheApp() throws {
      #expect(try seen(First(), \.pins) == ["PartMessage.tapped.to(First.at.pins.rows[1])"])
      #expect(try seen(Second(), \.pins) == ["PartMessage.tapped.to(Second.at.pins.rows[1])"])
    }

    /// As a view does that continues the address that it is given.
    @Test @MainActor func anAddressToWhichNothingIsAppendedStaysTheSame() throws {
      let leaf = CombinedUpdater<Detail>([.optional(\.inner, inner)])
      let test = try start(CombinedUpdater<Root>([.slice(\.computed, leaf)]), model: Root())
      let store = ObservableStore(test.runtime)
      let child = try #require(store[Root.at.computed])
      #expect(child[Detail.at] === child)
      #expect(test.runtime[Root.at.computed] == Root().leaf)
    }

    /// A computed property is written back after each change.
    @Test func aMessageToAChildThatIsGoneWritesNothing() throws {
      let leaf = CombinedUpdater<Detail>([.optional(\.inner, inner)])
      let test = try start(
        CombinedUpdater<Root>([.slice(\.computed, leaf), .each(\.computedRows, row)]), model: Root()
      )
      test.runtime.dispatch(PartMessage.tapped.to(Root.at.computed.inner))
      test.runtime.dispatch(PartMessage.tapped.to(Root.at.computedRows[9]))
      test.runtime.dispatch(PartMessage.tapped.to(Root.at.computedRows[1].detail))
      #expect(test.runtime.statistics.gone == 2)
      #expect(test.runtime.model == Root())
      test.runtime.dispatch(PartMessage.tapped.to(Root.at.computedRows[1]))
      #expect(test.runtime.model.rows[0].taps == 1)
      #expect(test.runtime.model.writes == 1)
    }
  }
}
