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
  case let error as HTTPError: return error
  case let error as NIOConnectionError:
    if error.connectionErrors.isEmpty { return .unknownHost(host) }
    return error.connectionErrors.contains { isRefusal($0.error) }
      ? .connectionRefused(host) : .connectionLost(host)
  case let error as HTTPClientError:
    let ends: [HTTPClientError] = [.remoteConnectionClosed, .connectTimeout, .tlsHandshakeTimeout]
    return ends.contains(error) ? lost : .transportFailed(host, code: 0, reason: "\(error)")
  case let error as HTTPParserError:
    if error == .headerOverflow { return .headersTooLarge(host, limit: 80 << 10) }
    return error == .invalidEOFState ? lost : .notHTTP(host)
  case NIOSSLError.handshakeFailed(let reason):
    return "\(reason)".contains("EOF") ? lost : tlsError("\(reason)", host)
  case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate,
    is NIOSSLExtraError:
    return tlsError("\(error)", host)
  case is IOError: return isRefusal(error) ? .connectionRefused(host) : lost
  // One of TLS comes after the handshake, such as an end without its goodbye.
  case is ChannelError, is NIOSSLError: return lost
  default: return .transportFailed(host, code: 0, reason: "\(error)")
  }
}

private func isRefusal(_ error: any Error) -> Bool {
  (error as? IOError)?.errnoCode == ECONNREFUSED
}

/// The reasons of BoringSSL are texts.
private func tlsError(_ text: String, _ host: String) -> HTTPError {
  ["certificate", "hostname"].contains { text.lowercased().contains($0) }
    ? .certificateInvalid(host, reason: text) : .encryptionFailed(host)
}
