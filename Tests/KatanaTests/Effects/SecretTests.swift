import Foundation
import Katana
import KatanaComparison
import Testing

@Suite struct SecretTests {
  struct LogIn: Command, Equatable {
    var email: String
    var password: Secret<String>
  }
  struct Answer: Codable {
    var token: Secret<String>
  }

  @Test func nothingThatShowsAValueShowsASecret() throws {
    let command = LogIn(email: "a@b.c", password: Secret("hunter2"))
    var dumped = ""
    dump(command, to: &dumped)
    let shown = [
      "\(command)", String(reflecting: command), String(describing: command), dumped,
      "\(command.password)", "\(Optional(command.password) as Any)", "\([command])",
      "\(Mirror(reflecting: command.password).children.map { "\($0)" })",
      try encoded(.masked),
      "\(Difference.first(between: command, and: LogIn(email: "a@b.c", password: Secret("x")))!)",
    ]
    for text in shown { #expect(!text.contains("hunter2"), "\(text)") }
    #expect("\(command)" == #"LogIn(email: "a@b.c", password: •••)"#)
  }

  @Test func theValueIsAskedForByName() { #expect(Secret("hunter2").revealed == "hunter2") }

  @Test func secretsAreComparedByTheirValues() {
    #expect(Secret("a") == Secret("a"))
    #expect(Secret("a") != Secret("b"))
  }

  @Test func anAnswerMayHoldASecret() throws {
    let answer = try JSONDecoder().decode(Answer.self, from: Data(#"{"token":"abc"}"#.utf8))
    #expect(answer.token.revealed == "abc")
  }

  private func encoded(_ secrets: SecretEncoding?) throws -> String {
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = secrets
    return String(decoding: try encoder.encode(Answer(token: Secret("hunter2"))), as: UTF8.self)
  }

  @Test func aSecretIsEncodedAsTheEncoderSays() throws {
    #expect(try encoded(.revealed) == #"{"token":"hunter2"}"#)
    #expect(try encoded(.masked) == #"{"token":"•••"}"#)
  }

  @Test func anEncoderThatSaysNothingIsRefusedWithThePath() throws {
    let error = #expect(throws: EncodingError.self) { try encoded(nil) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["token"])
    #expect(
      context.debugDescription == """
        The secret token was not encoded, because the encoder has no `SecretEncoding`. To fix \
        this, set `encoder.userInfo[.secrets]` to `SecretEncoding.revealed` or `.masked`, or \
        leave the secret out.
        """)
    #expect(!"\(String(describing: error))".contains("hunter2"))
  }

  /// An error of a coder holds what could not be encoded or decoded.
  @Test func noErrorOfACoderShowsASecret() {
    enum Plan: String, Codable { case gold }
    struct Refused: Error { var text: String }
    struct Stubborn: Codable {
      var text = "hunter2"
      init() {}
      init(from decoder: any Decoder) throws {
        throw Refused(text: try decoder.singleValueContainer().decode(String.self))
      }
      func encode(to encoder: any Encoder) throws { throw Refused(text: text) }
    }
    func encode(_ value: some Encodable & Sendable) throws {
      let encoder = JSONEncoder()
      encoder.userInfo[.secrets] = SecretEncoding.revealed
      _ = try encoder.encode(["a": [Secret(value)]])
    }
    func decode<Value: Decodable & Sendable>(_ type: Value.Type, _ json: String) throws {
      _ = try JSONDecoder().decode(
        [String: [Secret<Value>]].self, from: Data("{\"a\":[\(json)]}".utf8))
    }
    let attempts: [(text: String, body: () throws -> Void)] = [
      ("The value of a secret is not of the type Plan.", { try decode(Plan.self, #""hunter2""#) }),
      ("The value of a secret is not of the type Int8.", { try decode(Int8.self, "4711") }),
      (
        "The value of a secret is not of the type Stubborn.",
        { try decode(Stubborn.self, #""hunter2""#) }
      ),
      (
        "The value of a secret, of the type Double, cannot be encoded.",
        { try encode(-Double.infinity) }
      ),
      (
        "The value of a secret, of the type Stubborn, cannot be encoded.",
        { try encode(Stubborn()) }
      ),
    ]
    for (text, attempt) in attempts {
      let error = #expect(throws: (any Error).self) { try attempt() }
      var dumped = "\(error as Any)"
      dump(error, to: &dumped)
      for secret in ["hunter2", "4711", "inf"] {
        #expect(!dumped.contains(secret), "\(dumped)")
      }
      #expect(dumped.contains(text), "\(dumped)")
    }
  }
}
