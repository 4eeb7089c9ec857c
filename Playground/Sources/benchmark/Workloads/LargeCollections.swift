import KatanaRuntime

/// W4: a part with 10,000 structs, one of which changes.
enum LargeCollections {
  static let count = 10_000
  private static let goals: [Goal] = [.times("W1.static", atMost: 3), .mallocs(atMost: 0)]
  private static let watchedGoals: [Goal] = [.times("W4.each-identified", atMost: 2.5)]

  static var rows: [Row] {
    [
      row("slice", "by .slice", goals) { index in Touch(index: index) },
      row("slice-addressed", "by .slice, addressed") { index in
        Touch(index: index).to(Large.at.list)
      },
      row("each", "by .each, spread over all", goals) { index in Tick().to(Large.at.rows[index])
      },
      Row(
        name: "W4.scan", title: "a bare look for one of 10,000 structs by its id, spread over all"
      ) {
        let (list, ids) = (List(), (0..<64).map { $0 * 7_919 % count })
        return .direct { times in
          for number in 0..<times {
            require(list.items.firstIndex { $0.id == ids[number & 63] } != nil)
          }
        }
      },
      row("each-first", "by .each, the first") { _ in Tick().to(Large.at.rows[0]) },
      row("each-last", "by .each, the last") { _ in Tick().to(Large.at.rows[count - 1]) },
      identified("each-identified", "spread over all") { index in index },
      identified("each-identified-last", "the last") { _ in count - 1 },
      Row(
        name: "W4.each-built",
        title: "one of 10,000 structs, by .each, found at once, its address built for each message",
        goals: [.times("W4.each-identified", atMost: 3)]
      ) {
        let runtime = try Runtime(
          Program(model: Shelf(), CombinedUpdater<Shelf>([.each(\.album, TickUpdater())])))
        runtime.start()
        return .direct { times in
          for number in 0..<times {
            runtime.dispatch(Tick().to(Shelf.at.album[(number & 63) * 7_919 % count]))
          }
        }
      },
      watched(
        "history", "with a history of causes", [.times("W4.each-identified", atMost: 4)],
        RuntimeOptions(history: History())),
      watched(
        "interceptor", "with an interceptor that does nothing", watchedGoals,
        RuntimeOptions(interceptors: [Interceptor(before: { _, _ in .handle })])),
      watched(
        "listener", "with an event handler of messages that does nothing", watchedGoals,
        RuntimeOptions(eventHandlers: [EventHandler(to: .messages) { _ in }])),
      watched(
        "commands", "with an event handler of commands that does nothing", watchedGoals,
        RuntimeOptions(eventHandlers: [EventHandler(to: .commands) { _ in }])),
      listened(
        "heard", "that a parent listens to", .listen(any: Item.self) { _, _, _ in [] }),
      listened(
        "unheard", "beside a listener to messages of another type",
        .listen(to: Shelf.at.album, Dismissed.self) { _, _, _ in [] }),
      listened(
        "unheard-100", "beside 100 listeners to models of another type",
        .full(
          CombinedUpdater<Shelf>(
            (0..<100).map { _ in .listen(any: List.self) { _, _, _ in [] } }))),
      row("optional-addressed", "in an optional, addressed") { index in
        Touch(index: index).to(Large.at.sheet)
      },
      row("case-addressed", "in an enum's case, addressed") { index in
        Touch(index: index).to(Large.at.screen[case: Screen.listCase])
      },
      Row(name: "W4.function", title: "one of 10,000 structs, by a function updater", goals: goals)
      { try work(Large(), functionUpdater) { index in Touch(index: index) } },
      row("computed", "by a computed key path: copies") { index in TouchComputed(index: index) },
    ]
  }

  private static func row(
    _ variant: String, _ title: String, _ goals: [Goal] = [],
    _ message: @escaping (Int) -> any Message
  ) -> Row {
    Row(
      name: "W4.\(variant)", title: "one of 10,000 structs, \(title)", goals: goals,
      prepare: { try work(Large(), updater, message: message) })
  }

  /// A row of an `IdentifiedArray`.
  private static func identified(
    _ variant: String, _ title: String, _ id: @escaping (Int) -> Int
  ) -> Row {
    Row(
      name: "W4.\(variant)", title: "one of 10,000 structs, by .each, found at once, \(title)",
      prepare: {
        try work(Shelf(), CombinedUpdater<Shelf>([.each(\.album, TickUpdater())])) { index in
          Tick().to(Shelf.at.album[id(index)])
        }
      })
  }

  /// A row of an `IdentifiedArray`, in a tree with listeners.
  private static func listened(
    _ variant: String, _ title: String, _ listeners: CombinedUpdater<Shelf>.Part
  ) -> Row {
    Row(
      name: "W4.each-\(variant)", title: "one of 10,000 structs, by .each, found at once, \(title)",
      goals: watchedGoals,
      prepare: {
        try work(
          Shelf(), CombinedUpdater<Shelf>([.each(\.album, TickUpdater()), listeners])
        ) { Tick().to(Shelf.at.album[$0]) }
      })
  }

  /// A row of an `IdentifiedArray`, in a runtime whose messages somebody sees.
  private static func watched(
    _ variant: String, _ title: String, _ goals: [Goal], _ options: RuntimeOptions<Shelf>
  ) -> Row {
    Row(
      name: "W4.each-\(variant)", title: "one of 10,000 structs, by .each, found at once, \(title)",
      goals: goals,
      prepare: {
        try work(Shelf(), CombinedUpdater<Shelf>([.each(\.album, TickUpdater())]), options) {
          Tick().to(Shelf.at.album[$0])
        }
      })
  }

  /// Sends messages that were made before: what their addresses cost is no part of this.
  private static func work<AppModel: Model>(
    _ model: AppModel, _ updater: some Updater<AppModel>,
    _ options: RuntimeOptions<AppModel> = RuntimeOptions(), message: (Int) -> any Message
  ) throws -> Work {
    let runtime = try Runtime(Program(model: model, updater), options: options)
    runtime.start()
    // A prime distance: neither neighbours nor always the same.
    let messages = (0..<64).map { message($0 * 7_919 % count) }
    return .direct { times in
      for number in 0..<times { runtime.dispatch(messages[number & 63]) }
    }
  }

  private static let updater = CombinedUpdater<Large>([
    .slice(\.list, TouchUpdater()),
    .each(\.rows, TickUpdater()),
    .optional(\.sheet, TouchUpdater()),
    .case(\.screen, Screen.listCase, TouchUpdater()),
    .slice(\.computed, TouchComputedUpdater()),
  ])

  private static let functionUpdater = FunctionUpdater<Large>(takes: .all) {
    (model: consuming Large, message) in
    if let touch = message as? Touch { model.list.items[touch.index].count &+= 1 }
    return (model, [])
  }
}
