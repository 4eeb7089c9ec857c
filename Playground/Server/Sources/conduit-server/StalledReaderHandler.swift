import NIOCore

/// Closes a connection whose client does not read its answers.
///
/// SwiftNIO calls a connection unwritable when 64 KiB wait to be sent, and Hummingbird writes nothing
/// more then. It sets no limit to that, because its own timeout counts only while nothing is to be
/// answered.
final class StalledReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  private let limit: TimeAmount
  private var end: Scheduled<Void>?

  init(limit: TimeAmount) { self.limit = limit }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    end?.cancel()
    let channel = context.channel
    end =
      channel.isWritable
      ? nil : context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    context.fireChannelWritabilityChanged()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}
