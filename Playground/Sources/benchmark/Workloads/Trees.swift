import KatanaRuntime

/// W12: what modifiers, depth, and rows cost.
enum Trees {
  static let count = 10_000

  static var rows: [Row] {
    modifierRows + depthRows + [
      messages("row", "10,000 rows of an identified array: to a row", feature) { index in
        Tick().to(Table.at.rows[index])
      },
      messages("sibling", "10,000 rows beside it: to a sibling slice", feature) { _ in
        Add(amount: 1)
      },
      Row(
        name: "W12.remove", title: "10,000 rows: removing the last one and adding it again",
        floor: "W1.static"
      ) {
        try work(feature) { index in index.isMultiple(of: 2) ? Removal() as any Message : Addition()
        }
      },
      Row(
        name: "W12.identified-first",
        title: "an identified array of 10,000: an element comes and goes at the start"
      ) {
        let rows = Boxed(IdentifiedArray((0..<count).map { Item(id: $0) }))
        return .direct { times in
          for _ in 0..<times {
            rows.value.insert(Item(id: -1), at: 0)
            rows.value.remove(at: 0)
          }
        }
      },
      messages("onChange", "onChange of a part of 10,000 rows, a message to a row", watching) {
        index in Tick().to(Table.at.rows[index])
      },
    ] + undoRows
  }

  // MARK: Modifiers

  private static var modifierRows: [Row] {
    [0, 1, 3, 10].map { count in
      Row(
        name: "W12.modifiers-\(count)", title: "an updater inside of \(count) modifiers",
        floor: "W1.static"
      ) {
        var feature = CombinedUpdater<Counter>([.full(AddUpdater())])
        for _ in 0..<count {
          feature = CombinedUpdater([.full(feature.modified { model, _, next in next(&model) })])
        }
        let runtime = try Runtime(Program(model: Counter(), feature))
        runtime.start()
        return .direct { times in
          for number in 0..<times { runtime.dispatch(Add(amount: number)) }
        }
      }
    }
  }

  // MARK: Depth

  private struct Comment: Model, Identifiable {
    typealias Receives = Tick
    var id: Int
    var likes = 0
    var replies: [Comment] = []
  }

  private enum Comments {
    static let feature: CombinedUpdater<Comment> = CombinedUpdater([
      .full(
        TypedFunctionUpdater { (model: inout Comment, message: Tick) in
          model.likes &+= 1
          return []
        }),
      .each(\.replies, LazyFeature { feature }),
    ])
  }

  private static var depthRows: [Row] {
    [1, 10, 100, 1_000].map { depth in
      Row(
        name: "W12.depth-\(depth)", title: "a message to a comment below \(depth) others",
        floor: "W1.static"
      ) {
        var comment = Comment(id: depth)
        for level in (0..<depth).reversed() { comment = Comment(id: level, replies: [comment]) }
        let runtime = try Runtime(Program(model: comment, Comments.feature))
        runtime.start()
        var address: Address<Comment, Comment> = Comment.at
        for level in 1...depth { address = address.replies[level] }
        let message = Tick().to(address)
        return .direct { times in
          for _ in 0..<times { runtime.dispatch(message) }
        }
      }
    }
  }

  // MARK: Rows

  private struct Table: Model {
    var rows = IdentifiedArray((0..<count).map { Item(id: $0) })
    var counter = Counter()
  }

  private struct Removal: Message {}
  private struct Addition: Message {}

  private static let parts: [CombinedUpdater<Table>.Part] = [
    .each(\.rows, TickUpdater()),
    .slice(\.counter, AddUpdater()),
    .full(
      TypedFunctionUpdater { (model: inout Table, message: Removal) in
        model.rows.remove(id: count - 1)
        return []
      }),
    .full(
      TypedFunctionUpdater { (model: inout Table, message: Addition) in
        model.rows.append(Item(id: count - 1))
        return []
      }),
  ]
  private static let feature = CombinedUpdater<Table>(parts)
  private static let watching = feature.onChange(of: \.rows.count) { model, old in [] }

  private static func messages(
    _ variant: String, _ title: String, _ feature: some Feature<Table>,
    _ message: @escaping (Int) -> any Message
  ) -> Row {
    Row(
      name: "W12.\(variant)", title: title, floor: "W1.static",
      prepare: { try work(feature, message) })
  }

  private static func work(
    _ feature: some Feature<Table>, _ message: (Int) -> any Message
  ) throws -> Work {
    let runtime = try Runtime(Program(model: Table(), feature))
    runtime.start()
    let messages = (0..<64).map { message($0) }
    return .direct { times in
      for number in 0..<times { runtime.dispatch(messages[number & 63]) }
    }
  }

  // MARK: Undo

  private struct Desk: Model { var table = Undoable(Table()) }

  private static var undoRows: [Row] {
    [
      undoRow("undo-recorded", "undoable around 10,000 rows: a recorded message") { _ in true },
      undoRow("undo-other", "undoable around 10,000 rows: one that is not recorded") { _ in false },
    ]
  }

  private static func undoRow(
    _ variant: String, _ title: String, _ recording: @escaping @Sendable (any Message) -> Bool
  ) -> Row {
    Row(name: "W12.\(variant)", title: title, floor: "W1.static") {
      let desk = CombinedUpdater<Desk>([
        .slice(\.table, feature.undoable(limit: 10, recording: recording))
      ])
      let runtime = try Runtime(Program(model: Desk(), desk))
      runtime.start()
      let message = Tick().to(Desk.at.table.present.rows[17])
      return .direct { times in
        for _ in 0..<times { runtime.dispatch(message) }
      }
    }
  }
}
