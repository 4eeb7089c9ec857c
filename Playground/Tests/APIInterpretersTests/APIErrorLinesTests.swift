import API
import Terminal
import Testing

@testable import ConduitLines

@Suite struct APIErrorLinesTests {
  @Test func eachTextOfEachFieldIsALineOfItsOwn() {
    let error = APIError.invalid([
      FieldError("body", "can't be blank"),
      FieldError("title", "can't be blank", "is too short"),
    ])
    #expect(
      error.lines == ["body can't be blank", "title can't be blank", "title is too short"])
  }

  @Test func aRefusalWithoutFieldsHasALineAllTheSame() {
    #expect(APIError.notFound([]).lines == ["not found"])
    #expect(APIError.forbidden([]).lines == ["you may not do that"])
    #expect(APIError.invalid([]).lines == ["the server found something invalid"])
    #expect(APIError.unauthorized([]).lines == ["the server does not know you"])
  }

  @Test(arguments: [
    (APIError.notLoggedIn, "you are not logged in; try: login EMAIL PASSWORD"),
    (.sessionExpired(), "the session has ended; log in again"),
    (.serverFailed(status: 500), "the server failed (status 500)"),
    (.unexpected(status: 418), "the server gave an unexpected answer (status 418)"),
    (.unexpected(status: 409, [FieldError("", "try another")]), "try another"),
    (.busy(status: 429), "the server is busy (status 429); try again later"),
    (
      .busy(status: 503, retryAfter: .seconds(30), [FieldError("", "we move house")]),
      "we move house; try again in 30 seconds"
    ),
    (
      .redirected(status: 302, to: "https://b.example/api"),
      "the server redirects to https://b.example/api (status 302); if you trust it, use --server"
    ),
    (
      .redirected(status: 308, to: nil),
      "the server redirects to an address that cannot be used (status 308)"
    ),
    (.malformedAnswer(.empty), "the server's answer is empty"),
    (
      .malformedAnswer(.webPage),
      "the server answered with a web page; does the network want you to log in?"
    ),
    (.tooLarge(limit: 16 << 20), "the server's answer is too large; the limit is 16 MiB"),
    (.tooLarge(limit: 80 << 10), "the server's answer is too large; the limit is 80 KiB"),
    (
      .unreachable(server: "http://localhost:1"),
      "cannot reach http://localhost:1; is the server running?"
    ),
    (
      .unreachable(server: "https://a", .certificate(reason: "it has expired")),
      "cannot reach https://a; its certificate is not trusted: it has expired"
    ),
    (.interrupted(), "the connection broke"),
    (.inDoubt(.interrupted()), "the connection broke; it may have been done"),
    (.timedOut(limit: .seconds(2)), "the server did not answer within 2 seconds"),
    (.timedOut(limit: .seconds(1)), "the server did not answer within 1 second"),
    (.timedOut(limit: .milliseconds(500)), "the server did not answer within 0.5 seconds"),
  ])
  func everyOtherErrorIsOneLine(error: APIError, line: String) {
    #expect(error.lines == [line])
  }

  @Test func reasonsComeBeforeWhatTheyExplain() {
    let reasons = [FieldError("token", "is expired")]
    #expect(
      APIError.sessionExpired(reasons).lines
        == ["token is expired", "the session has ended; log in again"])
    #expect(
      APIError.inDoubt(.serverFailed(status: 502, reasons)).lines
        == ["token is expired", "the server failed (status 502); it may have been done"])
  }

  @Test func aThousandErrorsDoNotFillTheScreen() {
    let lines = APIError.invalid((1...1_000).map { FieldError("f\($0)", "is odd") }).lines
    #expect(lines.count == 21 && lines.last == "and 980 more errors")
  }

  @Test func whatIsInDoubtIsNotCalledUndone() {
    func lines(_ error: APIError) -> [String] {
      Output.failure(error, undone: "x is kept").lines(in: .plain)
    }
    #expect(lines(.forbidden([])) == ["error: you may not do that", "error: x is kept"])
    #expect(
      lines(.interrupted().ofChange) == ["error: the connection broke; it may have been done"])
  }

  @Test(arguments: [
    (APIError.notLoggedIn, false), (.sessionExpired(), false), (.invalid([]), false),
    (.busy(status: 503), false), (.redirected(status: 307, to: nil), false),
    (.unreachable(server: "http://a"), false), (.serverFailed(status: 501), false),
    (.serverFailed(status: 500), true), (.interrupted(), true),
    (.timedOut(limit: .seconds(1)), true), (.tooLarge(limit: 1), true),
    (.malformedAnswer(.webPage), true),
  ])
  func aChangeIsInDoubtIfNobodySaysThatItWasNotMade(error: APIError, isInDoubt: Bool) {
    #expect(error.ofChange == (isInDoubt ? .inDoubt(error) : error))
  }
}
