import Foundation
import Testing

/// A view is a large expression, and the compiler must not be slow with it.
struct ViewTypeCheckTests {
  /// A view of 101 nodes, against an array of 101 values in the same run of the compiler. The fastest
  /// of three copies of each counts, since the machine may do other things.
  @Test func aViewOf101NodesTakesAtMostThreeTimesAsLongAsAnArray() async throws {
    let preamble = try #require(Fixture.preamble)
    let fixture = Fixture(name: "Times", source: Self.source)
    let verdict = try await Compiler().check(
      fixture, with: preamble, ["-Xfrontend", "-debug-time-function-bodies"])
    #expect(verdict.status == 0, "\(verdict.output)")
    let view = try #require(Self.fastest("view", in: verdict.output))
    let array = try #require(Self.fastest("items", in: verdict.output))
    #expect(view <= 3 * array, "the view \(view) ms, the array \(array) ms")
  }

  /// The fewest milliseconds of the functions whose names begin with a word.
  private static func fastest(_ name: String, in output: String) -> Double? {
    output.split(separator: "\n").filter { $0.contains(".\(name)") && $0.contains("ms\t") }
      .compactMap { $0.split(separator: "ms").first.flatMap { Double($0) } }.min()
  }

  private static var source: String {
    let kinds = [
      #".text("text", .muted),"#, #".button("button", .closeTapped),"#,
      #".input("input", model.text, SheetMessage.textChanged),"#,
      #".row([.text("a").width(.fill), .button("b", .closeTapped).style(.danger)]),"#,
    ]
    // The column, and 100 nodes: each four lines have six.
    let nodes = (0..<16).flatMap { _ in kinds } + Array(repeating: kinds[0], count: 4)
    let values = (0..<101).map { #"Item(title: "item", count: \#($0), style: .muted),"# }
    var source = """
      import KatanaViews

      struct Item {
        enum Style { case muted, strong }
        var title: String
        var count: Int
        var style: Style
      }

      """
    for copy in 0..<3 {
      source += """
        func view\(copy)(_ model: Sheet) -> ViewOf<Sheet> {
          .column([
        \(nodes.joined(separator: "\n"))
          ])
        }

        func items\(copy)() -> [Item] {
          [
        \(values.joined(separator: "\n"))
          ]
        }

        """
    }
    return source
  }
}
