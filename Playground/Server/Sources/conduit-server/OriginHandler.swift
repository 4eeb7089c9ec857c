import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Lets the pages of any site read the one answer that is not of the server: that of Hummingbird to what
/// is no HTTP. All others have the header already.
final class OriginHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    head.headerFields[.accessControlAllowOrigin] = "*"
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}
