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

  /// Returns the message for an outcome.
  ///
  /// Called once for each command, on a queue of the interpreter.
  ///
  /// - Parameter outcome: The response, or the error of the request.
  func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message
}

extension HTTPCommand {
  /// `nil`: the interpreter keeps the body in memory.
  public var destination: String? { nil }
}

/// Sends a request, and replies with the response without decoding it.
///
/// ```swift
/// Fetch(.get("https://example.com/robots.txt"), Reply(SiteMessage.robotsLoaded))
/// ```
///
/// If the request does not accept the status code of the response, the error is
/// ``HTTPError/statusUnexpected(_:)``. When the command is cancelled, the interpreter closes the
/// connection and sends no message.
public struct Fetch: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The reply, which turns the response or the error into a message.
  public var reply: Reply<Result<HTTPResponse, HTTPError>>

  /// Creates a command that sends a request.
  public init(_ request: HTTPRequest, _ reply: Reply<Result<HTTPResponse, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
  }

  /// Returns the message that the reply makes from the outcome.
  public func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message {
    reply(outcome)
  }
}

/// Sends a request, and replies with a value that is decoded from the JSON in the response.
///
/// The message of the reply determines the type of the value:
///
/// ```swift
/// enum NewsMessage: Message { case loaded(Result<[Article], HTTPError>) }
///
/// FetchJSON(.get("https://api.example.com/articles"), Reply(NewsMessage.loaded))
/// FetchJSON(.post(url, body: .json(draft)), Reply(NewsMessage.created))
/// ```
///
/// An updater lists each type of value in its `effects`: `.command(FetchJSON<[Article]>.self)`. If
/// the response cannot be decoded, the error is ``HTTPError/undecodable(path:reason:_:)``.
public struct FetchJSON<Value: Decodable & Sendable>: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The reply, which turns the value or the error into a message.
  public var reply: Reply<Result<Value, HTTPError>>

  /// Creates a command that sends a request and decodes the response.
  ///
  /// - Parameters:
  ///   - request: The request to send. If it has no `Accept` header, the command adds `Accept:
  ///     application/json`.
  ///   - reply: Turns the value or the error into a message.
  public init(_ request: HTTPRequest, _ reply: Reply<Result<Value, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
    if request.headers["Accept"] == nil { self.request.headers["Accept"] = "application/json" }
  }

  /// Decodes the response, and returns the message that the reply makes from the value or the
  /// error.
  public func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message {
    let format = request.json
    return reply(
      outcome.flatMap { response in
        do throws(HTTPError) {
          return .success(try response.decoded(Value.self, format))
        } catch {
          return .failure(error)
        }
      })
  }
}

/// Sends a request, and writes the body of the response to a file.
///
/// ```swift
/// let request = HTTPRequest.get(url).limited(time: nil, silence: .seconds(30))
/// DownloadFile(request, to: path, Reply(FileMessage.saved))
/// ```
///
/// The interpreter writes the body to a draft file in the same folder as it arrives. When the body
/// is complete, the draft replaces the file. After a failure or a cancellation the draft is
/// removed, and the file stays as it was.
///
/// A response with a status code that the request does not accept does not change the file. The
/// error contains up to 64 KiB of its body.
public struct DownloadFile: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The path of the file. Its folder must exist.
  public var path: String
  /// The reply, which turns the response or the error into a message. The body of the response is
  /// empty.
  public var reply: Reply<Result<HTTPResponse, HTTPError>>

  /// Creates a command that downloads a file.
  public init(
    _ request: HTTPRequest, to path: String, _ reply: Reply<Result<HTTPResponse, HTTPError>>
  ) {
    (self.request, self.path, self.reply) = (request, path, reply)
  }

  /// The path of the file.
  public var destination: String? { path }

  /// Returns the message that the reply makes from the outcome.
  public func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message {
    reply(outcome)
  }
}
