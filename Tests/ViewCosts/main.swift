import Foundation
import Katana
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaViews

// Frames to count: `view-costs WORKLOAD TIMES`. `.ci/view-costs` runs it, and compares with limits.

struct Item: Model, Equatable, Identifiable {
  typealias Receives = ItemMessage
  let id: Int
  var title: String
  var count = 0
}

enum ItemMessage: Message, Equatable { case liked, removed }

struct Page: Model, Equatable {
  typealias Receives = PageMessage
  var items: IdentifiedArray<Item> = []
  var number = 0
}

enum PageMessage: Message, Equatable { case opened, named(String) }

func itemView(_ item: Item) -> ViewOf<Item> {
  .row([
    .text(item.title).width(.fill), .text("\(item.count)", .muted), .button("like", .liked),
  ])
}

/// A list and a text beside it: 224 nodes.
func pageView(_ page: Page) -> ViewOf<Page> {
  .column([
    .row([.text("Katana", .heading), .spacer, .text("\(page.number)", .strong)]),
    .row([
      .list([.each(page.items, at: Page.at.items, itemView)]).width(.fill),
      .column(
        (0..<20).map {
          .row([.text("line \($0)"), .text("of a text that is longer", .muted), .text("end")])
        }
      ).width(.fill).border(),
    ]).height(.fill),
    .row([.input("Name", "text", PageMessage.named), .button("Open", .opened)]),
    .divider, .text("a line at the bottom", .muted),
  ])
}

struct Entries: ViewRows {
  typealias Receiver = Page
  var count: Int
  var number: Int

  func id(at index: Int) -> Int { index }
  func row(at index: Int) -> ViewOf<Page> {
    .row([
      .text("entry \(index)").width(.fill), .text("\(number)", .muted), .button("open", .opened),
    ])
  }
}

struct ItemPart: ViewPart {
  var item: Item
  var view: ViewOf<Item> { itemView(item) }
}

var page = Page()
for id in 0..<33 { page.items.append(Item(id: id, title: "entry number \(id)")) }
var screen = ScreenState(size: TerminalSize(columns: 200, rows: 50))
var painter = CellPainter(.indexed)
var bytes = 0

@MainActor func show(_ view: ViewOf<Page>) {
  screen.show(view)
  bytes += painter.bytes(for: &screen).utf8.count
}

let arguments = CommandLine.arguments
let workload = arguments.count > 1 ? arguments[1] : ""
let times = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1

switch workload {
case "nodes":
  // The number of nodes, for whoever changes the page.
  print(pageView(page).node.outline().split(separator: "\n").count)
case "frame":
  for _ in 0..<times {
    page.number += 1
    show(pageView(page))
  }
case "build":
  for _ in 0..<times {
    page.number += 1
    bytes += pageView(page).node == pageView(Page()).node ? 1 : 0
  }
case "rows-1000", "rows-1000000":
  let count = workload == "rows-1000" ? 1_000 : 1_000_000
  for number in 0..<times { show(.rows(Entries(count: count, number: number))) }
case "parts":
  for id in 33..<1_000 { page.items.append(Item(id: id, title: "entry number \(id)")) }
  for number in 0..<times {
    page.items[id: 7]?.count = number
    show(
      .scroll(
        .column(
          page.items.map { ViewOf<Item>.part(ItemPart(item: $0)).to(Page.at.items[$0.id]) })))
  }
case "described-33", "described-1000":
  // Rows that are described one by one; a key moves in them.
  for id in 33..<(workload == "described-33" ? 33 : 1_000) {
    page.items.append(Item(id: id, title: "entry number \(id)"))
  }
  show(.list([.each(page.items, at: Page.at.items, itemView)]))
  for _ in 0..<times {
    _ = screen.handle(.key(KeyStroke(.down)))
    show(.list([.each(page.items, at: Page.at.items, itemView)]))
  }
case "text-100", "text-100000":
  // A letter in a long text. What makes the view, a copy of the text, is not counted.
  var text = String(repeating: "word ", count: workload == "text-100" ? 20 : 20_000)
  show(.textArea("Note", text, PageMessage.named))
  for _ in 0..<times {
    for case .named(let new) in screen.handle(.key(KeyStroke(.character("x")))).compactMap({
      $0 as? PageMessage
    }) {
      text = new
    }
    show(.textArea("Note", text, PageMessage.named))
  }
case "article":
  // A long text that is not changed, beside a number that is.
  let article = String(repeating: "A sentence of an article that is wrapped. ", count: 2_400)
  for number in 0..<times { show(.column([.text("\(number)"), .scroll(.text(article))])) }
case "number":
  for number in 0..<times { show(.column([.text("\(number)"), .scroll(.text("short"))])) }
default:
  print(
    "view-costs nodes|frame|build|rows-1000|rows-1000000|parts|described-33|described-1000"
      + "|text-100|text-100000|article|number [TIMES]")
}
FileHandle.standardError.write(Data("\(bytes) bytes\n".utf8))
