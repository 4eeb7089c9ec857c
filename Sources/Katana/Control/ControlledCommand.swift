/// A command with a control modifier, which says when, how often or how long it runs.
///
/// The functions of ``Command`` create it, such as
/// ``Command/cancellable(id:cancelInFlight:withConsequences:)``.
package struct ControlledCommand: CommandWrapper {
  package let content: any Command
  package let control: Control

  package func mapContents(_ change: (any Command) -> any Command) -> any Command {
    ControlledCommand(content: change(content), control: control)
  }
}

/// A control modifier of a command.
package enum Control: Sendable {
  case cancellable(CancelID, cancelsInFlight: Bool, withConsequences: Bool)
  case delayed(Duration)
  case debounced(CancelID, Duration)
  case throttled(CancelID, Duration, Throttling)
  case timeout(Duration, (any Message)?)
  case retried(Retry, telling: Reply<RetryPause>?)
  case onFailure(any Message)
  case onFailureReply(Reply<any Error>)
  case queued(CancelID, QueuePolicy)
}

extension ControlledCommand: CustomStringConvertible {
  /// The command and its modifier as Swift source.
  package var description: String { "\(sourceText(of: content, namesType: true))\(control)" }
}

extension Control: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cancellable(let id, let cancelsInFlight, let withConsequences):
      ".cancellable(id: \(id)\(cancelsInFlight ? ", cancelInFlight: true" : "")"
        + "\(withConsequences ? ", withConsequences: true" : ""))"
    case .delayed(let duration): ".delayed(by: \(durationText(duration)))"
    case .debounced(let id, let duration): ".debounced(id: \(id), for: \(durationText(duration)))"
    case .throttled(let id, let duration, let throttling):
      ".throttled(id: \(id), for: \(durationText(duration)), .\(throttling))"
    case .timeout(let duration, let message):
      ".timingOut(after: \(durationText(duration))\(message.map { ", \(text($0))" } ?? ""))"
    case .retried(let retry, let reply):
      ".retried(\(retry)\(reply.map { ", telling: \($0)" } ?? ""))"
    case .onFailure(let message): ".onFailure(\(text(message)))"
    case .onFailureReply(let reply): ".onFailure(\(reply))"
    case .queued(let id, let policy): ".queued(id: \(id), .\(policy))"
    }
  }

  private func text(_ message: any Message) -> String { sourceText(of: message, namesType: true) }
}

/// The id of commands that can be cancelled, queued, debounced or throttled: a value and its type.
///
/// The type is part of the id, so features with id types of their own never share an id.
package struct CancelID: Hashable, Sendable, CustomStringConvertible {
  // Not an `AnyHashable`: for that, equal numbers of different types are equal, which makes each
  // hash and each comparison slower.
  private let value: any Hashable & Sendable
  private let type: ObjectIdentifier
  /// Equal for equal ids. Computed once, because an id is looked up several times.
  package let hash: Int

  /// The id as it was given.
  package var base: Any { value }

  package init(_ id: some Hashable & Sendable) {
    value = id
    type = ObjectIdentifier(Swift.type(of: id))
    hash = Int(bitPattern: type) &+ (id == id ? id.hashValue : 0)
  }

  /// Returns whether two ids are equal.
  ///
  /// Two values of one type that are not equal to themselves, such as NaN, count as equal.
  /// Otherwise a command with such an id could never be found again.
  package static func == (lhs: Self, rhs: Self) -> Bool {
    // Not with a cast, which takes longer than the rest: the types have been compared. That of an
    // object is its class; the static types may then be different superclasses of it.
    func compare<Value: Hashable>(_ value: Value, _ other: some Hashable) -> Bool {
      let other = known(other, as: Value.self)
      return value == other || value != value && other != other
    }
    return lhs.hash == rhs.hash && lhs.type == rhs.type && compare(lhs.value, rhs.value)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  /// The name of the enum case, or else of the type; for texts that must contain no data.
  package var name: String {
    enumCaseName(of: base).map { ".\($0)" } ?? "\(Swift.type(of: base))"
  }

  /// The value as Swift source, such as `.search`.
  package var description: String {
    switch base {
    case let text as String: "\"\(text)\""
    case let base: enumCaseName(of: base).map { ".\($0)" } ?? "\(base)"
    }
  }
}

extension CancelID: CustomReflectable {
  /// A mirror of the value only, which shows the type too.
  package var customMirror: Mirror {
    Mirror(self, children: ["id": base], displayStyle: .struct)
  }
}
