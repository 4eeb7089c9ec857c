public import Foundation

/// A deliberate wrong answer of a backend, for tests.
///
/// ```swift
/// let backend = try await BackendServer.start(faults: [
///   Fault("/api/tags", .status(500)),
///   Fault("/api/articles", .neverAnswer),
/// ])
/// ```
public struct Fault: Sendable {
  /// What a faulty path does instead of answering normally.
  public enum Behavior: Sendable {
    /// Answers with this status and this body, sent as it is; without a body, an empty one.
    case status(Int, body: String? = nil)

    /// Sends the client to another address.
    case redirect(to: URL)

    /// Answers 200 with a body that announces JSON and breaks off in the middle.
    case malformedJSON

    /// Accepts the request and keeps its connection open without answering, until the backend stops
    /// and the connection is lost.
    case neverAnswer
  }

  /// The path of the requests concerned, such as `/api/tags`: all of it, but not the query.
  public var path: String

  /// What happens instead of the normal answer.
  public var behavior: Behavior

  /// Makes a fault for every method of one path.
  public init(_ path: String, _ behavior: Behavior) {
    self.path = path
    self.behavior = behavior
  }
}
