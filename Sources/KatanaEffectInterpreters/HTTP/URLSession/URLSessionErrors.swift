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
func httpError(code: Int, text: String, from host: String) -> HTTPError {
  switch code {
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
  let lowercased = text.lowercased()
  func says(_ parts: String...) -> Bool { parts.contains { lowercased.contains($0) } }
  if says("certificate", "ssl peer", "subject name") {
    return .certificateInvalid(host, reason: text)
  }
  if says("transfer closed", "end of response with", "outstanding read data") {
    return .bodyCut(host)
  }
  let isNonsense = says(
    "http/0.9", "unsupported", "chunked-encoding", "writing header", "without colon",
    "nul byte in header", "invalid content-length", "wrong version number")
  if isNonsense || code == NSURLErrorUnsupportedURL { return .notHTTP(host) }
  return .transportFailed(host, code: code, reason: text)
}
