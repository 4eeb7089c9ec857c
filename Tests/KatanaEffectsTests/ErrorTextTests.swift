import Foundation
import KatanaEffects
import Testing

/// Errors have a text for users and advice for developers.
@Suite struct ErrorTextTests {
  private let errors: [any Error] = [
    FileError.notFound(path: "a/b"), FileError.tooLarge(path: "a/b", limit: 1),
    FileError.notText(path: "a/b"), FileError.invalidPath(path: "a/b"),
    HTTPError.timeLimitReached("a.b", .seconds(1)), HTTPError.tooLarge("a.b", limit: 1),
    HTTPError.redirectRefused("a.b"), HTTPError.fileUnwritable(.notFound(path: "a/b")),
    HTTPError.socketNotOpen("chat"), HTTPError.invalidMethod("a b"),
    HTTPError.undecodable(
      path: "", reason: "The given data was not valid JSON.",
      HTTPResponse(status: 200, body: Data("x".utf8))),
    StoreError.file(.noSpace(path: "a/b")), StoreError.notEncodable(name: "a", reason: "no"),
    StoreError.damaged(path: "a/b", copy: "a/b.damaged"),
  ]

  private func parts(_ error: any Error) -> (text: String, advice: String?) {
    switch error {
    case let error as FileError: (error.text, error.advice)
    case let error as HTTPError: (error.text, error.advice)
    case let error as StoreError: (error.text, error.advice)
    default: ("", nil)
    }
  }

  @Test func theTextForUsersNamesNothingOfTheFramework() {
    for error in errors {
      let (text, advice) = parts(error)
      #expect(!text.isEmpty)
      for name in ["MakeFolder", "ReadFile", "Limit", "`", "To fix this", "Encodable", "redirects"]
      {
        #expect(!text.contains(name), "\(text)")
      }
      #expect(!text.contains("..") && !text.contains(" 1 bytes") && !text.contains("  "), "\(text)")
      #expect("\(error)" == [text, advice].compactMap { $0 }.joined(separator: " "))
      #expect(advice?.hasPrefix("To fix this, ") != false)
    }
  }

  @Test func aByteIsOneByte() {
    #expect(FileError.tooLarge(path: "a", limit: 1).text == "\"a\" has more than 1 byte.")
    #expect(HTTPError.tooLarge("a.b", limit: 2).text == "The answer of a.b has more than 2 bytes.")
    #expect("\(HTTPResponse(status: 200, body: Data([1])))" == "HTTPResponse(200, 1 byte)")
    #expect(
      parts(errors[10]).text
        == "The answer of 1 byte cannot be decoded: The given data was not valid JSON.")
  }
}
