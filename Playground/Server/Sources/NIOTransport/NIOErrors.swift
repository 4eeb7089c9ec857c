import AsyncHTTPClient
import Foundation
import KatanaEffects
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Returns the `HTTPError` for an error of SwiftNIO or of the client.
func httpError(of error: any Error, from host: String, hasHead: Bool) -> HTTPError {
  let lost = hasHead ? HTTPError.bodyCut(host) : .connectionLost(host)
  switch error {
  case let error as NIOConnectionError:
    if error.connectionErrors.isEmpty { return .unknownHost(host) }
    return error.connectionErrors.contains { isRefusal($0.error) }
      ? .connectionRefused(host) : .connectionLost(host)
  case let error as HTTPClientError:
    let limits: [HTTPClientError] = [.connectTimeout, .tlsHandshakeTimeout]
    if error == .remoteConnectionClosed { return lost }
    if limits.contains(error) { return .connectionLost(host) }
    return .transportFailed(host, code: 0, reason: "\(error)")
  case let error as HTTPParserError: return error == .invalidEOFState ? lost : .notHTTP(host)
  case is NIOSSLExtraError: return .certificateInvalid(host, reason: "\(error)")
  case let error as NIOSSLError: return tlsError(error, host) ?? lost
  case is IOError: return isRefusal(error) ? .connectionRefused(host) : lost
  case is ChannelError: return lost
  default: return .transportFailed(host, code: 0, reason: "\(error)")
  }
}

private func isRefusal(_ error: any Error) -> Bool {
  (error as? IOError)?.errnoCode == ECONNREFUSED
}

/// Returns `nil` if the connection was lost. The reasons of BoringSSL are texts.
private func tlsError(_ error: NIOSSLError, _ host: String) -> HTTPError? {
  let text = "\(error)"
  if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
    return .notHTTP(host)
  }
  let isAboutCertificate = [.unableToValidateCertificate, .noCertificateToValidate].contains(error)
  if isAboutCertificate || text.contains("CERTIFICATE") {
    return .certificateInvalid(host, reason: text)
  }
  return nil
}
