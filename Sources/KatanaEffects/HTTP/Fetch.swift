public import Katana

/// A command that sends a request to a server.
///
/// All of them are performed by one interpreter. Conform a command of your own if it makes another
/// message of an answer than ``Fetch`` and ``FetchJSON`` do.
public protocol HTTPCommand: Command, Equatable {
  /// What is sent.
  var request: HTTPRequest { get }

  /// The path of the file that the body of the answer goes to; `nil` to keep it in memory.
  var destination: String? { get }

  /// Makes the message of an outcome. Called once, on a queue of the interpreter.
  func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message
}

extension HTTPCommand {
  /// `nil`: the body is kept in memory.
  public var destination: String? { nil }
}

/// Sends a request, and answers with the response as it came.
///
/// ```swift
/// Fetch(.get("https://example.com/robots.txt"), Reply(SiteMessage.robotsLoaded))
/// ```
///
/// A status code that the request does not accept is ``HTTPError/statusUnexpected(_:)``. When the
/// command is cancelled, the connection is closed, and no message comes.
public struct Fetch: HTTPCommand, Hashable {
  /// What is sent.
  public var request: HTTPRequest
  /// What is made of the outcome.
  public var reply: Reply<Result<HTTPResponse, HTTPError>>

  /// Creates the command.
  public init(_ request: HTTPRequest, _ reply: Reply<Result<HTTPResponse, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
  }

  /// The message of the reply.
  public func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message {
    reply(outcome)
  }
}

/// Sends a request, and answers with the value that the JSON of the response describes.
///
/// The reply says which type it is:
///
/// ```swift
/// enum NewsMessage: Message { case loaded(Result<[Article], HTTPError>) }
///
/// FetchJSON(.get("https://api.example.com/articles"), Reply(NewsMessage.loaded))
/// FetchJSON(.post(url, body: .json(draft)), Reply(NewsMessage.created))
/// ```
///
/// An updater states each type in its `effects`: `.command(FetchJSON<[Article]>.self)`. What cannot
/// be decoded is ``HTTPError/undecodable(path:reason:_:)``.
public struct FetchJSON<Value: Decodable & Sendable>: HTTPCommand, Hashable {
  /// What is sent.
  public var request: HTTPRequest
  /// What is made of the outcome.
  public var reply: Reply<Result<Value, HTTPError>>

  /// Creates the command.
  ///
  /// - Parameter request: What is sent; unless it has one, it gets the header
  ///   `Accept: application/json`.
  public init(_ request: HTTPRequest, _ reply: Reply<Result<Value, HTTPError>>) {
    (self.request, self.reply) = (request, reply)
    if request.headers["Accept"] == nil { self.request.headers["Accept"] = "application/json" }
  }

  /// The message of the reply, for the decoded value.
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
/// The body is written while it comes, to a draft beside the file, which takes the place of the
/// file when it is complete. After a failure or a cancellation the draft is removed, and the file
/// is as it was. A status code that is not accepted leaves the file alone; its body, up to 64 KiB,
/// is in the error.
public struct DownloadFile: HTTPCommand, Hashable {
  /// What is sent.
  public var request: HTTPRequest
  /// The path of the file, whose folder must exist.
  public var path: String
  /// What is made of the outcome; the response has an empty body.
  public var reply: Reply<Result<HTTPResponse, HTTPError>>

  /// Creates the command.
  public init(
    _ request: HTTPRequest, to path: String, _ reply: Reply<Result<HTTPResponse, HTTPError>>
  ) {
    (self.request, self.path, self.reply) = (request, path, reply)
  }

  /// The path of the file.
  public var destination: String? { path }

  /// The message of the reply.
  public func message(for outcome: Result<HTTPResponse, HTTPError>) -> any Message {
    reply(outcome)
  }
}
