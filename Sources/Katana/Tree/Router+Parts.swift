/// What the tree says of an address, whatever the model contains.
extension Router {
  /// Returns the parts with a name. Several parts may have one.
  func placedParts(_ name: PartName) -> [PlacedPart] { parts[name]?.parts ?? [] }

  /// Returns the parts that each step of an address means, none from a collection on whose element has no
  /// `id` in it.
  private func parts(along steps: some Collection<AnyAddress.Step>) -> [[PlacedPart]] {
    steps.reduce(into: []) { parts, step in
      let routers = parts.last.map { $0.map(\.child.router) } ?? [self]
      parts.append(
        routers.flatMap { $0.placedParts(step.part) }
          .filter { step.id != nil || !$0.part.isCollection })
    }
  }

  /// Returns the routers of all features for the child at an address.
  func routers(at steps: some Collection<AnyAddress.Step>) -> [Router] {
    parts(along: steps).last.map { $0.map(\.child.router) } ?? [self]
  }

  /// Returns whether the app has a part at an address.
  package func hasPart(_ scope: AnyAddress) -> Bool { !routers(at: scope.steps).isEmpty }

  /// Returns whether an updater takes a message, with or without an address; see
  /// ``Updater/takes``.
  package func isTaken(_ message: any Message) -> Bool {
    guard let scoped = ScopedMessage.unboxed(message) else { return takes(message) }
    guard let address = resolve(scoped) else { return false }
    return isTaken(scoped.message, at: address.steps)
  }

  /// Returns whether a message with an address reaches something: an updater at the address that takes
  /// it or may take it, a part that removes its child, or a listener on the way.
  func reacts(to message: any Message, at steps: [AnyAddress.Step]) -> Bool {
    if isTaken(message, at: steps) { return true }
    let around = [self] + parts(along: steps).dropLast().joined().map(\.child.router)
    if around.contains(where: { $0.listeners.hears(typeID(of: message)) }) { return true }
    // An updater that states no types may take each message.
    return routers(at: steps).contains { $0.leaves.contains { $0.kind == nil && $0.takes == nil } }
  }

  func isTaken(_ message: any Message, at steps: [AnyAddress.Step]) -> Bool {
    if isDismissal(message), !steps.isEmpty,
      parts(along: steps)[steps.removed].contains(where: { $0.part.remove != nil })
    {
      return true
    }
    return routers(at: steps).contains { $0.takes(message) }
  }

  /// Returns whether the commands of a child are cancelled because it, or a child around it, is gone:
  /// whether a part of its address says so, from the outermost child that is gone inwards. If several
  /// parts have one name, one of them that says so is enough.
  ///
  /// - Parameter gone: The number of steps in the address of the outermost child that is gone.
  package func cancelsOnLeave(along scope: AnyAddress, from gone: Int) -> Bool {
    let first = min(gone, scope.steps.count) - 1
    return parts(along: scope.steps).dropFirst(first).joined().contains {
      $0.part.onLeave == .cancel
    }
  }

  /// Returns at most three addresses at which a message is taken, such as `App.at.rows[…]`: those
  /// of children before those of their children, in alphabetical order.
  package func addresses(taking message: any Message) -> [String] {
    var found: [String] = []
    var seen = SeenRouters(self)
    var level: [(router: Router, path: String)] = [(self, "\(model).at")]
    while !level.isEmpty {
      var next: [(feature: FeatureNode, path: String)] = []
      for (router, path) in level {
        if router !== self, router.takes(message) { found.append(path) }
        if found.count == 3 { return found }
        for (name, routes) in router.parts {
          next += routes.parts.map { placed in
            (placed.child, "\(path)\(name)\(placed.part.isCollection ? "[…]" : "")")
          }
        }
      }
      // Sorted first: of a feature in several parts, the first one counts.
      level = next.sorted { $0.path < $1.path }.compactMap { feature, path in
        seen.insert(feature).map { ($0, path) }
      }
    }
    return found
  }

  /// Returns the innermost model around a child that takes a message.
  ///
  /// - Returns: Its address, such as `App.at.sheet`, or its type for the app's model; and whether it is
  ///   the latter. Returns `nil` if no model around the child takes the message.
  package func taker(
    of message: any Message, around scope: AnyAddress
  ) -> (place: String, isApp: Bool)? {
    let around = parts(along: scope.steps).enumerated().reversed().flatMap { index, parts in
      // The same step may lead through children that are always there.
      let outer = scope.prefix(index)
      return (parts.first?.place.children ?? []).reversed().map { outer.appending($0) } + [outer]
    }
    guard
      let taker = around.first(where: { routers(at: $0.steps).contains { $0.takes(message) } })
    else { return nil }
    return taker.isEmpty ? ("\(model)", true) : (taker.shape, false)
  }

  /// Returns the part of a step if a message to that step changes, in it, nothing but its child.
  /// Returns `nil` otherwise, and if the part has a listener.
  package func partOfOneChild(_ step: AnyAddress.Step) -> PlacedPart? {
    guard let placed = parts[step.part]?.single, placed.part.isScope,
      !listeners.listens(to: step.part)
    else { return nil }
    return placed
  }

  /// Returns whether an update that may write some bytes may change a part.
  package func isWritten(_ part: PartName, by written: [ByteRange]) -> Bool {
    (parts[part]?.extents ?? []).contains { written.overlap($0) }
  }

  /// Returns the bytes that a message to a child of a part may write: those of the part, and those
  /// that its listeners may write, which is all of their parent's model.
  package func extents(writtenThrough part: PartName) -> [ByteRange] {
    (parts[part]?.extents ?? []) + listeners.extents(part)
  }

  /// Returns the bytes of the model that may hold children of a part.
  package func extents(of part: PartName) -> [ByteRange] { parts[part]?.extents ?? [] }

  /// Returns the part with a name if there is only one, which no modifier contains.
  package func onlyPart(_ name: PartName) -> PlacedPart? { parts[name]?.single }

  /// Returns the bytes of the model that a message to a child of the model may write, or a message to
  /// the model itself.
  package func extents(
    writtenBy message: any Message, to steps: ArraySlice<AnyAddress.Step>
  ) -> [ByteRange] {
    steps.first.map { extents(writtenThrough: $0.part) } ?? routes[message].extents
  }
}

extension RandomAccessCollection<AnyAddress.Step> where Index == Int {
  /// The index of the step whose child a ``Dismissed`` message removes. It is the last step, or the
  /// value around it if the last step is a case of that value: without the case, the value is gone.
  var removed: Int {
    var index = endIndex - 1
    while index > startIndex, self[index].part.isCaseOfWhole { index -= 1 }
    return index
  }
}

/// Returns whether a message removes the child that it is for from the model.
func isDismissal(_ message: any Message) -> Bool {
  typeID(of: message) == ObjectIdentifier(Dismissed.self)
}

/// The routers that a walk through all parts has seen.
struct SeenRouters {
  /// Kept, so that no other router gets the identity of one of them.
  private var routers: [ObjectIdentifier: Router]
  /// A lazy feature may make another router at each call.
  private var sites: Set<String> = []

  init(_ first: Router) { routers = [ObjectIdentifier(first): first] }

  /// Returns the router of a feature; `nil` if it was seen before.
  mutating func insert(_ node: FeatureNode) -> Router? {
    if let site = node.site, !sites.insert(site).inserted { return nil }
    let router = node.router
    return routers.updateValue(router, forKey: ObjectIdentifier(router)) == nil ? router : nil
  }
}
