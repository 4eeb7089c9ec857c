import Foundation

extension Double {
  /// In three or more digits, with separators: `0.25`, `94.2`, `1,250`.
  var text: String {
    let decimals = self == rounded() || magnitude >= 1_000 ? 0 : magnitude >= 10 ? 1 : 2
    let digits = String(format: "%.\(decimals)f", self)
    let parts = digits.split(separator: ".", maxSplits: 1)
    let rest = parts.count > 1 ? ".\(parts[1])" : ""
    return grouped(parts[0]) + rest
  }
}

/// With a comma before each three digits.
private func grouped(_ digits: Substring) -> String {
  var text = ""
  for (place, digit) in digits.reversed().enumerated() {
    if place > 0, place.isMultiple(of: 3), digit != "-" { text.insert(",", at: text.startIndex) }
    text.insert(digit, at: text.startIndex)
  }
  return text
}
