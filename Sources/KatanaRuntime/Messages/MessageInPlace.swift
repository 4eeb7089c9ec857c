import Katana

/// A message where it lies in memory, for the time of one call: a message that an idle runtime
/// handles at once needs no box, which would be an allocation.
struct MessageInPlace {
  let payload: UnsafeRawPointer
  /// The message's type.
  let id: ObjectIdentifier
  private let origin: Origin

  private enum Origin {
    case type(any Message.Type)
    case box(UnsafePointer<any Message>)
  }

  init(_ payload: UnsafeRawPointer, _ type: any Message.Type) {
    self.payload = payload
    id = ObjectIdentifier(type)
    origin = .type(type)
  }

  private init(
    _ payload: UnsafeRawPointer, _ id: ObjectIdentifier, _ box: UnsafePointer<any Message>
  ) {
    self.payload = payload
    self.id = id
    origin = .box(box)
  }

  /// Calls a function with a message that is in a box.
  @inline(__always)
  static func with<Result>(
    _ message: inout any Message, _ body: (MessageInPlace) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &message) { box in
      withPayload(of: &box.pointee) { body(MessageInPlace($0, $1, UnsafePointer(box))) }
    }
  }

  /// The message in a box.
  var value: any Message {
    switch origin {
    case .box(let box): box.pointee
    case .type(let type): open(type)
    }
  }

  private func open<M: Message>(_ type: M.Type) -> any Message {
    payload.assumingMemoryBound(to: M.self).pointee
  }
}
