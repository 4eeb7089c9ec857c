public import Katana

/// How far a request is: what its transfer has sent and received.
///
/// A request takes part if it has a name; see ``HTTPRequest/reporting(as:)``:
///
/// ```swift
/// // In the update:
/// return [Fetch(.put(url, body: .file(path)).reporting(as: Transfer.photo), Reply(Photo.sent))]
/// // In the subscriptions:
/// model.isSending ? [HTTPProgress(of: Transfer.photo, Reply(Photo.progressed))] : []
/// ```
///
/// It may be declared in the step that returns the command, before it or later; then the newest
/// counts come at once. Counts come at most every 50 ms, and the last ones of the request always,
/// before its answer is sent. If the app is busy, one message waits, the newest. Of several
/// requests of one name, all report.
public struct HTTPProgress: Subscription {
  /// Which request.
  public var transfer: EffectID
  /// What is made of the counts.
  public var reply: Reply<HTTPCounts>

  /// Creates the subscription.
  public init(of transfer: some Hashable & Sendable, _ reply: Reply<HTTPCounts>) {
    (self.transfer, self.reply) = (EffectID(transfer), reply)
  }

  /// Only the latest waits.
  public var buffering: MessageBuffering { .latest }
}

/// How many bytes of a request and its answer have passed, headers excluded.
public struct HTTPCounts: Hashable, Sendable {
  /// How many bytes of the body were sent.
  public var sent: Int
  /// How many bytes the body has; `nil` if that is not known.
  public var toSend: Int?
  /// How many bytes of the answer's body were received.
  public var received: Int
  /// How many bytes the answer's body has; `nil` if the server did not say.
  public var toReceive: Int?

  /// Creates counts.
  public init(sent: Int = 0, toSend: Int? = nil, received: Int = 0, toReceive: Int? = nil) {
    (self.sent, self.toSend, self.received, self.toReceive) = (sent, toSend, received, toReceive)
  }
}
