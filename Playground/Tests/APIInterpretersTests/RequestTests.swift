import API
import Foundation
import Testing

@testable import APIInterpreters

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct RequestTests {
  /// `+` means a space in a query, so a plus sign is escaped (WHATWG URL standard,
  /// `application/x-www-form-urlencoded`).
  @Test func aPlusSignInAQueryIsEscaped() throws {
    let tag = HTTPRequest.QueryItem("tag", "c++ & more")
    let request = HTTPRequest.get("articles", query: [tag], session: .none)
    let url = URLRequest(request, to: URL(string: "http://localhost:1")!, token: nil).url
    #expect(
      url?.absoluteString == "http://localhost:1/api/articles?tag=c%2B%2B%20%26%20more")
  }
}
