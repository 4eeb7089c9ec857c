import API
import APILines
import Testing

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
    (.sessionExpired, "the session has ended; log in again"),
    (.serverFailed(status: 500), "the server failed (status 500)"),
    (.unexpected(status: 302), "the server gave an unexpected answer (status 302)"),
    (.unexpected(status: 429, [FieldError("", "wait a minute")]), "wait a minute"),
    (.malformedAnswer, "the server's answer could not be understood"),
    (
      .unreachable(server: "http://localhost:1"),
      "cannot reach http://localhost:1; is the server running?"
    ),
    (.timedOut(limit: .seconds(2)), "the server did not answer within 2 seconds"),
    (.timedOut(limit: .seconds(1)), "the server did not answer within 1 second"),
    (.timedOut(limit: .milliseconds(500)), "the server did not answer within 0.5 seconds"),
  ])
  func everyOtherErrorIsOneLine(error: APIError, line: String) {
    #expect(error.lines == [line])
  }
}
