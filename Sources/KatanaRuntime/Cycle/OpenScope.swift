import Katana

/// One life of a child of the model, while commands of it run: from when it was seen until it is
/// gone.
///
/// A sheet that is dismissed and presented again has the same address but another life, so that
/// what the old one asked for never reaches the new one.
final class OpenScope: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only.
  let address: Scope
  fileprivate(set) var isGone: Bool

  /// Of one that is gone: the lives that went with it, as commands ask for them.
  private var inner: [Scope: OpenScope] = [:]

  fileprivate init(_ address: Scope, isGone: Bool) {
    self.address = address
    self.isGone = isGone
  }

  /// The life of what was inside of a child that is gone, or of itself.
  func inside(_ address: Scope) -> OpenScope {
    if address == self.address { return self }
    if let scope = inner[address] { return scope }
    let scope = OpenScope(address, isGone: true)
    inner[address] = scope
    return scope
  }
}

/// The lives of the children that commands run for: pure, but for the identity of the lives.
struct OpenScopes {
  private var open: [Scope: OpenScope] = [:]
  /// Those that have ended in the step that is going on: what the child has returned in it, such as
  /// a ``Cancel``, still belongs to them.
  private var ended: [Scope: OpenScope] = [:]

  var isEmpty: Bool { open.isEmpty }

  /// The current life of a child; of one that is gone, the life that has ended in this step.
  mutating func enter(_ address: Scope, isThere: Bool) -> OpenScope {
    if let scope = isThere ? open[address] : ended[address] { return scope }
    let scope = OpenScope(address, isGone: !isThere)
    if isThere { open[address] = scope } else { ended[address] = scope }
    return scope
  }

  /// The lives, until the end of this step, of the children that an address means.
  func all(in address: Scope) -> [OpenScope] {
    (Array(open.values) + ended.values).filter { address.covers($0.address) }
  }

  /// Whether a life has ended in the step that is going on.
  func hasJustEnded(_ scope: OpenScope) -> Bool { ended[scope.address] === scope }

  /// The step is over.
  mutating func forgetEnded() { if !ended.isEmpty { ended = [:] } }

  /// Ends the lives of children that are no longer there, and forgets those nobody runs for.
  /// Returns the lives that it has ended.
  mutating func close(isThere: (Scope) -> Bool) -> [OpenScope] {
    var closed: [OpenScope] = []
    for address in Array(open.keys) {
      if isKnownUniquelyReferenced(&open[address]) {
        open[address] = nil
      } else if !isThere(address) {
        open[address]?.isGone = true
        if let life = open.removeValue(forKey: address) {
          ended[address] = life
          closed.append(life)
        }
      }
    }
    return closed
  }
}
