import KatanaRuntime
import KatanaTesting
import Testing

extension TreeTest {
  /// Parts that only their place tells apart, and the addresses at which they are found.
  @Suite struct PlacedPartsTests {
    private static let deck = CombinedUpdater<Deck>([
      .each(\.rows, row),
      .full(
        TypedFunctionUpdater { (model: inout Deck, message: PartMessage) in
          model.taps += 1
          return []
        }),
      // So that the part of the closure is asked for subscriptions too.
      .full(FunctionSubscriptionProvider<Deck> { _ in [] }),
    ])
    private static let watchedRow = CombinedUpdater<Row>([
      .full(
        TypedFunctionUpdater { (model: inout Row, message: PartMessage) in
          model.taps += 1
          return []
        }),
      .full(
        FunctionSubscriptionProvider<Row> { _ in
          [Source(name: "taps", reply: Reply { (_: String) in PartMessage.tapped })]
        }),
    ])

    private func startTwice(_ board: CombinedUpdater<Board>) throws -> Started<App> {
      try start(CombinedUpdater<App>([.slice(\.left, board), .slice(\.right, board)]))
    }

    @Test func anAddressOfAComputedPartIsThatOfItsSlice() throws {
      let test = try startTwice(CombinedUpdater<Board>([.each(\.computed, row)]))
      test.runtime.dispatch(PartMessage.tapped, to: App.at.left.computed[1])
      #expect(test.runtime.model.left.hidden[0].taps == 1)
      #expect(test.runtime.model.right.hidden[0].taps == 0)
      #expect(test.issues.issues.map(\.text) == [])
    }

    @Test func aCommandToAClosurePartStaysInTheSliceOfItsAddress() throws {
      let board = CombinedUpdater<Board>([
        .slice(Board.firstDeck, Self.deck),
        .full(
          TypedFunctionUpdater { (model: inout Board, message: PartMessage) in
            [Do("answer").in(Board.at[part: Board.firstDeck].rows[1])]
          }),
      ])
      let test = try startTwice(board)
      test.runtime.dispatch(PartMessage.tapped, to: App.at.left)
      #expect(test.runtime.model.left.decks[0].rows[0].taps == 1)
      #expect(test.runtime.model.right.decks[0].rows[0].taps == 0)
    }

    @Test func aCommandToAClosurePartStaysInTheSliceThatReturnedIt() throws {
      struct OnlyLeft: Message {}
      let left = CombinedUpdater<Board>([
        .slice(Board.firstDeck, Self.deck),
        .full(
          TypedFunctionUpdater { (model: inout Board, message: OnlyLeft) in
            [Do("answer").in(Board.at[part: Board.firstDeck].rows[1])]
          }),
      ])
      let right = CombinedUpdater<Board>([.slice(Board.firstDeck, Self.deck)])
      let test = try start(CombinedUpdater<App>([.slice(\.left, left), .slice(\.right, right)]))
      test.runtime.dispatch(OnlyLeft())
      #expect(test.runtime.model.left.decks[0].rows[0].taps == 1)
      #expect(test.runtime.model.right.decks[0].rows[0].taps == 0)
    }

    @Test func aClosurePartHasSubscriptionsOfItsOwnInEachSlice() throws {
      let deck = CombinedUpdater<Deck>([.each(\.rows, Self.watchedRow)])
      let test = try startTwice(CombinedUpdater<Board>([.slice(Board.firstDeck, deck)]))
      #expect(test.board.log.all.count == 2)
      #expect(test.issues.issues.map(\.text) == [])
      // Of the one that was started last.
      test.board.send("any text", from: "taps")
      let model = test.runtime.model
      #expect(model.left.decks[0].rows[0].taps + model.right.decks[0].rows[0].taps == 1)
    }

    @Test func aComputedPartHasSubscriptionsOfItsOwnInEachSlice() throws {
      let test = try startTwice(CombinedUpdater<Board>([.each(\.computed, Self.watchedRow)]))
      #expect(test.board.log.all.count == 2)
      #expect(test.issues.issues.map(\.text) == [])
      // Of the one that was started last.
      test.board.send("any text", from: "taps")
      let model = test.runtime.model
      #expect(model.left.hidden[0].taps + model.right.hidden[0].taps == 1)
    }

    struct Holder: Model, Equatable { var board = Board() }
    struct HolderApp: Model, Equatable { var holder: Holder? = Holder() }

    @Test func anAddressIsRelativeToASliceInTheSecondPartOfOneName() throws {
      let withoutBoard = CombinedUpdater<Holder>([
        .full(TypedFunctionUpdater { (model: inout Holder, message: Global) in [] })
      ])
      let board = CombinedUpdater<Board>([
        .each(\.rows, row),
        .full(
          TypedFunctionUpdater { (model: inout Board, message: PartMessage) in
            [Send(.tapped, to: Board.at.rows[1])]
          }),
      ])
      let withBoard = CombinedUpdater<Holder>([.slice(\.board, board)])
      let test = try start(
        CombinedUpdater<HolderApp>([
          .optional(\.holder, withoutBoard), .optional(\.holder, withBoard),
        ]), model: HolderApp())
      test.runtime.dispatch(.tapped, to: HolderApp.at.holder.board)
      #expect(test.runtime.model.holder?.board.rows[0].taps == 1)
      #expect(test.issues.issues.map(\.text) == [])
    }

    @Test func anAnswerMayBeMappedToAnAbsoluteAddress() throws {
      let detail = TypedFunctionUpdater { (model: inout Detail, message: PartMessage) in
        [Do("answer").map { (_: PartMessage) in PartMessage.tapped.to(App.at.rows[1]) }]
      }
      let test = try start(
        CombinedUpdater<App>([
          .optional(\.detail, CombinedUpdater<Detail>([.full(detail)])), .each(\.rows, row),
        ]))
      test.runtime.dispatch(.tapped, to: App.at.detail)
      #expect(test.runtime.model.rows[0].taps == 1)
      #expect(test.issues.issues.map(\.text) == [])
    }

    @Test func listenersHearOfChildrenThatArePresentOnly() throws {
      let detail = TypedFunctionUpdater { (model: inout Detail, message: PartMessage) in
        model.taps += 1
        return []
      }
      let test = try start(
        CombinedUpdater<App>([
          .each(\.rows, CombinedUpdater<Row>([.optional(\.detail, detail)])),
          .listen(to: App.at.rows[0].detail, PartMessage.self) { model, address, _ in
            model.heard.append("to \(address)")
            return []
          },
          .listen(any: Detail.self) { model, address, _ in
            model.heard.append("any \(address)")
            return []
          },
        ]))
      for id in 1...3 { test.runtime.dispatch(.tapped, to: App.at.rows[id].detail) }
      #expect(
        test.runtime.model.heard == [
          "to App.at.rows[1].detail", "any App.at.rows[1].detail",
        ])
    }

    @Test func anInterceptorMayReplaceAMessageByOneWithARelativeAddress() throws {
      struct Begin: Message {}
      let replacing = Interceptor<App>(before: { event, _ in
        event.message is Begin ? .replace(PartMessage.tapped.to(Board.at.rows[1])) : .handle
      })
      let provider = FunctionSubscriptionProvider<Board> { board in
        board.rows[0].taps > 0 ? [Source(name: "taps")] : []
      }
      let board = CombinedUpdater<Board>([.each(\.rows, row), .full(provider)])
      let test = try start(
        CombinedUpdater<App>([.slice(\.left, board)]), interceptors: [replacing])
      test.runtime.dispatch(Begin())
      #expect(test.runtime.model.left.rows[0].taps == 1)
      #expect(test.board.log.all == ["start taps 0"])
    }
  }
}
