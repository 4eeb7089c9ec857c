import Foundation
import Katana
import Testing

@Suite struct OutcomeTests {
  enum LoginError: Error, Codable { case refused }

  enum LoginMessage: Message, Codable, Equatable {
    case finished(Outcome<String, LoginError>)
    case other
  }

  @Test func aReplyToAResultMakesAMessageWithAnOutcome() {
    let reply: Reply<Outcome<String, LoginError>> = Reply(LoginMessage.finished)
    #expect(reply(.success("a")) as? LoginMessage == .finished(.success("a")))
    #expect(reply(.failure(.refused)) as? LoginMessage == .finished(.failure(.refused)))
    let ignoring: Reply<Outcome<String, LoginError>> = Reply { _ in LoginMessage.other }
    #expect(ignoring(.success("a")) as? LoginMessage == .other)
  }

  @Test func aMessageIsWrittenAndReadAgain() throws {
    for message: LoginMessage in [.finished(.success("a")), .finished(.failure(.refused))] {
      let data = try JSONEncoder().encode(message)
      #expect(try JSONDecoder().decode(LoginMessage.self, from: data) == message)
    }
    let outcome = Outcome<Int, LoginError>.success(1)
    #expect(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self) == #"{"success":1}"#)
  }

  @Test(arguments: ["{}", #"{"success":1,"failure":{"refused":{}}}"#])
  func whatIsNeitherSuccessNorFailureIsRefused(text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Outcome<Int, LoginError>.self, from: Data(text.utf8))
    }
  }

  @Test func itThrowsItsFailure() throws {
    #expect(try Outcome<Int, LoginError>.success(1).get() == 1)
    #expect(throws: LoginError.refused) { try Outcome<Int, LoginError>.failure(.refused).get() }
    #expect(commandError(in: Outcome<Int, LoginError>.failure(.refused)).error is LoginError)
    #expect(commandError(in: Outcome<Int, LoginError>.success(1)).error == nil)
  }
}
