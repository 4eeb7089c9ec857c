import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

struct Trip: Model, Equatable { typealias Receives = TripMessage }

enum TripMessage: Message, Equatable {
  case bookTapped, nameChanged(String), noteChanged(String), codeChanged(String)
  case seatChanged(Bool), classChanged(Int), speedChanged(Double)
  case opened(Int), removed(Int), dialogClosed, pointed(DrawingPointer)
}

struct Place: Identifiable, Equatable {
  let id: Int
  var name: String
}

let places = [Place(id: 1, name: "Rome"), Place(id: 2, name: "Oslo"), Place(id: 3, name: "Bern")]

struct PlaceRows: ViewRows {
  var places: [Place]
  var count: Int { places.count }
  func id(at index: Int) -> Int { places[index].id }
  func row(at index: Int) -> ViewOf<Trip> {
    .row([.text(places[index].name), .text("\(places[index].id)"), .text("train")])
      .onPress(.opened(places[index].id))
  }
}

typealias Example = ViewOf<Trip>

let texts = Example.column([
  .text("Trips", .heading), .text("This year", .heading(2)),
  .text("A text that is too long for a line continues in the next one."),
  .text("With a height of one line it is cut.").height(.cells(1)).width(.cells(20)),
  .text(styled: ["3 trips, ", StyledText("1 late", .danger)]),
  .text(styled: ["By ", StyledText("train", link: "https://example.org/train"), "."]),
  .link("All trips", "https://example.org/trips"),
  .image("rome.png", describedAs: "The Tiber in Rome"),
])

let rowsAndColumns = Example.column([
  .row([
    .column([.text("Rome"), .text("Oslo")]).width(.cells(10)),
    .divider.width(.cells(3)),
    .text("in the middle").width(.fill).align(.center), .text("end"),
  ]),
  .row([.text("left"), .spacer, .text("right")]),
])

let borders = Example.column([.text("Rome"), .text("Oslo")]).border().label("Places")

let grids = Example.grid(
  [.fit, .fill, .cells(6)],
  [
    .text("Rome", .strong), .text("Italy"), .text("2,873").align(.trailing),
    .text("Bern", .strong), .text("Switzerland"), .text("134").align(.trailing),
  ]
).gap(2)

let controls = Example.column([
  .row([.button("Book", .bookTapped), .button("Not now", .dialogClosed).disabled()]),
  .input("Name", "Ada", TripMessage.nameChanged, submit: .bookTapped),
  .secretInput("Code", "1234", TripMessage.codeChanged).invalid("too short"),
  .textArea("Note", "by train\nif possible", TripMessage.noteChanged),
])

let choices = Example.column([
  .checkbox("Window seat", true, TripMessage.seatChanged),
  .select("Class", ["first", "second"], 1, TripMessage.classChanged),
  .slider("Speed", 30, in: 0...100, TripMessage.speedChanged),
  .progress(0.4), .progress(nil), .row([.spinner, .text("Loading")]),
])

let lists = Example.column([
  .list([
    .each(places) { place in
      .row([.text(place.name).width(.fill), .button("remove", .removed(place.id))])
    }
  ]),
  .divider,
  .rows(PlaceRows(places: places)).height(.cells(2)),
])

let tabs = Example.tabs(
  "Pages", ["Trips", "People", "Places"], 1, TripMessage.opened,
  .column([.text("Ada"), .text("Grace")]))

let tables = Example.table(
  [
    .column("Place", .fill).sorted(.ascending).onPress(.opened(1)),
    .column("Nights").align(.trailing).onPress(.opened(2)), .column("By"),
  ], PlaceRows(places: places)
).height(.cells(3))

let tree = Example.tree([
  .branch(.text("Italy"), isOpen: true, .nameChanged("Italy")),
  .branch(.text("Rome"), depth: 1),
  .branch(.text("Norway"), isOpen: false, .nameChanged("Norway")),
])

let scrolling = Example.column([
  .scroll(.text("one\ntwo\nthree\nfour")).height(.cells(2)),
  .fitting([.text("more than the columns that there are here"), .text("a narrow one")]),
])

let dialogs = Example.layers([
  .text("Behind the dialog.").height(.cells(4)).width(.fill),
  .dialog("Remove Rome?", .button("Remove", .removed(1)), cancel: .dialogClosed),
])

let drawings = Example.drawing(
  "Route", DrawingWindow(width: 40, height: 5),
  [
    .line(fromX: 2, y: 4, toX: 36, y: 1, .muted),
    .circle(x: 2, y: 4, radius: 0.5).key("Rome"),
    .rectangle(x: 30, y: 3, width: 6, height: 1, .accent).onPress(.opened(2)),
    .text(x: 0, y: 0, "Rome to Oslo"),
  ]
).height(.cells(5)).onPointer(TripMessage.pointed)

let keys = Example.column([.text("Trips"), .keyHelp])
  .onKey("b", "book", .bookTapped).onKey(.escape, "close", .dialogClosed)

let rightToLeft = Example.row([.text("שלום").width(.fill), .button("סגור", .dialogClosed)])
  .direction(.rightToLeft)

/// Expects that each example of a page is followed by what the terminal shows.
func expectPictures(_ page: String, of views: [ViewOf<Trip>]) throws {
  let examples = try guide(page).components(separatedBy: "```swift\n").dropFirst()
  #expect(examples.count == views.count)
  for (example, view) in zip(examples, views) {
    let shown = example.components(separatedBy: "```text\n").dropFirst().first?
      .components(separatedBy: "\n```").first
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 12))
    screen.show(view)
    #expect(shown == screen.lines.joined(separator: "\n"), "\(example)")
  }
}

@Suite struct ViewsGalleryTests {
  /// The examples, in the order of the page.
  static let all = [
    texts, rowsAndColumns, borders, grids, controls, choices, lists, tables, tabs, tree,
    scrolling, dialogs, drawings, keys, rightToLeft,
  ]

  /// Each example of the page is followed by what the terminal shows.
  @Test func thePageShowsWhatTheTerminalShows() throws {
    try expectPictures("views-gallery", of: Self.all)
  }

  @Test func theTreeIsOpenedAndClosedByKeys() {
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 12))
    screen.show(tree)
    func sent(_ key: TerminalKey) -> [TripMessage] {
      screen.handle(.key(KeyStroke(key))).compactMap { $0 as? TripMessage }
    }
    #expect(sent(.right).isEmpty && sent(.left) == [.nameChanged("Italy")])
    #expect(sent(.down).isEmpty && sent(.down).isEmpty)
    #expect(sent(.left).isEmpty && sent(.right) == [.nameChanged("Norway")])
    #expect(sent(.enter) == [.nameChanged("Norway")])
  }

  /// Nothing of a view is missing on the page: each word is in one of its blocks.
  @Test func thePageNamesEveryView() throws {
    let page = try guide("views-gallery")
    for file in [
      "ViewOf+Nodes", "ViewOf+Controls", "ViewOf+Modifiers", "ViewOf+Receivers", "ViewColumn",
    ] {
      let source = try DocumentTests.top.appending(path: "Sources/KatanaViews/Words/\(file).swift")
        .text
      let names = source.matches(
        of: /public (?:static |consuming )+(?:func|var) (\w+)/
      ).map { String($0.output.1) }
      #expect(!names.isEmpty)
      for name in names { #expect(page.contains(".\(name)"), "\(name)") }
    }
  }
}
