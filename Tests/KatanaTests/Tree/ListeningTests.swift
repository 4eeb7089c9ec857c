import Katana
import KatanaTesting
import Testing

/// A parent hears the messages that its children have handled.
@Suite struct ListeningTests {
  enum RowMessage: Message, Equatable { case tapped, removeTapped }
  enum Played: MessageTo {
    typealias Receiver = Row
    case toTheEnd
  }
  struct Count: Command, Equatable { var text: String }

  struct Row: Model, Identifiable, Equatable {
    typealias Receives = RowMessage
    var id: Int
    var taps = 0
    var plays = 0
  }
  struct Sheet: Model, Equatable {
    var rows = [Row(id: 1)]
    var heard: [String] = []
  }
  struct App: Model, Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
    var sheet: Sheet?
    var heard: [String] = []
  }

  static let row = CombinedUpdater<Row>([
    .full(
      TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
        model.taps += 1
        return []
      }),
    .full(
      TypedFunctionUpdater { (model: inout Row, message: Played) in
        model.plays += 1
        return []
      }),
  ])

  @Test func aListenerRunsAfterAllUpdatersOfTheChildWhereverItIsWritten() {
    let updater = CombinedUpdater<App>([
      .each(\.rows, Self.row) { model, id, message in
        model.heard.append("\(message) \(id), \(model.rows.first { $0.id == id }?.taps ?? -1)")
        if message == .removeTapped { model.rows.removeAll { $0.id == id } }
        return []
      },
      .each(\.rows, Self.row),
    ])
    let test = StepTest(updater, model: App())
    test.send(.tapped, to: App.at.rows[1]) {
      $0.rows[0].taps = 2
      $0.heard = ["tapped 1, 2"]
    }
    test.send(.removeTapped, to: App.at.rows[2]) {
      $0.rows.removeLast()
      $0.heard.append("removeTapped 2, 2")
    }
  }

  @Test func aDismissalSparesTheValueThatAListenerPutsInItsPlace() {
    struct Page: Model, Identifiable, Equatable {
      typealias Receives = RowMessage
      var id: Int
    }
    struct Book: Model, Equatable { var page: Page? }
    let book = CombinedUpdater<Book>([
      .optional(\.page, TypedFunctionUpdater { (_: inout Page, _: RowMessage) in [] }),
      .listen(to: Book.at.page, Dismissed.self) { model, _, _ in
        if model.page?.id == 1 { model.page = Page(id: 2) }
        return []
      },
    ])
    let test = StepTest(book, model: Book(page: Page(id: 1)))
    test.send(Dismissed().to(Book.at.page)) { $0.page = Page(id: 2) }
    test.send(Dismissed().to(Book.at.page)) { $0.page = nil }
  }

  @Test func aListenerIsNotCalledForAChildThatIsNotThere() {
    let updater = CombinedUpdater<App>([
      .each(\.rows, Self.row) { model, id, _ in
        model.heard.append("\(id)")
        return []
      }
    ])
    StepTest(updater, model: App()).send(
      .tapped, to: App.at.rows[7], expectingNoReceiver: true)
  }

  @Test func listenersToDescendantsAreCalledFromTheInsideOut() {
    let sheet = CombinedUpdater<Sheet>([
      .listen(any: Row.self) { model, child, message in
        model.heard.append("sheet: \(message) \(child)")
        return [Count(text: "sheet")]
      },
      .each(\.rows, Self.row),
    ])
    let updater = CombinedUpdater<App>([
      .listen(any: Row.self) { model, child, message in
        model.heard.append("app: \(message) \(child), \(model.sheet?.heard.count ?? 0)")
        return [Count(text: "app")]
      },
      .optional(\.sheet, sheet), .each(\.rows, Self.row),
    ])
    let test = StepTest(updater, model: App(sheet: Sheet()))
    test.send(
      .tapped, to: App.at.sheet.rows[1],
      commands: [Count(text: "sheet").in(App.at.sheet), Count(text: "app")]
    ) {
      $0.sheet?.rows[0].taps = 1
      $0.sheet?.heard = ["sheet: tapped Sheet.at.rows[1]"]
      $0.heard = ["app: tapped App.at.sheet.rows[1], 1"]
    }
    test.send(.tapped, to: App.at.rows[2], commands: [Count(text: "app")]) {
      $0.rows[1].taps = 1
      $0.heard.append("app: tapped App.at.rows[2], 1")
    }
  }

  /// From inside, with an offset in the router's model, and from further out.
  @Test func aListenerReadsItsChildAtItsAddress() {
    struct Shelf: Model, Equatable {
      var before = 0
      var sheet: Sheet?
      var rows: [Row] = []
      var heard: [String] = []
    }
    struct Whole: Model, Equatable {
      var before = (0...2).map { $0 }
      var shelf = Shelf()
      var heard: [String] = []
    }
    let shelf = CombinedUpdater<Shelf>([
      .listen(any: Row.self) { model, child, _ in
        model.heard.append("\(child.id ?? -1): \(model[child]?.taps ?? -1)")
        if model[child]?.taps == 2 { model.rows = [] }
        model.heard.append("\(model[child]?.id ?? -1)")
        return []
      },
      .optional(\.sheet, CombinedUpdater<Sheet>([.each(\.rows, Self.row)])),
      .each(\.rows, Self.row),
    ])
    let whole = CombinedUpdater<Whole>([
      .slice(\.shelf, shelf),
      .listen(any: Row.self) { model, child, _ in
        model.heard.append("\(child): \(model[child]?.taps ?? -1)")
        return []
      },
    ])
    let test = StepTest(
      whole, model: Whole(shelf: Shelf(sheet: Sheet(), rows: [Row(id: 5), Row(id: 7)])))
    test.send(.tapped, to: Whole.at.shelf.rows[7]) {
      $0.shelf.rows[1].taps = 1
      $0.shelf.heard = ["7: 1", "7"]
      $0.heard = ["Whole.at.shelf.rows[7]: 1"]
    }
    test.send(.tapped, to: Whole.at.shelf.sheet.rows[1]) {
      $0.shelf.sheet?.rows[0].taps = 1
      $0.shelf.heard += ["1: 1", "1"]
      $0.heard += ["Whole.at.shelf.sheet.rows[1]: 1"]
    }
    test.send(.tapped, to: Whole.at.shelf.rows[7]) {
      $0.shelf.rows = []
      $0.shelf.heard += ["7: 2", "-1"]
      $0.heard += ["Whole.at.shelf.rows[7]: -1"]
    }
  }

  /// A model alone does not know where its children are.
  @Test func anotherAddressReadsNoChildOfAModel() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = App()[App.at.rows[1]]
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("use `runtime[App.at.rows[1]]`") == true)
  }

  @Test func anAddressKnowsItsID() {
    #expect(App.at.rows[1].id == 1)
    #expect(App.at.sheet.rows[2].id == 2)
  }

  @Test func aListenerMayHearAFurtherTypeOfMessages() {
    let updater = CombinedUpdater<App>([
      .optional(\.sheet, CombinedUpdater<Sheet>([.each(\.rows, Self.row)])),
      .listen(to: App.at.sheet.rows, Played.self) { model, child, _ in
        model.heard.append("\(child)")
        return []
      },
    ])
    let test = StepTest(updater, model: App(sheet: Sheet()))
    test.send(Played.toTheEnd.to(App.at.sheet.rows[1])) {
      $0.sheet?.rows[0].plays = 1
      $0.heard = ["App.at.sheet.rows[1]"]
    }
    test.send(.tapped, to: App.at.sheet.rows[1]) { $0.sheet?.rows[0].taps = 1 }
  }

  @Test func whatAModifierKeepsIsNotHeard() {
    let rows = CombinedUpdater<App>([.each(\.rows, Self.row)])
    let updater = CombinedUpdater<App>([
      .full(
        rows.modified { model, incoming, next in
          incoming.message as? RowMessage == .tapped ? [] : next(&model)
        }),
      .listen(any: Row.self) { model, child, _ in
        model.heard.append("\(child)")
        return []
      },
      .listen(to: App.at.rows, RowMessage.self) { model, child, _ in
        model.heard.append("to \(child)")
        return []
      },
    ])
    let test = StepTest(updater, model: App())
    test.send(.tapped, to: App.at.rows[1])
    test.send(.removeTapped, to: App.at.rows[2]) {
      $0.rows[1].taps = 1
      $0.heard = ["to App.at.rows[2]", "App.at.rows[2]"]
    }
  }

  /// A slice takes messages without an address, and is heard all the same.
  @Test func aListenerHearsWhatASliceTakesWithoutAnAddress() {
    struct Part: Model, Equatable {
      typealias Receives = RowMessage
      var taps = 0
    }
    struct Inner: Model, Equatable { var part = Part() }
    struct Whole: Model, Equatable {
      var before = 0
      var inner = Inner()
      var heard: [String] = []
    }
    let whole = CombinedUpdater<Whole>([
      .listen(any: Part.self) { model, child, message in
        model.heard.append("\(message) \(child), \(model[child]?.taps ?? -1)")
        return []
      },
      .slice(
        \.inner.part,
        TypedFunctionUpdater { (model: inout Part, message: RowMessage) in
          model.taps += 1
          return []
        }),
    ])
    let test = StepTest(whole, model: Whole())
    test.send(RowMessage.tapped) {
      $0.inner.part.taps = 1
      $0.heard = ["tapped Whole.at.inner.part, 1"]
    }
    test.send(.tapped, to: Whole.at.inner.part) {
      $0.inner.part.taps = 2
      $0.heard.append("tapped Whole.at.inner.part, 2")
    }
  }

  /// It has no address, so the listener would never be called.
  @Test func aListenerToAnAddressCannotNameAGlobalMessage() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct LoggedOut: GlobalMessage {}
      struct Part: Model, Equatable {}
      struct Whole: Model, Equatable { var part: Part? }
      _ = CombinedUpdater<Whole>([.listen(to: Whole.at.part, LoggedOut.self) { _, _, _ in [] }])
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
    #expect(text?.contains("listen(to:) never hears LoggedOut") == true)
  }
}
