import Foundation
import KatanaEffects

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Returns the `HTTPError` for an error of `URLSession`.
func httpError(of error: any Error, from host: String) -> HTTPError {
  let error = error as NSError
  return httpError(code: error.code, text: error.localizedDescription, from: host)
}

/// On Linux, `URLSession` refuses these addresses.
private let bracketsReason =
  "URLSession on this system does not take an address of IPv6 in brackets; use a name, such as"
  + " localhost, or another transport"

/// Returns the `HTTPError` for a code and a text of `URLSession`. Pure.
///
/// On Linux, most failures have the code -1 and the text of libcurl. The texts below are those of
/// libcurl 7.88 to 8.
///
/// - Parameter hasProxy: Whether requests may go through a proxy.
func httpError(
  code: Int, text: String, from host: String, hasProxy: Bool = environmentHasProxy
) -> HTTPError {
  let lowercased = text.lowercased()
  func says(_ parts: String...) -> Bool { parts.contains { lowercased.contains($0) } }
  if says("proxy", "connect tunnel") { return .proxyFailed(host, reason: text) }
  switch code {
  case NSURLErrorCannotConnectToHost where hasProxy && isAboutAnother(text, than: host):
    // With a proxy, libcurl names the proxy that it could not connect to.
    return .proxyFailed(host, reason: text)
  case NSURLErrorCannotConnectToHost: return .connectionRefused(host)
  case NSURLErrorCannotFindHost, NSURLErrorDNSLookupFailed: return .unknownHost(host)
  // On Linux, `badServerResponse` means that the server closed the connection without a response.
  case NSURLErrorNetworkConnectionLost, NSURLErrorBadServerResponse: return .connectionLost(host)
  case NSURLErrorServerCertificateUntrusted, NSURLErrorServerCertificateHasBadDate,
    NSURLErrorServerCertificateHasUnknownRoot, NSURLErrorServerCertificateNotYetValid:
    return .certificateInvalid(host, reason: text)
  case NSURLErrorBadURL: return .invalidURL(host.hasPrefix("[") ? bracketsReason : text)
  case NSURLErrorAppTransportSecurityRequiresSecureConnection:
    return .invalidURL("the system allows the app only addresses that begin with https://")
  default: break
  }
  if says("certificate", "ssl peer", "subject name") {
    return .certificateInvalid(host, reason: text)
  }
  if says("transfer closed", "end of response with", "outstanding read data") {
    return .bodyCut(host)
  }
  let isHandshake =
    says("wrong version number", "ssl_connect", "ssl connect error", "ssl routines")
    && !says("ssl_read", "ssl_write")
  if isHandshake { return .encryptionFailed(host) }
  // libcurl takes headers of up to 100 KiB, and calls the error of a larger one so.
  if says("out of memory", "too large response headers") {
    return .headersTooLarge(host, limit: 100 << 10)
  }
  let isNonsense = says(
    "http/0.9", "unsupported", "chunked-encoding", "writing header", "without colon",
    "nul byte in header", "invalid content-length")
  if isNonsense || code == NSURLErrorUnsupportedURL { return .notHTTP(host) }
  return .transportFailed(host, code: code, reason: text)
}

/// Whether a text such as "Failed to connect to proxy.example.com port 8080" names another host.
private func isAboutAnother(_ text: String, than host: String) -> Bool {
  let beginning = "Failed to connect to "
  guard text.hasPrefix(beginning) else { return false }
  let name = text.dropFirst(beginning.count).prefix { $0 != " " }
  return host.lowercased() != name.lowercased()
    && !host.lowercased().hasPrefix("\(name.lowercased()):")
}
