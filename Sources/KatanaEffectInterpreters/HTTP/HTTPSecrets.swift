import Foundation
package import Katana
package import KatanaEffects

/// Hides the secrets of a request in what comes back. Pure.
package struct HTTPSecrets {
  private static var mask: String { Secret<String>.mask }

  /// The secret texts, and how they are written in an address. The longest is first, because another
  /// one may be a part of it.
  private let texts: [String]
  /// Whether the whole address is a secret. Then nothing of an address is shown but its host.
  private let hidesAddress: Bool

  package init(of request: HTTPRequest) {
    var fields = request.query.fields + request.headers.fields
    if case .form(let form) = request.body { fields += form.fields }
    var found = fields.map(\.value).filter(\.isSecret).map(\.revealed)
    hidesAddress = request.url.isSecret
    if hidesAddress {
      let url = request.url.revealed
      let escaped = HTTPAddress.escaped(url)
      let parts = escaped.flatMap { URLComponents(string: $0) }
      found += [url, escaped, parts?.percentEncodedPath, parts?.percentEncodedQuery]
        .compactMap(\.self).filter { $0 != "/" }
    }
    texts = Set(found.flatMap { [$0, percentEncoded($0)] }).filter { !$0.isEmpty }
      .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Returns an outcome of the request without its secrets.
  package func hidden(
    in outcome: Outcome<HTTPResponse, HTTPError>
  ) -> Outcome<HTTPResponse, HTTPError> {
    outcome.map(hidden(inResponse:)).mapError(hidden(in:))
  }

  /// Returns an error of the request without its secrets.
  func hidden(in error: HTTPError) -> HTTPError {
    error.changing(hidden(inResponse:), reason: hidden(inText:))
  }

  /// Returns a response without the secrets in its address. A header that repeats one is a secret too.
  private func hidden(inResponse response: HTTPResponse) -> HTTPResponse {
    if texts.isEmpty { return response }
    var response = response
    response.url = shown(response.url)
    for index in response.headers.fields.indices {
      let text = response.headers.fields[index].value.revealed
      if holdsSecret(text) { response.headers.fields[index].value = .secret(text) }
    }
    return response
  }

  private func hidden(inText text: String) -> String {
    texts.reduce(text) { $0.replacingOccurrences(of: $1, with: Self.mask, options: .literal) }
  }

  /// Returns an address without the secrets. A server that repeats one in a redirect may escape it in
  /// another way, so a part of the address that holds one when it is decoded is hidden as a whole.
  private func shown(_ address: String) -> String {
    let host = address.range(of: "://")?.upperBound ?? address.startIndex
    let origin = address[..<(address[host...].firstIndex { "/?".contains($0) } ?? address.endIndex)]
    let parts = hidden(inText: String(address[origin.endIndex...]))
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    if hidesAddress || holdsSecret(parts[0]) { return "\(origin)/\(Self.mask)" }
    let query = parts.dropFirst().map { query in
      query.split(separator: "&", omittingEmptySubsequences: false).map(shown(item:))
        .joined(separator: "&")
    }
    return origin + ([String(parts[0])] + query).joined(separator: "?")
  }

  private func shown(item: Substring) -> String {
    if !holdsSecret(item) { return String(item) }
    let name = item.prefix { $0 != "=" }
    return holdsSecret(name) ? Self.mask : "\(name)=\(Self.mask)"
  }

  /// Whether a text holds a secret, also if it is escaped.
  private func holdsSecret(_ text: some StringProtocol) -> Bool {
    let spaced = text.replacingOccurrences(of: "+", with: " ")
    return [String(text), text.removingPercentEncoding, spaced.removingPercentEncoding]
      .contains { form in form.map { hidden(inText: $0) != $0 } ?? false }
  }
}
