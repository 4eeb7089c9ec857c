import Katana

/// One life of a child of the model, while commands of it run: from when it was seen until it is gone.
///
/// A sheet that is dismissed and presented again has the same address but another life, so that what
/// the old one asked for never reaches the new one.
final class OpenScope: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only.
  let address: Scope
  fileprivate(set) var isGone: Bool

  fileprivate init(_ address: Scope, isGone: Bool) {
    self.address = address
    self.isGone = isGone
  }
}

/// The lives of the children that commands run for: pure, but for the identity of the lives.
struct OpenScopes {
  private var open: [Scope: OpenScope] = [:]

  var isEmpty: Bool { open.isEmpty }

  /// The current life of a child.
  mutating func enter(_ address: Scope, isThere: Bool) -> OpenScope {
    if let scope = open[address] { return scope }
    let scope = OpenScope(address, isGone: !isThere)
    if isThere { open[address] = scope }
    return scope
  }

  /// Ends the lives of children that are no longer there, and forgets those nobody runs for.
  mutating func close(isThere: (Scope) -> Bool) {
    for address in Array(open.keys) {
      if isKnownUniquelyReferenced(&open[address]) {
        open[address] = nil
      } else if !isThere(address) {
        open[address]?.isGone = true
        open[address] = nil
      }
    }
  }
}
