import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaViews
import Testing

// What is composed of the words of the gallery: Docs/gallery/composed.md.

let radioButtons = Example.column(
  ["first", "second", "sleeper"].enumerated().map { index, name in
    .text("\(index == 1 ? "◉" : "○") \(name)").onPress(.classChanged(index))
  }
).label("Class").border()

let selectionList = Example.list(
  places.map { place in
    .checkbox(place.name, place.id != 2, { _ in .removed(place.id) }).key(place.id)
  })

func filtered(_ filter: String) -> Example {
  let found = places.filter { $0.name.localizedCaseInsensitiveContains(filter) }
  return .column([
    .input("Find", filter, TripMessage.nameChanged, suggestions: places.map(\.name)),
    .list([.each(found) { .text($0.name).onPress(.opened($0.id)) }]).key(filter),
    .text(found.isEmpty ? "nothing found" : "\(found.count) of \(places.count)", .muted),
  ])
}

/// In the update: `model.code = masked(typed)`. The caret stays behind what was typed.
func masked(_ typed: String) -> String {
  let digits = typed.filter(\.isNumber).prefix(8)
  let groups = stride(from: 0, to: digits.count, by: 4).map { start in
    String(digits.dropFirst(start).prefix(4))
  }
  return groups.joined(separator: " ")
}

let maskedInput = Example.input(
  "Code", masked("12345x6"), TripMessage.codeChanged, placeholder: "0000 0000")

let folders = Example.tree([
  .branch(.text("Pictures"), isOpen: true, .opened(1)),
  .branch(.row([.text("rome.png").width(.fill), .text("1.2 MB", .muted)]), depth: 1)
    .onPress(.opened(2)),
  .branch(.text("Texts"), isOpen: false, .opened(3)),
])

func collapsible(_ isOpen: Bool) -> Example {
  .column([
    .text("\(isOpen ? "▾" : "▸") Details", .strong).onPress(.opened(1)),
    isOpen ? .row([.text(" "), .text("By train, in the first class.")]) : .empty,
  ])
}

let menu = Example.dialog(
  "Rome",
  .list([
    .text("Open").onPress(.opened(1)), .text("Rename").onPress(.opened(2)),
    .text("Remove", .danger).onPress(.removed(1)),
  ]), cancel: .dialogClosed)

let toast = Example.column([
  .text("3 trips").height(.fill),
  .text("Rome was saved.", .success).role(.status).align(.trailing).width(.fill),
]).height(.cells(3))

func stopwatch(_ motion: Motion, isRunning: Bool) -> Example {
  .row([
    .progress(moving: motion).width(.cells(20)),
    .button(isRunning ? "Stop" : "Start", .bookTapped), .button("Reset", .dialogClosed),
  ])
}

let log = Example.list(
  ["12:00 search", "12:01 3 trips found", "12:02 Rome opened"].map { .text($0) }, follows: true
).height(.cells(2)).label("Log").role(.log)

let sparkline = Example.drawing(
  "Trips by month", DrawingWindow(width: 12, height: 8), scaling: .stretched,
  [1, 3, 2, 5, 8, 4].enumerated().map { month, trips in
    .rectangle(x: Double(2 * month), y: Double(8 - trips), width: 1, height: Double(trips), .accent)
  }
).width(.cells(12)).height(.cells(4))

func pages(_ page: Int, of count: Int) -> Example {
  .row([
    .button("‹", .opened(page - 1)).disabled(page == 1),
    .text("page \(page) of \(count)"),
    .button("›", .opened(page + 1)).disabled(page == count),
  ])
  .onKey(.pageUp, "before", .opened(max(page - 1, 1)))
  .onKey(.pageDown, "next", .opened(min(page + 1, count)))
}

@Suite struct ComposedGalleryTests {
  /// The examples, in the order of the page.
  static let all: [Example] = [
    radioButtons, selectionList, filtered("o"), maskedInput, folders, collapsible(true), menu,
    toast, stopwatch(Motion(at: 0.4), isRunning: true), log, sparkline, pages(1, of: 3),
  ]

  @Test func thePageShowsWhatTheTerminalShows() throws {
    try expectPictures("gallery/composed", of: Self.all)
  }

  /// Each is used by keys: what is sent by Enter where the focus is first, and after one step of Tab or ↓.
  @Test func eachIsUsedByKeys() {
    func sent(_ view: Example, _ keys: TerminalKey...) -> [TripMessage] {
      var screen = ScreenState(size: TerminalSize(columns: 40, rows: 12))
      screen.show(view)
      return keys.flatMap { screen.handle(.key(KeyStroke($0))) }.compactMap { $0 as? TripMessage }
    }
    #expect(sent(radioButtons, .tab, .tab, .enter) == [.classChanged(2)])
    #expect(sent(selectionList, .down, .enter) == [.removed(2)])
    #expect(sent(filtered("o"), .tab, .down, .enter) == [.opened(2)])
    #expect(sent(filtered("os"), .right) == [.nameChanged("Oslo")])
    #expect(sent(maskedInput, .character("7")) == [.codeChanged("1234 567")])
    #expect(masked("1234 567") == "1234 567")
    #expect(sent(folders, .left, .down, .enter) == [.opened(1), .opened(2)])
    #expect(sent(collapsible(false), .enter) == [.opened(1)])
    #expect(sent(menu, .down, .enter, .escape) == [.opened(2), .dialogClosed])
    #expect(sent(stopwatch(Motion(at: 0), isRunning: false), .tab, .enter) == [.dialogClosed])
    #expect(sent(pages(1, of: 3), .pageDown) == [.opened(2)])
    #expect(sent(pages(1, of: 3), .enter) == [.opened(2)])
  }
}
