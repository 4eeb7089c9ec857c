import Katana
import KatanaComparison
import KatanaTesting
import Testing

@Suite struct CollectionTextTests {
  let rows = [Row(id: 1, title: "one"), Row(id: 2, title: "two"), Row(id: 3, title: "three")]

  @Test func identifiedElementsAreFoundByTheirIDs() {
    let text = text(of: Reader(rows: rows)) {
      $0.rows = [Row(id: 2, title: "zwei"), Row(id: 3, title: "three"), Row(id: 9, title: "new")]
    }
    #expect(
      text == """
          .rows[id: 1]
            − Row(id: 1, title: "one")      (missing)
          .rows[id: 2].title
            − "two"
            + "zwei"
          .rows[id: 9]
            + Row(id: 9, title: "new")      (unexpected)
        """)
  }

  @Test func aMovedElementIsOutOfOrder() {
    #expect(
      text(of: Reader(rows: rows)) { $0.rows.append($0.rows.removeFirst()) } == """
          .rows[id: 1]
            ↕ Row(id: 1, title: "one")      (out of order: expected at index 0, is at 2)
        """)
  }

  @Test func ifManyElementsMovedBothOrdersAreShown() {
    let many = (1...5).map { Row(id: $0, title: "row") }
    #expect(
      text(of: Reader(rows: many)) { $0.rows.reverse() } == #"""
          .rows.map(\.id)
            − [1, 2, 3, 4, 5]
            + [5, 4, 3, 2, 1]
        """#)
  }

  @Test func elementsWithTheSameIDAreFoundByPosition() {
    let twins = [Row(id: 1, title: "a"), Row(id: 1, title: "b")]
    #expect(
      text(of: Reader(rows: twins)) { $0.rows[1].title = "c" } == """
          .rows[1].title
            − "b"
            + "c"
        """)
  }

  @Test func anEmptyListIsShownAsAWhole() {
    #expect(
      text(of: Reader(rows: [rows[0]])) { $0.rows = [] } == """
          .rows
            − [Row(id: 1, title: "one")]
            + []
        """)
  }

  @Test func otherElementsAreFoundByPosition() {
    #expect(
      text(of: Reader(lines: ["a", "b", "c"])) { $0.lines[2] = "d" } == """
          .lines[2]
            − "c"
            + "d"
        """)
  }

  @Test func aMissingElementDoesNotMakeTheOthersDiffer() {
    #expect(
      text(of: Reader(lines: ["a", "b", "c"])) { $0.lines.remove(at: 1) } == """
          .lines[1]
            − "b"      (missing)
        """)
  }

  @Test func aChangedAndAnUnexpectedElement() {
    #expect(
      text(of: Reader(lines: ["a", "b", "c"])) { $0.lines = ["a", "X", "c", "d"] } == """
          .lines[1]
            − "b"
            + "X"
          .lines[3]
            + "d"      (unexpected)
        """)
  }

  @Test func aListThatMovedOnIsAlignedAlsoIfItsLengthIsTheSame() {
    #expect(
      text(of: Reader(lines: ["a", "b", "c", "d"])) { $0.lines = ["b", "c", "d", "e"] } == """
          .lines[0]
            − "a"      (missing)
          .lines[3]
            + "e"      (unexpected)
        """)
  }

  @Test func keysOfDictionariesAreSorted() {
    #expect(
      text(of: Reader(prices: ["b": 2, "a": 1, "d": 4])) { $0.prices = ["c": 3, "a": 2, "d": 4] }
        == """
          .prices["a"]
            − 1
            + 2
          .prices["b"]
            − 2      (missing)
          .prices["c"]
            + 3      (unexpected)
        """)
  }

  @Test func elementsOfSetsAreSorted() {
    #expect(
      text(of: Reader(tags: ["b", "a"])) { $0.tags = ["d", "b", "c"] } == """
          .tags
            − "a"      (missing)
            + "c"      (unexpected)
            + "d"      (unexpected)
        """)
  }

  @Test func longElementsAreCutInTheirMiddle() {
    #expect(
      text(of: Reader(lines: ["a"])) { $0.lines.append(sentence) } == """
          .lines[1]
            + "word1 word2 word3 word4 word5 word6 word7 word8 word9 word1…52 word53 word54 word55 word56 word57 word58 word59 word60"      (unexpected)
        """)
  }

  @Test func functionsInListsDoNotHideWhatElseDiffers() {
    #expect(
      modelText(expected: [Form(), Form()], actual: [Form(), Form(name: "bob"), Form()]) == """
          [0].onChange
            ? @Sendable () -> ()      (cannot be compared: not Equatable)
          [1]
            + Form(name: "bob", onChange: (Function))      (unexpected)
          [1].onChange
            ? @Sendable () -> ()      (cannot be compared: not Equatable)
        """)
  }

  @Test func oneOfTenThousandElementsIsFoundAtOnce() {
    let many = (0..<10_000).map { Row(id: $0, title: "row \($0)") }
    #expect(
      text(of: Reader(rows: many)) { $0.rows[9_000].title = "x" } == """
          .rows[id: 9000].title
            − "row 9000"
            + "x"
        """)
    let lines = many.map(\.title)
    #expect(
      text(of: Reader(lines: lines)) { $0.lines = Array(lines.dropFirst()) + ["x"] } == """
          .lines[0]
            − "row 0"      (missing)
          .lines[9999]
            + "x"      (unexpected)
        """)
  }

  @Test func swappedNeighboursAreTwoChangesAndAMoveIsNone() {
    let reader = Reader(lines: ["a", "b", "c"])
    #expect(
      text(of: reader) { $0.lines = ["a", "c", "b"] } == """
          .lines[1]
            − "b"
            + "c"
          .lines[2]
            − "c"
            + "b"
        """)
    #expect(
      text(of: reader) { $0.lines = ["b", "c", "d"] } == """
          .lines[0]
            − "a"      (missing)
          .lines[2]
            + "d"      (unexpected)
        """)
  }
}
