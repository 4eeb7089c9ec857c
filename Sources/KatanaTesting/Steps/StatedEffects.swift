import Katana

/// Fails a test when features that state effects return a command or a subscription of another type.
///
/// Features that state no effects at all are not checked.
struct StatedEffects {
  private let stated: Set<EffectType>
  private var reported: Set<EffectType> = []

  /// - Parameter effects: The effects that the features state.
  init(_ effects: [EffectType]) { stated = Set(effects) }

  /// Fails the test once for each type that the features do not state.
  mutating func check(
    _ commands: [any Command], _ subscriptions: [any Subscription], at place: TestPlace
  ) {
    if stated.isEmpty { return }
    for command in commands { check(command, at: place) }
    for subscription in subscriptions {
      var content = subscription
      while let layered = content.asLayered { content = layered.content }
      check(.subscription(type(of: content)), at: place)
    }
  }

  private mutating func check(_ command: any Command, at place: TestPlace) {
    switch command {
    case is Send, is Dismiss, is Cancel, is Flush: break
    case let wrapper as any CommandWrapper:
      var contents: [any Command] = []
      _ = wrapper.mapContents {
        contents.append($0)
        return $0
      }
      for content in contents { check(content, at: place) }
    default: check(.command(type(of: command)), at: place)
    }
  }

  private mutating func check(_ effect: EffectType, at place: TestPlace) {
    guard !stated.contains(effect), reported.insert(effect).inserted else { return }
    let (kind, type) =
      switch effect {
      case .command(let type): ("command", "\(type)")
      case .subscription(let type): ("subscription", "\(type)")
      }
    place.fail(
      failureText(
        "The features do not state that they use the \(kind) \(type).",
        why: "So the check of the wiring cannot find out that it has no interpreter.",
        fix: "add `.\(kind)(\(type).self)` to the `effects` of the feature that returns it; for a"
          + " closure, to those of a CombinedUpdater around it."))
  }
}
