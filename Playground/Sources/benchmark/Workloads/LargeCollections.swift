import KatanaRuntime

/// W4: a part with 10,000 structs, one of which changes.
enum LargeCollections {
  static var rows: [Row] {
    [
      row("slice", "by .slice") { Touch(index: $0) },
      row("slice-addressed", "by .slice, addressed") { Touch(index: $0).to(Large.at.list) },
      row("each-first", "by .each, the first") { _ in Tick().to(Large.at.rows[0]) },
      identified("each-identified", "spread over all"),
      identified(
        "each-history", "with a history of causes", RuntimeOptions(history: History())),
      row("optional-addressed", "in an optional, addressed") {
        Touch(index: $0).to(Large.at.sheet)
      },
      row("case-addressed", "in an enum's case, addressed") {
        Touch(index: $0).to(Large.at.screen[case: Screen.listCase])
      },
      row("function", "by a function updater", functionUpdater.tree) { Touch(index: $0) },
    ]
  }

  private static func row(
    _ variant: String, _ title: String, _ feature: FeatureTree<Large> = updater.tree,
    _ message: @escaping (Int) -> any Message
  ) -> Row {
    Row(name: "W4.\(variant)", title: "one of 10,000 structs, \(title)") {
      .sending(spread(message), to: try started(Large(), feature))
    }
  }

  /// A row of an `IdentifiedArray`.
  private static func identified(
    _ variant: String, _ title: String, _ options: RuntimeOptions<Shelf> = RuntimeOptions()
  ) -> Row {
    Row(name: "W4.\(variant)", title: "one of 10,000 structs, by .each, found at once, \(title)") {
      let feature = CombinedUpdater<Shelf>([.each(\.album, TickUpdater())])
      return .sending(
        spread { Tick().to(Shelf.at.album[$0]) }, to: try started(Shelf(), feature, [], options))
    }
  }

  /// Messages that are made before they are sent: what their addresses cost is no part of this.
  private static func spread(_ message: (Int) -> any Message) -> [any Message] {
    // A prime distance: neither neighbours nor always the same.
    (0..<64).map { message($0 * 7_919 % 10_000) }
  }

  private static let updater = CombinedUpdater<Large>([
    .slice(\.list, TouchUpdater()),
    .each(\.rows, TickUpdater()),
    .optional(\.sheet, TouchUpdater()),
    .case(\.screen, Screen.listCase, TouchUpdater()),
  ])

  private static let functionUpdater = FunctionUpdater<Large>(takes: .all) {
    (model: consuming Large, message) in
    if let touch = message as? Touch { model.list.items[touch.index].count &+= 1 }
    return (model, [])
  }

  // MARK: The model

  /// A model with 10,000 structs in each of its parts.
  private struct Large: Model {
    var list = List()
    var rows = List().items
    var sheet: List? = List()
    var screen = Screen.list(List())
  }

  private struct List: Model {
    typealias Receives = Touch
    var items = (0..<10_000).map { Item(id: $0) }
  }

  /// A model with 10,000 structs that are found at once.
  private struct Shelf: Model { var album = IdentifiedArray(List().items) }

  private enum Screen: Sendable {
    case empty
    case list(List)

    static let listCase = EnumCase("list", Screen.list) {
      if case .list(let list) = $0 { list } else { nil }
    }
  }

  private struct Touch: Message { var index: Int }

  private struct TouchUpdater: TypedUpdater {
    func update(model: inout List, message: Touch) -> [any Command] {
      model.items[message.index].count &+= 1
      return []
    }
  }
}
