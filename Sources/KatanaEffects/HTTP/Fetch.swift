public import Katana

/// A command that sends a request to a server.
///
/// The interpreters of `.http()` perform all commands that conform. Conform a type of your own if
/// neither ``Fetch`` nor ``FetchJSON`` makes the message that you need.
public protocol HTTPCommand: Command, Equatable {
  /// The request to send.
  var request: HTTPRequest { get }

  /// The path of the file to write the body of the response to; `nil` to keep the body in memory.
  var destination: String? { get }

  /// Whether a download to a file goes on where an earlier one ended; see
  /// ``DownloadFile/resumes``.
  var resumes: Bool { get }

  /// What the command makes of a response.
  associatedtype Value: Sendable

  /// The reply, which turns the value or the error into a message.
  var reply: Reply<Outcome<Value, HTTPError>> { get }

  /// Returns the value of a response.
  ///
  /// Called at most once for each command, on a queue of the interpreter.
  ///
  /// - Throws: The error with which the command fails.
  func value(of response: HTTPResponse) throws(HTTPError) -> Value
}

extension HTTPCommand {
  /// `nil`: the interpreter keeps the body in memory.
  public var destination: String? { nil }

  /// `false`: a download begins anew.
  public var resumes: Bool { false }

  /// Returns what the command replies with after an outcome of its request.
  package func result(of outcome: Outcome<HTTPResponse, HTTPError>) -> Outcome<Value, HTTPError> {
    do throws(HTTPError) { return .success(try value(of: outcome.get())) } catch {
      return .failure(error)
    }
  }
}

extension HTTPCommand where Value == HTTPResponse {
  /// Returns the response itself.
  public func value(of response: HTTPResponse) -> HTTPResponse { response }
}

/// Sends a request, and replies with the response without decoding it.
///
/// ```swift
/// Fetch(.get("https://example.com/robots.txt"), reply { .robotsLoaded($0) })
/// ```
///
/// If the request does not accept the status code of the response, the error is
/// ``HTTPError/statusUnexpected(_:)``. When the command is cancelled, the interpreter closes the
/// connection and sends no message.
public struct Fetch: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The reply, which turns the response or the error into a message.
  public var reply: Reply<Outcome<HTTPResponse, HTTPError>>

  /// Creates a command that sends a request.
  public init(_ request: HTTPRequest, _ reply: Reply<Outcome<HTTPResponse, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
  }
}

/// Sends a request, and replies with a value that is decoded from the JSON in the response.
///
/// The message of the reply determines the type of the value:
///
/// ```swift
/// enum NewsMessage: Message { case loaded(Outcome<[Article], HTTPError>) }
///
/// FetchJSON(.get("https://api.example.com/articles"), reply { .loaded($0) })
/// FetchJSON(.post(url, body: .json(draft)), reply { .created($0) })
/// ```
///
/// An updater lists each type of value in its `effects`: `.command(FetchJSON<[Article]>.self)`. If
/// the response cannot be decoded, the error is ``HTTPError/undecodable(path:reason:_:)``.
public struct FetchJSON<Value: Decodable & Sendable>: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The reply, which turns the value or the error into a message.
  public var reply: Reply<Outcome<Value, HTTPError>>

  /// Creates a command that sends a request and decodes the response.
  ///
  /// - Parameters:
  ///   - request: The request to send. If it has no `Accept` header, the command adds `Accept:
  ///     application/json`.
  ///   - reply: Turns the value or the error into a message.
  public init(_ request: HTTPRequest, _ reply: Reply<Outcome<Value, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
    if request.headers["Accept"] == nil { self.request.headers["Accept"] = "application/json" }
  }

  /// Decodes the response.
  ///
  /// - Throws: ``HTTPError/undecodable(path:reason:_:)``.
  public func value(of response: HTTPResponse) throws(HTTPError) -> Value {
    try response.decoded(Value.self, request.json)
  }
}
