import Katana

extension Comparison {
  /// Compares two values of one type part by part.
  mutating func compareParts(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    if let lhs = lhs as? any AnySecret, let rhs = rhs as? any AnySecret {
      return compareSecrets(lhs, rhs, path)
    }
    let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
    switch left.displayStyle {
    case .optional: compareOptionals(lhs, rhs, left, right, path)
    case .enum: compareCases(lhs, rhs, left, right, path)
    case .collection: compareElements(lhs, rhs, path)
    case .set: compareSets(lhs, rhs, path)
    case .dictionary: compareDictionaries(lhs, rhs, path)
    case .struct, .tuple: compareFields(lhs, rhs, left, right, path)
    default: compareOpaque(lhs, rhs, left, right, path)
    }
  }

  private mutating func compareOptionals(
    _ lhs: Any, _ rhs: Any, _ left: Mirror, _ right: Mirror, _ path: DifferencePath
  ) {
    switch (left.children.first, right.children.first) {
    case (let left?, let right?): compare(left.value, right.value, path)
    case (nil, nil): break
    default: addUnequal(lhs, rhs, path)
    }
  }

  private mutating func compareCases(
    _ lhs: Any, _ rhs: Any, _ left: Mirror, _ right: Mirror, _ path: DifferencePath
  ) {
    guard enumCaseName(of: lhs) == enumCaseName(of: rhs) else { return addUnequal(lhs, rhs, path) }
    compareFields(lhs, rhs, left, right, path)
  }

  private mutating func compareFields(
    _ lhs: Any, _ rhs: Any, _ left: Mirror, _ right: Mirror, _ path: DifferencePath
  ) {
    guard left.children.count == right.children.count else { return addUnequal(lhs, rhs, path) }
    if left.children.isEmpty, lhs is any CustomReflectable { return addIncomparable(lhs, path) }
    let isWrapper = wrappedContent(of: lhs) != nil
    for (index, (left, right)) in zip(left.children, right.children).enumerated() {
      // An address, such as that in the mirror of `Data`, does not belong to the value.
      if left.value is UnsafeRawPointer { continue }
      let part =
        switch left.label {
        case "content" where isWrapper, "message" where isWrapper: path
        case let label?: path.property(label.hasPrefix(".") ? label : ".\(label)")
        case nil: path.element("\(index)")
        }
      compare(left.value, right.value, part)
    }
  }

  /// Compares objects by identity, and metatypes by `==`. Other values, such as functions, cannot
  /// be compared.
  private mutating func compareOpaque(
    _ lhs: Any, _ rhs: Any, _ left: Mirror, _ right: Mirror, _ path: DifferencePath
  ) {
    if left.displayStyle == .class, lhs as AnyObject === rhs as AnyObject { return }
    if let lhs = lhs as? Any.Type, let rhs = rhs as? Any.Type, lhs == rhs { return }
    addIncomparable(lhs, path)
  }

  /// Compares the hidden values of secrets that are not `Equatable`. The difference contains no
  /// part of them.
  private mutating func compareSecrets(
    _ lhs: any AnySecret, _ rhs: any AnySecret, _ path: DifferencePath
  ) {
    let inside = Comparison(of: lhs.hidden, with: rhs.hidden, limit: 1, stopsAtLimit: true)
    switch inside.differences.first?.reason {
    case nil: break
    case .incomparable: addIncomparable(lhs, path)
    default: addUnequal(lhs, rhs, path)
    }
  }
}

/// A secret of any type, for the comparison of its hidden value.
private protocol AnySecret {
  var hidden: Any { get }
}

extension Secret: AnySecret {
  fileprivate var hidden: Any { revealed }
}
