import Foundation
import Katana
import KatanaComparison
import KatanaTesting
import Testing

@Suite struct ModelTextTests {
  @Test func equalModelsHaveNoText() {
    #expect(modelText(expected: Reader(), actual: Reader()) == nil)
  }

  @Test func partsOfPartsAreNamedByTheirPath() {
    let text = text {
      $0.session.user.name = "bob"
      $0.screen = .article(title: "x", page: 2)
    }
    #expect(
      text == """
          .session.user.name
            − "ada"
            + "bob"
          .screen
            − .home
            + .article(title: "x", page: 2)
        """)
  }

  @Test func payloadsOfTheSameCaseAreCompared() {
    let text = text(of: Reader(screen: .article(title: "x", page: 1))) {
      $0.screen = .article(title: "x", page: 2)
    }
    #expect(
      text == """
          .screen.article.page
            − 1
            + 2
        """)
  }

  @Test func theWholeIsNamedByItsType() {
    #expect(
      modelText(expected: Screen.home, actual: Screen.article(title: "x", page: 2)) == """
          Screen
            − .home
            + .article(title: "x", page: 2)
        """)
  }

  @Test func aValueInPlaceOfNil() {
    #expect(
      text { $0.session.seen = 1 } == """
          .session.seen
            − nil
            + 1
        """)
  }

  @Test func theInsideOfAnOptionalIsShownWithoutNoise() {
    #expect(
      text(of: Reader(session: Session(seen: 1))) { $0.session.seen = 2 } == """
          .session.seen
            − 1
            + 2
        """)
  }

  @Test func longStringsAreShownWhereTheyDiffer() {
    let other = sentence.replacingOccurrences(of: "word30", with: "WORD30")
    #expect(
      text(of: Reader(lines: [sentence])) { $0.lines = [other] } == """
          .lines[0]
            − … word23 word24 word25 word26 word27 word28 word29 word30 word31 word32 word33 word34 word35 word36 word37 word38 word3…
            + … word23 word24 word25 word26 word27 word28 word29 WORD30 word31 word32 word33 word34 word35 word36 word37 word38 word3…
        """)
  }

  @Test func longStringsThatDifferAtTheirEndShowIt() {
    #expect(
      text(of: Reader(lines: [sentence])) { $0.lines[0] += "!" } == """
          .lines[0]
            − …3 word54 word55 word56 word57 word58 word59 word60"
            + …3 word54 word55 word56 word57 word58 word59 word60!"
        """)
  }

  @Test func whatCannotBeComparedIsNamedByItsPath() {
    #expect(
      modelText(expected: Form(), actual: Form(name: "bob")) == """
          .name
            − "ada"
            + "bob"
          .onChange
            ? @Sendable () -> ()      (cannot be compared: not Equatable)
        """)
  }

  @Test func typesWithADescriptionAreNotTakenApart() {
    #expect(
      modelText(expected: (Duration.zero, 1), actual: (Duration.seconds(1), 1)) == """
          .0
            − .seconds(0)
            + .seconds(1)
        """)
  }

  @Test func typesWhoseDescriptionDoesNotTellAreTakenApart() {
    #expect(
      modelText(expected: Data([1, 2, 3]), actual: Data([1, 2, 4])) == """
          .bytes[2]
            − 3
            + 4
        """)
  }

  @Test func whatPrintsAlikeIsSaidToDiffer() {
    struct Opaque: Equatable, CustomStringConvertible {
      var description: String { "Opaque" }
      static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    #expect(
      modelText(expected: Opaque(), actual: Opaque()) == """
          Opaque
            − Opaque
            + Opaque      (they print alike, but == says they differ)
        """)
  }

  @Test func valuesOfTwoTypesThatPrintAlikeNameTheirTypes() {
    #expect(
      modelText(expected: [1] as [Any], actual: [UInt(1)] as [Any]) == """
          [0]
            − 1 as Swift.Int
            + 1 as Swift.UInt
        """)
  }

  @Test func onlyTwentyDifferencesAreListed() throws {
    let lines = (0..<33).map { "\($0)" }
    let shown = try #require(text(of: Reader(lines: lines)) { $0.lines = lines.map { $0 + "!" } })
    let blocks = (0..<20).map { "  .lines[\($0)]\n    − \"\($0)\"\n    + \"\($0)!\"\n" }
    #expect(shown == blocks.joined() + "  … and 13 more")
  }
}
