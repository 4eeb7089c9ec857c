public import Katana

/// The user does not want to wait any longer: the requests that load or change something were
/// cancelled, and no answer to them comes.
///
/// The message is global, because the requests of any feature may be among them. A feature ends what
/// its model shows of such a request: what is ``Loadable/loading``, and its ``Wishes``.
public struct RequestsCancelled: GlobalMessage, Codable, Equatable {
  /// Creates the message.
  public init() {}
}
