import Katana
import KatanaTesting
import Testing

@testable import KatanaMonitorScreen

/// The model as a tree, of which only the opened parts are looked at.
@Suite struct ValueTreeTests {
  private func tree(_ text: String, before: String? = nil) -> ValueTree {
    ValueTree(Array(text.utf8), before: before.map { Array($0.utf8) })
  }

  /// The rows as a person sees them.
  private func shown(_ tree: ValueTree) -> [String] {
    tree.rows.map { row in
      let mark = row.isOpen.map { $0 ? "▾ " : "▸ " } ?? "  "
      return String(repeating: "  ", count: row.depth) + mark + row.label
        + (row.isOpen == true || row.isMore ? "" : " \(row.text)") + (row.isChanged ? " ▪" : "")
    }
  }

  @Test func branchesAreOpenedByHand() {
    var value = tree(#"{"a":{"b":[1,2],"c":"x,\"]}"},"d":true,"e":[]}"#)
    #expect(shown(value) == [#"▸ a {"b":[1,2],"c":"x,\"]}"}"#, "  d true", "  e []"])
    value.toggle(["a"])
    #expect(
      shown(value) == ["▾ a", "  ▸ b [1,2]", #"    c "x,\"]}""#, "  d true", "  e []"])
    value.toggle(["a", "b"])
    #expect(shown(value).prefix(4) == ["▾ a", "  ▾ b", "      0 1", "      1 2"])
    value.toggle(["a"])
    #expect(shown(value).count == 3)
  }

  @Test func aHundredElementsAreShownAndThenMore() {
    let rows = (0..<250).map { #"{"id":\#($0)}"# }.joined(separator: ",")
    var value = tree(#"{"rows":[\#(rows)],"z":1}"#)
    value.toggle(["rows"])
    #expect(value.rows.count == 1 + 100 + 1 + 1)
    #expect(value.rows[100].label == "99" && value.rows[101].isMore)
    value.toggle(value.rows[101].path)
    #expect(value.rows[200].label == "199" && value.rows[201].isMore)
    value.toggle(value.rows[201].path)
    #expect(value.rows.count == 1 + 250 + 1)
    #expect(value.rows.last?.label == "z")
  }

  @Test func whatAMessageHasChangedIsMarked() {
    var value = tree(
      #"{"a":{"b":1,"c":2},"d":[1,3],"n":5}"#, before: #"{"a":{"b":1,"c":9},"d":[1,3]}"#)
    value.toggle(["a"])
    #expect(shown(value) == ["▾ a ▪", "    b 1", "    c 2 ▪", "▸ d [1,3]", "  n 5 ▪"])
    // What was opened stays open in the model of another message.
    #expect(
      shown(ValueTree(Array(#"{"a":{"b":1}}"#.utf8), as: value)) == ["▾ a", "    b 1"])
  }

  @Test func aSearchOpensTheWay() {
    let rows = (0..<300).map { #"{"id":\#($0),"name":"row \#($0)"}"# }.joined(separator: ",")
    var value = tree(#"{"list":{"rows":[\#(rows)]},"name":"the end"}"#)
    #expect(value.find("row 250", after: nil) == ["list", "rows", "250", "name"])
    #expect(value.rows.contains { $0.path == ["list", "rows", "250", "name"] })
    #expect(value.find("the end", after: ["list", "rows", "250", "name"]) == ["name"])
    // It begins anew behind the last one.
    #expect(value.find("row 250", after: ["name"]) == ["list", "rows", "250", "name"])
    #expect(value.find("nothing", after: nil) == nil)
    #expect(value.find("", after: nil) == nil)
  }

  @Test func aSearchGoesOnBehindAHit() {
    var value = ValueTree(Array(#"{"a":"tea, tea","b":["tea"],"c":{"tea":1}}"#.utf8))
    var (paths, path) = ([ValueTree.Path](), ValueTree.Path?.none)
    for _ in 0..<4 {
      path = value.find("tea", after: path)
      paths.append(path ?? [])
    }
    #expect(paths == [["a"], ["b", "0"], ["c", "tea"], ["a"]])
    // In an object, too, the row is shown, however far behind it is.
    let keys = (0..<400).map { #""key \#($0)":\#($0)"# }.joined(separator: ",")
    var large = ValueTree(Array("{\(keys)}".utf8))
    #expect(large.find("key 350", after: nil) == ["key 350"])
    #expect(large.rows.contains { $0.path == ["key 350"] })
  }

  /// A forged file may hold anything.
  @Test func noTextEndsTheProcess() {
    var random = SeededGenerator(seed: 64)
    let letters = Array(#"{}[],:"\ab1é"#.utf8)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        letters.randomElement(using: &random)!
      }
      var value = ValueTree(bytes, before: bytes.reversed())
      for row in value.rows.prefix(5) { value.toggle(row.path) }
      _ = value.find("a", after: value.rows.last?.path)
      for row in value.rows.prefix(5) { value.toggle(row.path) }
    }
  }
}
