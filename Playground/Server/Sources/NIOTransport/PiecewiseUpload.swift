import AsyncHTTPClient
import Dispatch
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOPosix
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
      // The client calls this on the event loop of the request.
      let loop = MultiThreadedEventLoopGroup.currentEventLoop ?? group.any()
      if length == 0 { return loop.makeSucceededVoidFuture() }
      let promise = loop.makePromise(of: Void.self)
      sendNext(of: length, writer, promise)
      return promise.futureResult
    }
  }

  /// Sends the next piece of a number of bytes that are left.
  ///
  /// The last piece ends the body on the event loop that writes it. If the end came later, an answer
  /// and the end of the connection could come first, and the client would drop the answer, or trap.
  private func sendNext(
    of left: Int, _ writer: NIOClient.Body.StreamWriter, _ promise: EventLoopPromise<Void>
  ) {
    queue.async { [self] in
      do {
        // A file that has become shorter ends too early, which is an error of the client.
        guard let piece = try read()?.prefix(left), !piece.isEmpty else { return promise.succeed() }
        let written = writer.write(.byteBuffer(ByteBuffer(bytes: piece)))
        if piece.count == left { return written.cascade(to: promise) }
        written.whenComplete { [self] result in
          switch result {
          case .success: sendNext(of: left - piece.count, writer, promise)
          case .failure(let error): promise.fail(error)
          }
        }
      } catch {
        promise.fail(error)
      }
    }
  }
}
