import ConduitServerInterpreters
import Foundation
import Katana
import KatanaEffects
import KatanaRuntime
import Testing

@testable import ConduitServer

/// The time of all requests: noon of 15 January 2027.
let noon = Date(timeIntervalSince1970: 1_800_014_400)

/// An answer as a client sees it.
struct Answer: Equatable {
  var status: Int
  var headers: HTTPFields
  var body: Data
  var length: Int?

  var json: JSON { (try? JSONDecoder().decode(JSON.self, from: body)) ?? .missing }

  /// The errors as lines, such as `title: can't be blank`.
  var errors: [String] {
    json["errors"].keys.flatMap { key in
      json["errors"][key].elements.map { "\(key): \($0.text)" }
    }
  }
}

/// Sends requests to a server of its own, whose users have sessions already.
///
/// The sample users have the tokens `token of demo`, and so on.
struct Client {
  let server: Server

  init(_ model: ServerModel = .sample) throws {
    var model = model
    for user in model.users {
      model.apply(.session(SessionID(token: Self.token(of: user.username)), user.id))
    }
    server = try Server(model, now: { noon })
  }

  /// What the store holds now.
  var model: ServerModel { server.model }

  static func token(of user: String) -> Secret<String> { Secret("token of \(user)") }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - line: The method and the target without `/api`, such as `GET /tags`.
  ///   - user: Whose token is sent.
  ///   - body: The body.
  @discardableResult
  func send(_ line: String, as user: String? = nil, _ body: String = "") async -> Answer {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let head = RequestHead(
      parts[0], "/api" + parts[1],
      authorization: user.map { Secret("Token \(Self.token(of: $0).revealed)") },
      contentLength: body.utf8.count)
    return await send(head, body)
  }

  /// Sends a request with a head of its own.
  func send(_ head: RequestHead, _ body: String = "") async -> Answer {
    let answer = await server.answer(head) { Data(body.utf8) }
    return Answer(
      status: answer.status, headers: answer.headers, body: answer.body, length: answer.length)
  }
}

extension ServerModel {
  /// Adds a user, and returns its number.
  mutating func add(
    _ username: String, _ email: String, password: PasswordHash? = nil
  ) -> UserID {
    let id = nextUserID
    apply(.user(User(id: id, username: username, email: email, password: password)))
    return id
  }
}
