public import Katana

/// Sends a message for each element of an async sequence.
///
/// ```swift
/// Elements(of: "downloads", reply { .folderChanged($0) }) { folder.changes }
/// ```
///
/// Use this where a subscription type of your own is not worth the effort; otherwise see
/// `Interpreter.subscription(_:reply:_:)`.
///
/// When the subscription starts, a task makes and iterates the sequence; when it stops, the task is
/// cancelled. After the last element the subscription sends ``ElementEvent/ended`` and then nothing
/// more. To start again, declare it with another `id`.
///
/// Run by the interpreters of `.functions()`.
///
/// - Important: The `id` and the types identify the subscription. The closure does not, because
///   functions cannot be compared. If the closure makes a different sequence, use a different `id`.
public struct Elements: Subscription {
  private let key: EffectID
  /// The id of the sequence.
  public var id: some Hashable & Sendable { key }
  /// The reply, which turns each event into a message. The elements in the events have the element
  /// type of the sequence.
  public let reply: Reply<ElementEvent<any Sendable>>
  private let iterate: @Sendable ((any Sendable) -> Void) async throws -> Void

  /// Creates a subscription to the elements of a sequence.
  ///
  /// - Parameters:
  ///   - id: The id of the sequence.
  ///   - reply: Turns each event into a message.
  ///   - sequence: Makes the sequence. Called once each time that the subscription starts.
  public init<Source: AsyncSequence & SendableMetatype>(
    of id: some Hashable & Sendable, _ reply: Reply<ElementEvent<Source.Element>>,
    _ sequence: @escaping @Sendable () -> Source
  ) where Source.Element: Sendable, Source.AsyncIterator: SendableMetatype {
    self.key = EffectID(id)
    self.reply = reply.converting { event in
      event.map { element in
        guard let element = element as? Source.Element else {
          preconditionFailure("\(element) is not of the element type \(Source.Element.self).")
        }
        return element
      }
    }
    self.iterate = { send in
      for try await element in sequence() {
        // A sequence may ignore the cancellation and never end.
        if Task.isCancelled { return }
        send(element)
      }
    }
  }

  /// Iterates the sequence to its end, and passes each element to the closure.
  package func forEach(_ send: (any Sendable) -> Void) async throws { try await iterate(send) }

  /// Returns whether the ids and the types of the messages are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.key == rhs.key && lhs.reply == rhs.reply
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension Elements: CustomReflectable {
  /// The id and the reply.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "reply": reply], displayStyle: .struct)
  }
}
