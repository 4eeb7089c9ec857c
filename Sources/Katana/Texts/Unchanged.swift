/// Returns whether a value has not changed: it equals the old one, or differs only by NaNs, which are
/// not equal to themselves.
///
/// This is the one rule for observers, stores, `onChange` and subscriptions. What `==` calls different
/// is a change, unless all parts can be seen and differ by nothing but NaNs. A collection that was
/// made anew counts as changed if nothing but collections in the value hold a NaN: Swift says that a
/// collection equals itself whatever it holds, and a comparison of all parts would take too long.
package func isUnchanged<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
  old == new || old != old && new != new && differOnlyInNaN(old, new)
}

/// Returns whether two values differ, and only by NaNs.
///
/// Unlike ``isUnchanged(_:_:)``, this finds those in collections too. A part that cannot be seen
/// counts as different: what a custom mirror may hide, and what has neither `==` nor parts, such as a
/// function. It walks mirrors, which is slow.
package func differOnlyInNaN(_ lhs: Any, _ rhs: Any) -> Bool {
  var walk = PartWalk(ignoresReplies: false)
  return walk.areSame(lhs, rhs) && walk.hasFound
}

/// Returns whether two values of one type are equal if the message types of their replies are
/// ignored.
///
/// It walks mirrors, which is slow. It is needed only if two parts of an app declare one
/// subscription id with unequal values. Two objects are equal only by `==` or by identity. Their
/// properties are not read, because another thread may be changing them.
package func areEqualApartFromReplies(_ lhs: Any, _ rhs: Any) -> Bool {
  var walk = PartWalk(ignoresReplies: true)
  return walk.isSamePart(lhs, rhs)
}

/// A walk through the parts of two values.
private struct PartWalk {
  /// Whether replies count as the same, and a NaN as different.
  let ignoresReplies: Bool
  /// Whether a NaN was found.
  private(set) var hasFound = false
  private var depth = 0

  init(ignoresReplies: Bool) { self.ignoresReplies = ignoresReplies }

  mutating func areSame(_ lhs: Any, _ rhs: Any) -> Bool {
    depth += 1
    defer { depth -= 1 }
    let (left, right) = (Mirror(reflecting: lhs), Mirror(reflecting: rhs))
    guard depth <= 100, type(of: lhs) == type(of: rhs), left.displayStyle == right.displayStyle
    else { return false }
    if ignoresReplies, lhs is any AnyReply { return true }
    switch left.displayStyle {
    case .class: return lhs as AnyObject === rhs as AnyObject
    case .set: return areSame(lhs as? Set<AnyHashable>, rhs as? Set<AnyHashable>)
    case .dictionary: return areSame(lhs as? [AnyHashable: Any], rhs as? [AnyHashable: Any])
    default: break
    }
    if let vector = lhs as? any SIMD { return areSameVectors(vector, rhs) }
    if left.children.isEmpty { return isSameLeaf(lhs, rhs, left.displayStyle) }
    guard left.children.count == right.children.count, isSeen(lhs) else { return false }
    for (left, right) in zip(left.children, right.children) {
      if left.label != right.label || !isSamePart(left.value, right.value) { return false }
    }
    return true
  }

  /// Compares two parts, most of which are equal.
  mutating func isSamePart(_ lhs: Any, _ rhs: Any) -> Bool {
    if let lhs = lhs as? any Equatable, isEqual(lhs, rhs) { return true }
    return areSame(lhs, rhs)
  }

  /// Compares two values without visible parts that are not equal.
  private mutating func isSameLeaf(_ lhs: Any, _ rhs: Any, _ style: Mirror.DisplayStyle?) -> Bool {
    if lhs is any Equatable {
      guard !ignoresReplies, let left = lhs as? any FloatingPoint, left.isNaN,
        let right = rhs as? any FloatingPoint, right.isNaN
      else { return false }
      hasFound = true
      return true
    }
    switch style {
    case .enum: return enumCaseName(of: lhs).map { $0 == enumCaseName(of: rhs) } ?? false
    case .optional, .collection: return Mirror(reflecting: rhs).children.isEmpty && isSeen(lhs)
    default: return size(of: type(of: lhs)) == 0
    }
  }

  /// Returns whether the mirror of a value shows all that matters. A custom mirror may hide a part;
  /// those of the types that are named here hide none. Where replies are ignored, a mirror may hide
  /// functions.
  private func isSeen(_ value: Any) -> Bool {
    guard !ignoresReplies, value is any CustomReflectable else { return true }
    let name = _typeName(type(of: value), qualified: true)
    return name.hasPrefix("Swift.") || name.hasPrefix("Katana.IdentifiedArray")
      || ["Foundation.Date", "FoundationEssentials.Date"].contains(name)
  }

  private mutating func areSame(_ lhs: Set<AnyHashable>?, _ rhs: Set<AnyHashable>?) -> Bool {
    guard let lhs, let rhs else { return false }
    let (left, right) = (lhs.filter { $0 == $0 }, rhs.filter { $0 == $0 })
    if left.count < lhs.count { hasFound = true }
    return lhs.count == rhs.count && left == right
  }

  private mutating func areSame(_ lhs: [AnyHashable: Any]?, _ rhs: [AnyHashable: Any]?) -> Bool {
    guard let lhs, let rhs, lhs.count == rhs.count else { return false }
    for (key, value) in lhs {
      guard let other = rhs[key], isSamePart(value, other) else { return false }
    }
    return true
  }

  private mutating func areSameVectors<Vector: SIMD>(_ lhs: Vector, _ rhs: Any) -> Bool {
    guard let rhs = rhs as? Vector else { return false }
    for index in lhs.indices where !isSamePart(lhs[index], rhs[index]) { return false }
    return true
  }
}

private func isEqual<Value: Equatable>(_ lhs: Value, _ rhs: Any) -> Bool { lhs == rhs as? Value }
