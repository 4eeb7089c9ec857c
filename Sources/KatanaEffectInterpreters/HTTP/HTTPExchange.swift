public import Foundation
import Katana
public import KatanaEffects

/// One request and its response over a connection. The request is encoded and ready to be sent.
public struct HTTPExchange: Hashable, Sendable {
  /// The body of the request.
  public enum Body: Hashable, Sendable {
    /// No body.
    case none
    /// Bytes that are sent unchanged.
    case bytes(Data)
    /// The content of the file at this path.
    case file(String)
  }

  /// The HTTP method.
  public var method: HTTPMethod
  /// The address, with the scheme `https` or `http`.
  public var url: URL
  /// The headers. The transport adds those that belong to the connection.
  public var headers: HTTPFields
  /// The body of the request.
  public var body: Body

  /// Creates an exchange.
  public init(_ method: HTTPMethod, _ url: URL, headers: HTTPFields = [:], body: Body = .none) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

extension HTTPExchange {
  /// Creates an exchange from a request.
  ///
  /// - Parameters:
  ///   - request: The request, completed.
  ///   - boundary: The text that separates the parts of a multipart body.
  /// - Throws: The error if the address, a header or the body cannot be sent.
  init(_ request: HTTPRequest, boundary: String) throws(HTTPError) {
    try self.init(request, boundary: boundary) { (path) throws(FileError) in
      try SystemFiles().checkReadable(path)
    }
  }

  /// Creates an exchange from a request. A closure throws unless the file at a path can be read.
  package init(
    _ request: HTTPRequest, boundary: String,
    checkingFile check: (String) throws(FileError) -> Void
  ) throws(HTTPError) {
    self.init(request.method, try address(of: request), headers: request.headers)
    if !method.name.isToken { throw .invalidMethod(method.name) }
    if case .file(let path, _) = request.body {
      do throws(FileError) { try check(path) } catch { throw .fileUnreadable(error) }
    }
    let (body, type) = try encoded(request.body, request.json, boundary: boundary)
    self.body = body
    if let type, headers["Content-Type"] == nil { headers["Content-Type"] = .plain(type) }
    if let field = headers.fields.first(where: { !$0.isValidHeader }) {
      throw .invalidHeader(field.name)
    }
  }

  /// The host with its port, if it has one, as an ``KatanaEffects/HTTPError`` names it.
  public var host: String { hostText(of: url) }
}

extension HTTPExchange: CustomStringConvertible, CustomReflectable {
  /// The method and the host. The rest of the address and the body may hold secrets.
  public var description: String { "HTTPExchange(\(method) \(host))" }
  /// A mirror with the method, the host and the headers.
  public var customMirror: Mirror {
    Mirror(self, children: ["method": method, "host": host, "headers": headers])
  }
}

/// Returns the host of an address, with its port if it has one.
func hostText(of url: URL) -> String {
  var host = url.host() ?? ""
  // An address of IPv6, whose colons would be read as that of the port.
  if host.contains(":") { host = "[\(host)]" }
  return url.port.map { "\(host):\($0)" } ?? host
}

extension HTTPRequest {
  /// The host of the address with its port, if it has one. For the texts of errors.
  package var host: String {
    HTTPAddress.escaped(url.revealed).flatMap { URL(string: $0) }.map { hostText(of: $0) } ?? ""
  }

  /// The address with its complete query, also if it cannot be sent.
  package var address: String {
    (try? KatanaEffectInterpreters.address(of: self).absoluteString) ?? url.revealed
  }
}

/// Returns the address of a request, with its complete query.
private func address(of request: HTTPRequest) throws(HTTPError) -> URL {
  guard let text = HTTPAddress.escaped(request.url.revealed),
    var parts = URLComponents(string: text)
  else {
    throw .invalidURL("it is not an address")
  }
  guard ["http", "https"].contains(parts.scheme ?? "") else {
    throw .invalidURL("it does not begin with https:// or http://")
  }
  guard parts.user == nil, parts.password == nil else {
    throw .invalidURL("it holds a user name; send it in the header Authorization")
  }
  guard let host = parts.host, !host.isEmpty else { throw .invalidURL("it has no host") }
  guard parts.port.isPort else { throw .invalidURL("its port is larger than 65535") }
  let queries = [parts.percentEncodedQuery ?? "", formEncoded(request.query)]
  let query = queries.filter { !$0.isEmpty }.joined(separator: "&")
  parts.percentEncodedQuery = query.isEmpty ? nil : query
  guard let url = parts.url else { throw .invalidURL("it is not an address") }
  return url
}

extension Int? {
  /// Whether this is a port, or none is named. Some transports end the process at a larger number.
  var isPort: Bool { self.map { 0...65_535 ~= $0 } ?? true }
}

private func encoded(
  _ body: HTTPBody, _ format: HTTPJSONFormat, boundary: String
) throws(HTTPError) -> (HTTPExchange.Body, type: String?) {
  switch body {
  case .none: return (.none, nil)
  case .bytes(let data, let type): return (.bytes(data), type)
  case .secret(let data, let type): return (.bytes(data.revealed), type)
  case .form(let fields):
    return (.bytes(Data(formEncoded(fields).utf8)), "application/x-www-form-urlencoded")
  case .multipart(let parts):
    if parts.contains(where: { $0.type?.isFieldText == false }) {
      throw .invalidHeader("Content-Type")
    }
    return (
      .bytes(multipartEncoded(parts, boundary: boundary)),
      "multipart/form-data; boundary=\(boundary)"
    )
  case .json(let json): return (.bytes(try encoded(json, format)), "application/json")
  case .file(let path, let type): return (.file(path), type)
  }
}

private func encoded(
  _ json: HTTPJSONValue, _ format: HTTPJSONFormat
) throws(HTTPError) -> Data {
  do {
    return try format.encode(json.value)
  } catch {
    guard case .invalidValue(_, let context)? = error as? EncodingError else {
      throw .unencodable(path: "", reason: "\(error)")
    }
    throw .unencodable(path: pathText(context.codingPath), reason: context.debugDescription)
  }
}
