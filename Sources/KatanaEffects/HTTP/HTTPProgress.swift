public import Katana

/// Sends the progress of a request: how many bytes were sent and received.
///
/// The subscription and the request share an id; see ``HTTPRequest/reporting(as:)``:
///
/// ```swift
/// // In the update:
/// return [Fetch(.put(url, body: .file(path)).reporting(as: Transfer.photo), reply { .sent($0) })]
/// // In the subscriptions:
/// model.isSending ? [HTTPProgress(of: Transfer.photo, reply { .progressed($0) })] : []
/// ```
///
/// Declare the subscription before the request, in the step that returns the command, or later. If
/// the request is already running, the current counts are sent at once.
///
/// Counts are sent at most every 50 ms. The final counts are always sent, before the message for
/// the response. While the app is busy, newer counts replace those in the queue. If several
/// requests have the same id, the subscription reports all of them.
///
/// Run by the interpreters of `.http()`.
public struct HTTPProgress: Subscription {
  /// The id of the request.
  package var transfer: EffectID
  /// The reply, which turns the counts into a message.
  public var reply: Reply<HTTPCounts>

  /// Creates a subscription to the progress of a request.
  ///
  /// - Parameters:
  ///   - transfer: The id of the request, as given to ``HTTPRequest/reporting(as:)``.
  ///   - reply: Turns the counts into a message.
  public init(of transfer: some Hashable & Sendable, _ reply: Reply<HTTPCounts>) {
    (self.transfer, self.reply) = (EffectID(transfer), reply)
  }

  /// `.latest`: newer counts replace those in the queue.
  public var buffering: MessageBuffering { .latest }
}

/// The number of bytes of a request and its response that were transferred, without headers.
public struct HTTPCounts: Hashable, Sendable {
  /// The number of bytes of the request's body that were sent.
  public var sent: Int
  /// The size of the request's body in bytes; `nil` if it is not known.
  public var toSend: Int?
  /// The number of bytes of the response's body that were received.
  public var received: Int
  /// The size of the response's body in bytes; `nil` if the server did not state it, or if the body is
  /// compressed on its way: then the server states another size than that of the bytes that are
  /// counted here.
  public var toReceive: Int?

  /// Creates counts.
  public init(sent: Int = 0, toSend: Int? = nil, received: Int = 0, toReceive: Int? = nil) {
    (self.sent, self.toSend, self.received, self.toReceive) = (sent, toSend, received, toReceive)
  }
}
