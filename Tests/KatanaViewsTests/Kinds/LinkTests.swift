import Foundation
import Katana
import KatanaConsole
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen
@testable import KatanaTerminalViews

/// Links, levels of headings, and pictures.
@Suite struct LinkTests {
  private func bytes(
    _ view: ViewOf<Noted>, showsLinks: Bool = true, columns: Int = 40
  ) -> String {
    var screen = ScreenState(size: TerminalSize(columns: columns, rows: 3))
    screen.show(view)
    var painter = CellPainter(.plain, showsLinks: showsLinks)
    return painter.bytes(for: &screen)
  }

  @Test func aLinkIsWrittenAroundItsText() {
    let view = ViewOf<Noted>.text(styled: ["see ", StyledText("docs", link: "https://a.b/c"), "."])
    let bytes = bytes(view)
    #expect(
      bytes.contains("\u{1B}]8;id=1;https://a.b/c\u{1B}\\docs\u{1B}[0m\u{1B}]8;;\u{1B}\\."),
      "\(bytes.debugDescription)")
    #expect(view.node.outline() == #"text "see " + "docs" link <https://a.b/c> + ".""#)
    #expect(shown(view) == ["see docs."])
  }

  @Test func aLinkAtTheEndIsEnded() {
    #expect(bytes(.link("docs", "https://a.b")).contains("docs\u{1B}]8;;\u{1B}\\"))
    #expect(
      ViewOf<Noted>.link("docs", "https://a.b").node.outline()
        == #"text "docs" link <https://a.b>"#)
  }

  /// The parts of one link have one id, on whatever line, and two links have two.
  @Test func theLinesOfALinkBelongTogether() {
    let bytes = bytes(
      .column([
        .text(styled: [
          StyledText("one", link: "https://a.b"), " or ", StyledText("two", link: "https://c.d"),
        ]), .link("one again", "https://a.b"),
      ]))
    #expect(bytes.components(separatedBy: "8;id=1;https://a.b\u{1B}").count == 3)
    #expect(bytes.components(separatedBy: "8;id=2;https://c.d\u{1B}").count == 2)
    // A text that goes on in the next line leads there from both.
    var terminal = TerminalModel(width: 4, height: 3)
    terminal.write(self.bytes(.link("one two", "https://a.b"), columns: 4))
    #expect(terminal.lines == ["one", "two"])
    #expect(terminal.rows[0...1].allSatisfy { $0[2].look.link == "https://a.b" })
  }

  @Test func anAddressThatChangesIsWrittenAgain() {
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 3))
    var painter = CellPainter(.plain)
    var terminal = TerminalModel(width: 40, height: 3)
    for address in ["https://a.b", "https://c.d"] {
      screen.show(ViewOf<Noted>.link("docs", address))
      terminal.write(painter.bytes(for: &screen))
      #expect(terminal.rows[0][0...4].map(\.look.link) == [address, address, address, address, ""])
    }
    screen.show(ViewOf<Noted>.link("docs", "https://c.d"))
    #expect(painter.bytes(for: &screen).isEmpty)
  }

  @Test func whereTheTerminalHasNoneTheTextStandsAlone() {
    let bytes = bytes(.link("docs", "https://a.b"), showsLinks: false)
    #expect(!bytes.contains("\u{1B}]8") && bytes.contains("docs"))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true), (["TERM": "linux"], false), (["TERM": "vt220"], false),
    (["TERM": "xterm", "VTE_VERSION": "4805"], false),
    (["TERM": "xterm", "VTE_VERSION": "7600"], true),
  ])
  func theEnvironmentNamesTheTerminal(_ environment: [String: String], _ areKnown: Bool) {
    #expect(TerminalLinks.areKnown(environment) == areKnown)
  }

  /// What controls a terminal is in no address.
  @Test(arguments: [
    "https://a.b/\u{1B}\\\u{1B}[2J", "https://a.b/\u{7}", "https://a.b\n", "a\u{9C}b", "a\u{7F}",
    "",
  ])
  func anAddressWithControlCharactersIsRefused(_ address: String) {
    let view = ViewOf<Noted>.link("docs", address)
    #expect(view.node.outline() == #"text "docs""#)
    #expect(!bytes(view).contains("\u{1B}]8"))
  }

  @Test func othersThanLettersOfAnAddressAreEncoded() {
    #expect(StyledText("a", link: "https://a.b/Käse d").link == "https://a.b/K%C3%A4se%20d")
  }

  /// So many links that the numbers are begun anew.
  @Test func manyLinksAreShownOneAfterTheOther() {
    var screen = ScreenState(size: TerminalSize(columns: 20, rows: 2))
    var painter = CellPainter(.plain)
    var terminal = TerminalModel(width: 20, height: 2)
    for number in 0..<2_500 {
      screen.show(ViewOf<Noted>.link("docs", "https://a.b/\(number)"))
      terminal.write(painter.bytes(for: &screen))
      guard terminal.rows[0][0].look.link == "https://a.b/\(number)" else {
        Issue.record("\(number): \(terminal.rows[0][0])")
        return
      }
    }
  }

  @Test func headingsHaveLevels() {
    func look(_ style: ViewStyle) -> TerminalModel.Look {
      var terminal = TerminalModel(width: 40, height: 3)
      terminal.write(bytes(.text("a", style)))
      return terminal.rows[0][0].look
    }
    #expect(ViewStyle.heading(1) == .heading && ViewStyle.heading(7) == .heading(3))
    let looks = [ViewStyle.heading(1), .heading(2), .heading(3), []].map(look)
    #expect(Set(looks).count == 4)
    #expect(
      ViewOf<Noted>.text("a", .heading(2)).node.outline() == #"text "a" heading 2"#)
  }

  @Test func aPictureIsItsDescriptionInATerminal() {
    let view = ViewOf<Noted>.image("logo.png", describedAs: "A sword")
    #expect(shown(view) == ["A sword"])
    #expect(view.node.role == .image && view.node.source == "logo.png")
    #expect(view.node.outline() == #"text "A sword" as image <logo.png>"#)
  }
}
