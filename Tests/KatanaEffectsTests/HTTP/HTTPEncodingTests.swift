import Foundation
import Katana
import KatanaEffects
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPEncodingTests {
    private static let texts = [
      "", " ", "a b", "+", "a+b", "&", "=", "a=b&c", "%", "%20", "ü", "日本", "🙂", "\r\n", "\0",
      "#?/",
      "~-._", "\"'<>\\", "e\u{301}",
    ]

    /// Decodes as the strictest server does. Returns `nil` if a byte that must be escaped is not.
    private func decoded(_ text: String) -> [(String, String)]? {
      func plain(_ part: Substring) -> String? {
        var (bytes, rest) = ([UInt8](), Array(part.utf8)[...])
        while let byte = rest.popFirst() {
          if byte == UInt8(ascii: "%") {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
          } else if Character(Unicode.Scalar(byte)).isASCII,
            Character(Unicode.Scalar(byte)).isLetter || Character(Unicode.Scalar(byte)).isNumber
              || "-._~".utf8.contains(byte)
          {
            bytes.append(byte)
          } else {
            return nil
          }
        }
        return String(validating: bytes, as: UTF8.self)
      }
      var fields: [(String, String)] = []
      for field in text.split(separator: "&", omittingEmptySubsequences: false) {
        let parts = field.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = plain(parts[0]), let value = plain(parts[1]) else {
          return nil
        }
        fields.append((name, value))
      }
      return fields
    }

    @Test func aStrictServerDecodesTheSameTexts() throws {
      for name in Self.texts {
        let fields = HTTPFields(Self.texts.map { HTTPField(name, .plain($0)) })
        let read = try #require(decoded(formEncoded(fields)))
        // Bytes are compared, because `==` treats composed and decomposed letters as equal.
        #expect(read.map { Array($0.0.utf8) } == Self.texts.map { _ in Array(name.utf8) })
        #expect(read.map { Array($0.1.utf8) } == Self.texts.map { Array($0.utf8) })
      }
    }

    @Test func theQueryOfTheAddressIsKeptAndTheRestAdded() throws {
      for (url, expected) in [
        ("http://a.b", "http://a.b?x=1%2B"), ("http://a.b/?", "http://a.b/?x=1%2B"),
        ("http://a.b/c?d=e%20+f", "http://a.b/c?d=e%20+f&x=1%2B"),
        ("http://a.b/c#fragment", "http://a.b/c?x=1%2B"),
      ] {
        let exchange = try HTTPExchange(.get(url, query: ["x": "1+"]), boundary: "")
        #expect(exchange.url.absoluteString == expected)
      }
    }

    @Test func aLiteralTakesTextsNumbersAndSecrets() throws {
      let (address, page, token) = ("http://c.d/?e", 2, Secret("t0k3n"))
      let request = HTTPRequest.get(
        "http://a.b", query: ["url": address, "page": page, "half": "\(page)½"],
        headers: ["X-Token": token, "X-Plain": HTTPText.plain(address)])
      let exchange = try HTTPExchange(request, boundary: "")
      #expect(
        exchange.url.absoluteString
          == "http://a.b?url=http%3A%2F%2Fc.d%2F%3Fe&page=2&half=2%C2%BD")
      #expect(exchange.headers["X-Token"] == .secret(token))
      #expect(!"\(request)".contains("t0k3n"))
    }

    @Test func aFormIsSentAsOne() throws {
      let request = HTTPRequest.post(
        "http://a.b", body: .form(["name": "a b", "password": Secret("&=+")]))
      let exchange = try HTTPExchange(request, boundary: "")
      #expect(exchange.body == .bytes(Data("name=a%20b&password=%26%3D%2B".utf8)))
      #expect(exchange.headers["Content-Type"] == "application/x-www-form-urlencoded")
      #expect(!"\(request)".contains("&=+"))
    }

    @Test func aMultipartBodyHasItsParts() throws {
      let parts = [
        HTTPPart("title", "a b"),
        HTTPPart(
          "x\"\r\nEvil: 1", fileName: "ü\".txt", type: "text/plain",
          content: Data([1, 13, 10])),
      ]
      let exchange = try HTTPExchange(.post("http://a.b", body: .multipart(parts)), boundary: "B")
      let expected = """
        --B\r\nContent-Disposition: form-data; name="title"\r\n\r\na b\r\n\
        --B\r\nContent-Disposition: form-data; name="x%22%0D%0AEvil: 1"; filename="ü%22.txt"\r\n\
        Content-Type: text/plain\r\n\r\n\u{1}\r\n\r\n--B--\r\n
        """
      #expect(exchange.body == .bytes(Data(expected.utf8)))
      #expect(exchange.headers["Content-Type"] == "multipart/form-data; boundary=B")
    }

    /// In Swift, a combining accent forms one `Character` with the quotation mark before it.
    @Test func aQuotationMarkWithAnAccentDoesNotEndAName() throws {
      let parts = [HTTPPart("a\"\u{301}; filename=\"b", "")]
      let exchange = try HTTPExchange(.post("http://a.b", body: .multipart(parts)), boundary: "B")
      let expected = """
        --B\r\nContent-Disposition: form-data; name="a%22\u{301}; filename=%22b"\r\n\r\n\r\n--B--\r\n
        """
      #expect(exchange.body == .bytes(Data(expected.utf8)))
    }

    @Test func whatCannotBeEncodedIsAnErrorWithItsPlace() {
      struct Body: Codable, Equatable {
        var values: [Double]
      }
      #expect(
        throws: HTTPError.unencodable(
          path: "values[1]",
          reason: "Unable to encode Double.nan directly in JSON.")
      ) {
        try HTTPExchange(
          .post("http://a.b", body: .json(Body(values: [1, .nan]))), boundary: "")
      }
    }

    @Test func datesAndKeysAreWrittenAsTheFormatSays() throws {
      struct Event: Codable, Equatable {
        var startDate: Date
      }
      let event = Event(startDate: Date(timeIntervalSince1970: 1_000_000_000))
      for (format, text) in [
        (HTTPJSONFormat(), #"{"startDate":"2001-09-09T01:46:40Z"}"#),
        (HTTPJSONFormat(dates: .secondsSince1970), #"{"startDate":1000000000}"#),
        (
          HTTPJSONFormat(dates: .millisecondsSince1970, keys: .snakeCase),
          #"{"start_date":1000000000000}"#
        ),
      ] {
        #expect(String(decoding: try format.encode(event), as: UTF8.self) == text)
        #expect(try format.decode(Event.self, from: Data(text.utf8)) == event)
      }
      let fraction = try HTTPJSONFormat().decode(
        Event.self, from: Data(#"{"startDate":"2001-09-09T01:46:40.500Z"}"#.utf8))
      #expect(fraction.startDate.timeIntervalSince1970 == 1_000_000_000.5)
    }

    @Test(arguments: ["userID", "htmlURL", "aB", "x", "URL", "userId", "user_name", "iOSVersion"])
    func eachNameInSnakeCaseIsReadAgain(_ name: String) throws {
      let format = HTTPJSONFormat(keys: .snakeCase)
      let named = Named(name: name, value: [Named(name: name, value: [])])
      let data = try format.encode(named)
      let read = try Named.$expected.withValue(name) {
        try format.decode(Named.self, from: data)
      }
      #expect(read == named)
    }

    @Test func namesInSnakeCaseAreThoseOfTheServer() throws {
      struct User: Codable, Equatable {
        var userID: Int
        var avatarURL: URL?
        var startDate: Date
        var names: [String: Int]
        var bytes: Data
        var price: Decimal
        var friends: [Friend]
        var best: Friend?
      }
      struct Friend: Codable, Equatable { var firstName: String? }
      let text = """
        {"avatar_url":"http://a.b/c","best":null,"bytes":"AQ==","friends":[{"first_name":"Ada"},{}],\
        "names":{"camelCase":1,"snake_case":2},"price":1.5,"start_date":1000000000,"user_id":7}
        """
      let user = User(
        userID: 7, avatarURL: URL(string: "http://a.b/c"),
        startDate: Date(timeIntervalSince1970: 1_000_000_000),
        names: ["camelCase": 1, "snake_case": 2], bytes: Data([1]), price: 1.5,
        friends: [Friend(firstName: "Ada"), Friend()])
      let format = HTTPJSONFormat(dates: .secondsSince1970, keys: .snakeCase)
      #expect(try format.decode(User.self, from: Data(text.utf8)) == user)
      #expect(try format.decode(User.self, from: format.encode(user)) == user)
      let wrong = Data(#"{"start_date":1,"user_id":"x"}"#.utf8)
      #expect(
        throws: HTTPError.undecodable(
          path: "user_id", reason: "the value is not a Int",
          HTTPResponse(status: 200, body: wrong))
      ) {
        try HTTPResponse(status: 200, body: wrong).decoded(User.self, format)
      }
    }

    /// Errors say how to fix them, and show no more of a URL than its host.
    @Test func errorsSayWhatHappenedAndWhere() {
      let limit = HTTPError.timeLimitReached("a.b:80", .milliseconds(1_500))
      #expect(
        limit.description
          == "a.b:80 did not answer in 1500 ms. To fix this, try again, or change the limit with `limited(time:)`."
      )
      #expect(
        HTTPError.connectionRefused("a.b").description
          == "a.b refused the connection. To fix this, check the port and that the server runs.")
      #expect(HTTPError.connectionLost("a.b").isTemporary)
      #expect(!HTTPError.invalidURL("x").isTemporary)
    }
  }
}

/// A type with one property of any name.
private struct Named: Codable, Equatable {
  /// The name that is decoded.
  @TaskLocal static var expected = ""

  let name: String
  let value: [Named]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(name: String, value: [Named]) { (self.name, self.value) = (name, value) }

  init(from decoder: any Decoder) throws {
    name = Self.expected
    value = try decoder.container(keyedBy: Key.self).decode(
      [Named].self, forKey: Key(stringValue: name))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value, forKey: Key(stringValue: name))
  }
}
