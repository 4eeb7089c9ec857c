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
}
