import Katana

/// Fails a test when features that state effects return a command or a subscription of another type.
///
/// Features that state no effects at all are not checked.
struct StatedEffects {
  private let stated: Set<ObjectIdentifier>
  private let names: Set<Substring>
  private var reported: Set<ObjectIdentifier> = []

  /// - Parameter effects: The effects that the features state.
  init(_ effects: [any Effect.Type]) {
    stated = Set(effects.map { ObjectIdentifier($0) })
    names = Set(effects.map(Self.genericName))
  }

  /// Fails the test once for each type that the features do not state.
  mutating func check(
    _ commands: [any Command], _ subscriptions: [any Subscription], at place: TestPlace
  ) {
    if stated.isEmpty { return }
    for command in commands { check(command, at: place) }
    for subscription in subscriptions {
      var content = subscription
      while let layered = content.asLayered { content = layered.content }
      check(type(of: content), "subscription", at: place)
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
    default: check(type(of: command), "command", at: place)
    }
  }

  private mutating func check(_ type: any Effect.Type, _ kind: String, at place: TestPlace) {
    let id = ObjectIdentifier(type)
    guard !stated.contains(id), !names.contains(Self.genericName(of: type)),
      reported.insert(id).inserted
    else { return }
    place.fail(
      failureText(
        "The features do not state that they use the \(kind) \(type).",
        why: "So the check of the wiring cannot find out that it has no interpreter.",
        fix: "add `\(type).self` to the `effects` of the feature that returns it; for a closure, to"
          + " those of a CombinedUpdater around it."))
  }

  /// The name of a type without its generic arguments: one specialization stands for all.
  private static func genericName(of type: any Effect.Type) -> Substring {
    String(reflecting: type).prefix { $0 != "<" }
  }
}
