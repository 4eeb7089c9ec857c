import AsyncHTTPClient
import Dispatch
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import NIOCore
import NIOPosix

/// Sends a body piece by piece, each when the one before was taken. So the client tells how much was
/// sent, and a large file needs little memory.
final class PiecewiseUpload: Sendable {
  private static let size = 262_144

  /// The number of bytes of the body.
  let length: Int
  /// Returns the piece that begins at an offset. Called with each offset once, in order.
  private let piece: @Sendable (Int) throws -> Data?
  private let queue = DispatchQueue(label: "katana.nio.upload")

  /// Creates the upload of a body; `nil` if there is none.
  ///
  /// - Throws: ``KatanaEffects/HTTPError/fileUnreadable(_:)`` if the file cannot be opened.
  init?(_ body: HTTPExchange.Body) throws {
    switch body {
    case .none: return nil
    case .bytes(let data):
      length = data.count
      piece = { data.dropFirst($0).prefix(Self.size) }
    case .file(let path):
      guard let file = FileHandle(forReadingAtPath: path) else {
        throw HTTPError.fileUnreadable(.notFound(path: path))
      }
      length = Int(try file.seekToEnd())
      try file.seek(toOffset: 0)
      piece = { _ in try file.read(upToCount: Self.size) }
    }
  }

  func body(on group: any EventLoopGroup) -> NIOClient.Body {
    .stream(contentLength: Int64(length)) { [self] writer in
      // The client calls this on the event loop of the request.
      send(from: 0, writer, MultiThreadedEventLoopGroup.currentEventLoop ?? group.any())
    }
  }

  /// Sends what begins at an offset.
  ///
  /// The last piece ends the body on the event loop that writes it. If the end came later, an answer
  /// and the end of the connection could come first, and the client would drop the answer, or trap.
  private func send(
    from offset: Int, _ writer: NIOClient.Body.StreamWriter, _ loop: any EventLoop
  ) -> EventLoopFuture<Void> {
    if offset == length { return loop.makeSucceededVoidFuture() }
    return queue.asyncWithFuture(eventLoop: loop) { [self] in
      ByteBuffer(bytes: try piece(offset)?.prefix(length - offset) ?? Data())
    }.flatMap { [self] piece in
      // A file that has become shorter ends too early, which is an error of the client.
      let next = piece.readableBytes == 0 ? length : offset + piece.readableBytes
      return writer.write(.byteBuffer(piece)).flatMap { [self] in send(from: next, writer, loop) }
    }
  }
}
