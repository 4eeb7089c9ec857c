package import Katana

/// Messages, commands and subscriptions that reach nothing.
extension Loop {
  /// Reports a message that no updater takes, or whose address no part has.
  func reportUnreached(_ site: SendSite, as message: any Message) {
    let scoped = ScopedMessage.unboxed(message)
    guard !takesEveryAddress, unreached.isNew(type(of: scoped?.message ?? message), scoped?.address)
    else { return }
    var values: [(String, String)] = []
    if site.line > 0 { values.append(("Sent at", "\(site.file):\(site.line)")) }
    if let cause = site.cause { values.append(("Cause", core.chain(of: cause))) }
    let isFromOutside = if case .outside = site.sender.origin { true } else { false }
    core.report(.unreached(message, router, values, isFromOutside: isFromOutside))
  }

  /// Returns whether code outside of the updaters takes a message: a call of `settle` that waits for
  /// its type, or an interceptor that observes its type.
  func isAwaited(_ message: any Message, _ tracker: CompletionTracker?) -> Bool {
    let content = ScopedMessage.unboxed(message)?.message ?? message
    return tracker?.waits(for: content) == true || interceptors.contains { $0.takes(content) }
  }

  /// Reports a command or a subscription with an address that no part has.
  func reportUnreached(_ effect: String, _ type: Any.Type, in scope: AnyAddress, cause: UInt64) {
    guard !takesEveryAddress, unreached.isNew(type, scope) else { return }
    core.report(
      .unknownAddress(effect, address: scope.shape, cause: core.chain(of: cause)))
  }
}

/// The messages, commands and subscriptions that were reported as unreachable, once for each type
/// and shape of address.
struct Unreached {
  private var reported: Set<Key> = []

  private struct Key: Hashable {
    var type: ObjectIdentifier
    var parts: [PartName]
  }

  /// The largest number of reports; later ones are dropped.
  private static var limit: Int { 1_000 }

  mutating func isNew(_ type: Any.Type, _ scope: AnyAddress?) -> Bool {
    guard reported.count < Self.limit else { return false }
    return reported.insert(Key(type: ObjectIdentifier(type), parts: scope?.parts ?? [])).inserted
  }
}

extension RuntimeIssue {
  /// Creates the issue of a message that no updater takes.
  ///
  /// - Parameters:
  ///   - values: The source location and the cause, as far as they are known.
  ///   - isFromOutside: Whether code outside of the runtime has sent it. Otherwise, the child at its
  ///     address has.
  ///   - shown: The text of the message that a test may show; its name if `nil`.
  package static func unreached(
    _ message: any Message, _ router: Router, _ values: [(String, String)] = [],
    isFromOutside: Bool = true, message shown: String? = nil
  ) -> RuntimeIssue {
    let scoped = ScopedMessage.unboxed(message)
    let content = scoped?.message ?? message
    let name = shown ?? ValueName(content).fullName
    let isKnown = scoped.map { router.hasPart($0.address) } ?? true
    let taken = router.addresses(taking: content)
    let places = taken.map { "dispatch(…, to: \($0))" }.joined(separator: " or ")
    let fix =
      content is Dismissed
      ? "let the parent listen to the child, and change the model there: the runtime cannot remove"
        + " the payload of a case, or an element of a collection without `remove(at:)`."
      : !isKnown
        ? "state the part in a `CombinedUpdater`"
          + (taken.isEmpty ? "." : ", or send it where it is taken: \(places).")
        : taken.isEmpty
          ? "add an updater that takes it; one that takes messages of all types says so with"
            + " `takes`."
          : "send it where it is taken: \(places)."
    if isKnown, let scope = scoped?.address, let taker = router.taker(of: content, around: scope) {
      let type = "\(type(of: content))"
      let global =
        taker.isApp
        ? ", or make \(type) a `GlobalMessage`, which leaves the child that sends it" : ""
      return RuntimeIssue(
        .messageNotTaken, "No updater at the address takes the message \(name).",
        [("Address", scope.shape), ("Taken at", taker.place)] + values,
        why: isFromOutside
          ? "It changes nothing."
          : "It changes nothing: what a child sends goes to that child, not to the models around it.",
        fix: isFromOutside
          ? "send it where it is taken."
          : "let \(taker.place) listen to the child, by the closure of its part or"
            + " `.listen(to:)`, and change the model there\(global).")
    }
    guard let scope = scoped?.address else {
      return RuntimeIssue(
        .messageNotTaken, "No updater takes the message \(name) without an address.", values,
        why:
          "It changes nothing: messages without an address reach `.full` and `.slice` parts only.",
        fix: fix)
    }
    return RuntimeIssue(
      .messageNotTaken,
      isKnown
        ? "No updater at the address takes the message \(name)."
        : "The message \(name) has an address that no part of the app has.",
      [("Address", scope.shape)] + values, why: "It changes nothing.", fix: fix)
  }

  /// Creates the issues of collections in which two elements have the same `id`.
  ///
  /// - Parameter showsIDs: Whether the texts may contain ids, as in a test.
  package static func duplicates(
    in model: ReadPlace, _ router: Router, showsIDs: Bool = false
  ) -> [RuntimeIssue] {
    router.duplicates(model).map { scope, id in
      RuntimeIssue(
        .duplicateID, "Two elements of a collection have the same id.",
        [("Collection", showsIDs ? "\(scope)" : scope.shape)] + (showsIDs ? [("Id", id)] : []),
        why: "A message to the id reaches the first of them only, and their commands and"
          + " subscriptions are taken for those of one element.",
        fix: "give each element an id of its own, or keep them in an `IdentifiedArray`.")
    }
  }

  static func sharedSlices(_ slices: SharedSlices) -> RuntimeIssue {
    RuntimeIssue(
      .featureInTwoSlices,
      "One feature stands in \(slices.addresses.count) slices, and returns commands or declares"
        + " subscriptions.",
      [("Slices", slices.addresses.map(\.shape).sorted().joined(separator: ", "))],
      why:
        "A slice opens no scope, so what a command or a subscription of one of them sends reaches"
        + " all of them.",
      fix: "make each of them a child with an address: `.child(\\.…, feature)` in place of"
        + " `.slice(\\.…, feature)`.")
  }

  static func unknownAddress(
    _ effect: String, address: String, cause: String
  ) -> RuntimeIssue {
    RuntimeIssue(
      .unknownAddress, "\(effect) has an address that no part of the app has.",
      [("Address", address), ("Cause", cause)],
      why:
        "Its messages are dropped. If an updater calls another one directly, the runtime cannot see"
        + " the parts of that one.",
      fix: "state the part in a `CombinedUpdater`, and wrap features with `.modified { … }`.")
  }
}
