public import Katana

/// Sends a message for each element of an async sequence, for as long as the model declares it.
///
/// ```swift
/// Elements(of: "downloads", Reply(FilesMessage.folderChanged)) { folder.changes }
/// ```
///
/// For a sequence that is not worth a subscription type of its own; see
/// `Interpreter.subscription(_:reply:_:)` for one that is.
///
/// The sequence is made and iterated in a task when the subscription starts, and the task is
/// cancelled when it stops. After its last element the subscription stays silent until it is
/// declared with another `id`. Run by the interpreters of `.functions()`.
///
/// - Important: The `id` and the types are the identity; the closure is not, because functions
///   cannot be compared. Give another `id` where the closure makes another sequence.
public struct Elements: Subscription {
  /// The name of the sequence.
  public let id: EffectID
  /// Makes the message of each event. The events hold elements of the sequence's type.
  public let reply: Reply<ElementEvent<any Sendable>>
  private let iterate: @Sendable ((any Sendable) -> Void) async throws -> Void

  /// Creates a subscription to the elements of a sequence.
  ///
  /// - Parameters:
  ///   - id: The name of the sequence.
  ///   - reply: Makes the message of each event.
  ///   - sequence: Makes the sequence; called once for each start.
  public init<Source: AsyncSequence & SendableMetatype>(
    of id: some Hashable & Sendable, _ reply: Reply<ElementEvent<Source.Element>>,
    _ sequence: @escaping @Sendable () -> Source
  ) where Source.Element: Sendable, Source.AsyncIterator: SendableMetatype {
    self.id = EffectID(id)
    self.reply = reply.converting { event in
      event.map { element in
        guard let element = element as? Source.Element else {
          preconditionFailure("\(element) is not a \(Source.Element.self), as the sequence's are.")
        }
        return element
      }
    }
    self.iterate = { send in
      for try await element in sequence() {
        // A sequence may ignore the cancellation, and go on for ever.
        if Task.isCancelled { return }
        send(element)
      }
    }
  }

  /// Iterates the sequence to its end.
  package func forEach(_ send: (any Sendable) -> Void) async throws { try await iterate(send) }

  /// Returns whether the ids and the types of the messages are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.reply == rhs.reply
  }

  /// Feeds the id to the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Elements: CustomReflectable {
  /// The id and the reply.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "reply": reply], displayStyle: .struct)
  }
}
