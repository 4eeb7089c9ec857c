import Katana

/// Compares two values and collects their differences.
package struct Comparison {
  /// The first differences with their texts, up to the limit.
  package private(set) var differences: [Difference] = []
  /// The paths of these differences.
  private(set) var paths: [DifferencePath] = []
  /// The number of all differences, including those beyond the limit, for which no text is made.
  package private(set) var count = 0

  private let limit: Int
  private let stopsAtLimit: Bool
  private let quotesStrings: Bool
  private var depth = 0
  /// Whether parts that cannot be compared are ignored. This is so inside of values that are
  /// unequal by `==`: there, such a part does not show the difference.
  private var ignoresIncomparable = false
  /// Whether values that are not equal to themselves, such as a NaN, are ignored.
  private var ignoresUnequalToThemselves = false

  /// Compares two values.
  ///
  /// - Parameters:
  ///   - expected: The first value. Elements that only it has are missing.
  ///   - actual: The second value. Elements that only it has are unexpected.
  ///   - limit: The number of differences to describe.
  ///   - stopsAtLimit: Whether to stop at the limit, instead of counting all differences.
  ///   - quotesStrings: Whether a string that differs is shown as Swift source, in quotes.
  package init(
    of expected: Any, with actual: Any, limit: Int, stopsAtLimit: Bool = false,
    quotesStrings: Bool = true
  ) {
    self.init(limit: limit, stopsAtLimit: stopsAtLimit, quotesStrings: quotesStrings)
    compare(expected, actual, DifferencePath())
  }

  private init(limit: Int, stopsAtLimit: Bool, quotesStrings: Bool) {
    self.limit = limit
    self.stopsAtLimit = stopsAtLimit
    self.quotesStrings = quotesStrings
  }

  /// Returns whether two values are equal.
  ///
  /// - Parameters:
  ///   - lhs: The first value.
  ///   - rhs: The second value.
  ///   - apartFromIncomparable: Whether parts that cannot be compared count as equal. Otherwise
  ///     they count as unequal.
  package static func areEqual(
    _ lhs: Any, _ rhs: Any, apartFromIncomparable: Bool = false
  ) -> Bool {
    var comparison = Comparison(limit: 0, stopsAtLimit: true, quotesStrings: true)
    comparison.ignoresIncomparable = apartFromIncomparable
    comparison.compare(lhs, rhs, DifferencePath())
    return comparison.count == 0
  }

  /// Returns the path to the first difference that two runs of a pure function cannot have; `nil` if
  /// there is none.
  ///
  /// Parts that cannot be compared, and values that are not equal to themselves, such as a NaN, count
  /// as equal. The other parts beside them are compared.
  package static func provenDifference(between lhs: Any, and rhs: Any) -> DifferencePath? {
    if haveEqualParts(lhs, rhs) || areEqual(lhs, rhs, apartFromIncomparable: true) { return nil }
    var comparison = Comparison(limit: 1, stopsAtLimit: true, quotesStrings: false)
    comparison.ignoresIncomparable = true
    comparison.ignoresUnequalToThemselves = true
    comparison.compare(lhs, rhs, DifferencePath())
    return comparison.paths.first
  }

  /// Returns whether the parts of two structures are equal. The `==` of a large structure copies it
  /// several times, which takes much stack.
  private static func haveEqualParts(_ lhs: Any, _ rhs: Any) -> Bool {
    guard type(of: lhs) == type(of: rhs), !(lhs is any CustomReflectable),
      Mirror(reflecting: lhs).displayStyle == .struct
    else { return false }
    var comparison = Comparison(limit: 0, stopsAtLimit: true, quotesStrings: true)
    comparison.ignoresIncomparable = true
    comparison.compareParts(lhs, rhs, DifferencePath())
    return comparison.count == 0
  }

  /// Whether differences are described. Otherwise only equality is computed.
  var isDescribing: Bool { limit > 0 }

  mutating func compare(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    guard !(stopsAtLimit && count > 0 && count >= limit) else { return }
    guard type(of: lhs) == type(of: rhs) else {
      return add(path) { Self.unequalTypes(lhs, rhs) }
    }
    depth += 1
    defer { depth -= 1 }
    if let equatable = lhs as? any Equatable {
      if !isEqual(equatable, rhs) { explain(lhs, rhs, path) }
    } else if depth > 100 {
      addIncomparable(lhs, path)
    } else {
      compareParts(lhs, rhs, path)
    }
  }

  /// Adds the parts in which two values differ. If their mirrors show no difference, it adds the
  /// whole values.
  private mutating func explain(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    guard isDescribing, depth <= 100,
      ignoresUnequalToThemselves || !describesItselfDifferently(lhs, rhs)
    else {
      return addUnequal(lhs, rhs, path)
    }
    let (outer, before) = (ignoresIncomparable, count)
    ignoresIncomparable = true
    compareParts(lhs, rhs, path)
    ignoresIncomparable = outer
    if count == before { addUnequal(lhs, rhs, path) }
  }

  /// Returns whether two values have descriptions of their own that differ.
  ///
  /// In that case, the descriptions are clearer than the parts, for instance those of a `Date`.
  /// Models, messages, commands and subscriptions are always compared by their parts.
  private func describesItselfDifferently(_ lhs: Any, _ rhs: Any) -> Bool {
    switch lhs {
    case is any Model, is any Message, is any Command, is any Subscription: return false
    default: break
    }
    switch Mirror(reflecting: lhs).displayStyle {
    case .optional, .collection, .set, .dictionary, .tuple: return false
    default:
      return lhs is any CustomStringConvertible && sourceText(of: lhs) != sourceText(of: rhs)
    }
  }
}

// The functions that add a difference. The comparisons of all kinds of values call them.
extension Comparison {
  mutating func add(_ path: DifferencePath, _ reason: () -> Difference.Reason) {
    count += 1
    if differences.count < limit {
      differences.append(Difference(path: path.text, reason: reason()))
      paths.append(path)
    }
  }

  mutating func addUnequal(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    if ignoresUnequalToThemselves, !Self.areEqual(lhs, lhs, apartFromIncomparable: true) { return }
    let quotesStrings = quotesStrings
    func text(_ value: Any) -> String {
      (quotesStrings ? nil : value as? String) ?? sourceText(of: value)
    }
    add(path) { Self.unequal(text(lhs), text(rhs)) }
  }

  mutating func addIncomparable(_ value: Any, _ path: DifferencePath) {
    if !ignoresIncomparable { add(path) { .incomparable("\(type(of: value))") } }
  }

  mutating func addMissing(_ value: Any, _ path: DifferencePath) {
    add(path) { .missing(shortened(sourceText(of: value, limit: 1_000))) }
  }

  mutating func addUnexpected(_ value: Any, _ path: DifferencePath) {
    add(path) { .unexpected(shortened(sourceText(of: value, limit: 1_000))) }
  }

  mutating func addReordered(_ value: Any, _ path: DifferencePath, _ expected: Int, _ actual: Int) {
    add(path) { .reordered(shortened(sourceText(of: value, limit: 1_000)), expected, actual) }
  }

  static func unequal(_ lhs: String, _ rhs: String) -> Difference.Reason {
    guard lhs != rhs else { return .alike(shortened(lhs)) }
    let (lhs, rhs) = shortened(lhs, rhs)
    return .unequal(lhs, rhs)
  }

  private static func unequalTypes(_ lhs: Any, _ rhs: Any) -> Difference.Reason {
    let texts = (sourceText(of: lhs, namesType: true), sourceText(of: rhs, namesType: true))
    if texts.0 != texts.1 { return unequal(texts.0, texts.1) }
    return unequal(
      "\(texts.0) as \(String(reflecting: type(of: lhs)))",
      "\(texts.1) as \(String(reflecting: type(of: rhs)))")
  }
}

/// Returns whether two values are equal, where a NaN counts as equal to itself.
private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool {
  lhs == rhs as? Value || differOnlyInNaN(lhs, rhs)
}
