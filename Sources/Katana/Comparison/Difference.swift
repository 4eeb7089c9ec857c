/// Where two values differ, or why they cannot be compared.
///
/// Values are compared by `==` where they are `Equatable`, otherwise part by part.
public struct Difference: Equatable, Sendable {
  /// The way to the part that differs, such as `.session.user[2].name`; empty for the whole.
  public var path: String
  /// What is known about that part.
  public var reason: Reason

  /// Why two parts are not known to be equal.
  public enum Reason: Equatable, Sendable {
    /// The parts differ; both as they print themselves.
    case unequal(String, String)
    /// The part holds something that cannot be compared, such as a function, of the type named.
    case incomparable(String)
  }

  /// A difference at a path.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  /// The first difference between two values, or `nil` if they are equal.
  public static func first(between lhs: Any, and rhs: Any) -> Difference? {
    compare(lhs, rhs, path: "")
  }
}

extension Difference: CustomStringConvertible {
  /// One line: the path and the reason.
  public var description: String {
    let place = path.isEmpty ? "the value" : path
    return switch reason {
    case .unequal(let lhs, let rhs): "\(place): \(lhs) is not \(rhs)"
    case .incomparable(let type):
      "\(place) cannot be compared: \(type) is not Equatable and has no parts"
    }
  }
}

private func compare(_ lhs: Any, _ rhs: Any, path: String) -> Difference? {
  guard type(of: lhs) == type(of: rhs) else { return unequal(lhs, rhs, path) }
  if let lhs = lhs as? any Equatable { return isEqual(lhs, rhs) ? nil : refine(lhs, rhs, path) }
  return compareParts(lhs, rhs, path)
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool { lhs == rhs as? Value }

private func unequal(_ lhs: Any, _ rhs: Any, _ path: String) -> Difference {
  Difference(path: path, reason: .unequal(String(describing: lhs), String(describing: rhs)))
}

/// The part that makes two unequal Equatable values differ, if their mirrors show one that prints
/// differently; the inside of many library types is private, and says nothing.
private func refine(_ lhs: Any, _ rhs: Any, _ path: String) -> Difference {
  let difference = Mirror(reflecting: lhs).children.isEmpty ? nil : compareParts(lhs, rhs, path)
  guard let difference, case .unequal(let left, let right) = difference.reason, left != right else {
    return unequal(lhs, rhs, path)
  }
  return difference
}

private func compareParts(_ lhs: Any, _ rhs: Any, _ path: String) -> Difference? {
  let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
  switch left.displayStyle {
  case .enum where left.children.isEmpty || right.children.isEmpty:
    return enumCaseName(of: lhs) == enumCaseName(of: rhs)
      && left.children.count == right.children.count
      ? nil : unequal(lhs, rhs, path)
  case .enum where left.children.first?.label != right.children.first?.label:
    return unequal(lhs, rhs, path)
  case .class, .foreignReference, nil:
    if left.displayStyle == .class, lhs as AnyObject === rhs as AnyObject { return nil }
    return Difference(path: path, reason: .incomparable("\(type(of: lhs))"))
  case .dictionary:
    guard let lhs = lhs as? [AnyHashable: Any], let rhs = rhs as? [AnyHashable: Any],
      lhs.count == rhs.count
    else { return unequal(lhs, rhs, path) }
    for (key, value) in lhs {
      guard let other = rhs[key] else { return unequal(lhs, rhs, path) }
      if let difference = compare(value, other, path: "\(path)[\(key)]") { return difference }
    }
    return nil
  default: break
  }
  guard left.children.count == right.children.count else { return unequal(lhs, rhs, path) }
  for (index, (left, right)) in zip(left.children, right.children).enumerated() {
    let step = left.label.map { $0.hasPrefix(".") ? $0 : ".\($0)" } ?? "[\(index)]"
    if let difference = compare(left.value, right.value, path: path + step) { return difference }
  }
  return nil
}
