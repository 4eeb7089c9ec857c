import Foundation

/// Results as lines of text.
enum Table {
  static let heading = line("row", "what", ["ns", "× floor", "mallocs", "instructions"])

  static func line(of result: RowResult) -> String {
    line(
      result.name, result.title,
      [
        result.nanoseconds?.text ?? "—",
        result.timesFloor.map { "\($0.text) \(result.floor)" } ?? "—",
        result.mallocs.map { String(format: "%.2f", $0) } ?? "—",
        result.instructions?.rounded().text ?? "—",
      ])
  }

  private static func line(_ name: String, _ title: String, _ columns: [String]) -> String {
    let cells = zip(columns, [11, 16, 9, 14]).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }
    return padded(name, to: 18) + padded(title, to: 64) + cells.joined()
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}

extension Double {
  /// In three or more digits, with separators: `0.25`, `94.2`, `1,250`.
  var text: String {
    let decimals = self == rounded() || magnitude >= 1_000 ? 0 : magnitude >= 10 ? 1 : 2
    let digits = String(format: "%.\(decimals)f", self)
    var whole = digits.prefix { $0 != "." }
    let rest = digits.dropFirst(whole.count)
    var groups: [Substring] = []
    while whole.count > 3 {
      groups.insert(whole.suffix(3), at: 0)
      whole = whole.dropLast(3)
    }
    return ([whole] + groups).joined(separator: ",") + rest
  }
}

extension Int {
  /// With separators.
  var text: String { Double(self).text }
}
