import AsyncHTTPClient
import Dispatch
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import Synchronization

/// Sends a body piece by piece, each when the one before was taken. So the client tells how much was
/// sent, and a large file needs little memory.
final class PiecewiseUpload: Sendable {
  private static let size = 65_536

  private let length: Int
  private let read: @Sendable () throws -> Data?
  private let queue = DispatchQueue(label: "katana.nio.upload")

  /// Creates the upload of a body; `nil` if there is none.
  ///
  /// - Throws: ``KatanaEffects/HTTPError/fileUnreadable(_:)`` if the file cannot be opened.
  init?(_ body: HTTPExchange.Body) throws {
    switch body {
    case .none: return nil
    case .bytes(let data):
      let rest = Mutex(data)
      length = data.count
      read = {
        rest.withLock { rest in
          defer { rest = rest.dropFirst(Self.size) }
          return rest.prefix(Self.size)
        }
      }
    case .file(let path):
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw HTTPError.fileUnreadable(.notFound(path: path))
      }
      length = Int(try file.seekToEnd())
      try file.seek(toOffset: 0)
      read = { try file.read(upToCount: Self.size) }
    }
  }

  func body(on group: any EventLoopGroup) -> NIOClient.Body {
    .stream(contentLength: Int64(length)) { [self] writer in
      let promise = group.any().makePromise(of: Void.self)
      sendNext(writer, promise)
      return promise.futureResult
    }
  }

  private func sendNext(_ writer: NIOClient.Body.StreamWriter, _ promise: EventLoopPromise<Void>) {
    queue.async { [self] in
      do {
        guard let piece = try read(), !piece.isEmpty else { return promise.succeed() }
        writer.write(.byteBuffer(ByteBuffer(bytes: piece))).whenComplete { [self] result in
          switch result {
          case .success: sendNext(writer, promise)
          case .failure(let error): promise.fail(error)
          }
        }
      } catch {
        promise.fail(error)
      }
    }
  }
}
