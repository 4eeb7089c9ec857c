extension Router {
  /// Returns an address in the form that the framework creates: each child that is always there is a
  /// step of its own.
  ///
  /// The path of properties in an address does not say which of them are children: `App.at.left.rows`
  /// is one step if `left` is a slice, and two if it is a child.
  package func canonical(_ scope: AnyAddress) -> AnyAddress {
    if !mayHoldChildren { return scope }
    let steps = canonicalSteps(scope.steps, parts, childrenAlwaysThere)
    return steps.count == scope.steps.count ? scope : AnyAddress(steps)
  }
}

/// Returns the steps of an address with each child that is always there as a step of its own.
///
/// - Parameters:
///   - parts: The parts of the model with which the steps begin.
///   - children: The names of the children that are always there among them.
func canonicalSteps(
  _ steps: [AnyAddress.Step], _ parts: PartTable, _ children: [PartName]
) -> [AnyAddress.Step] {
  var (parts, children) = (parts, children)
  var canonical: [AnyAddress.Step] = []
  func enter(_ part: PartName) {
    let router = parts[part]?.parts.first?.child.router
    (parts, children) = (router?.parts ?? .empty, router?.childrenAlwaysThere ?? [])
  }
  for var step in steps {
    while parts[step.part] == nil, let child = children.first(where: { step.part.isInside($0) }) {
      canonical.append(AnyAddress.Step(part: child, id: nil))
      step = AnyAddress.Step(
        part: step.part.lowered(by: child.offset ?? 0, into: child.type), id: step.id)
      enter(child)
    }
    canonical.append(step)
    enter(step.part)
  }
  return canonical
}

extension PartName {
  /// Returns whether the part is in a child that is always there.
  fileprivate func isInside(_ child: PartName) -> Bool {
    guard let offset = child.offset, isInside(child.type, at: offset) else { return false }
    // A property around the child may begin at the same offset.
    if case .stored = location { return size(of: type) <= size(of: child.type) }
    return true
  }
}
