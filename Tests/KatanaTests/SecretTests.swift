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
      String(decoding: try JSONEncoder().encode(Answer(token: Secret("hunter2"))), as: UTF8.self),
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
    #expect(
      String(decoding: try JSONEncoder().encode(answer), as: UTF8.self) == #"{"token":"•••"}"#)
  }
}
