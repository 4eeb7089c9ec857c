import CNATS
import Foundation
import Synchronization

/// Follows a stream over all interruptions.
final class Following: Reopened {
  private struct State {
    var listening: Listening?
    var isEnded = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "katana.fleet.following")
  private let make: @Sendable () throws(NATSFailure) -> Listening?

  init(_ make: @escaping @Sendable () throws(NATSFailure) -> Listening?) {
    self.make = make
  }

  /// Begins, or begins anew, as soon as a server lets it.
  func reopen() {
    queue.async { [self] in
      while !state.withLock({ $0.isEnded }) {
        do throws(NATSFailure) {
          replace(try make())
          return
        } catch { usleep(100_000) }
      }
    }
  }

  private func replace(_ listening: Listening?) {
    let former = state.withLock { state in
      defer { state.listening = state.isEnded ? nil : listening }
      return state.isEnded ? listening : state.listening
    }
    former?.end()
  }

  func end() {
    let former = state.withLock { state in
      state.isEnded = true
      defer { state.listening = nil }
      return state.listening
    }
    former?.end()
  }

  deinit { end() }
}

/// Hears messages until it is gone.
final class Listening: @unchecked Sendable {
  // Sendable, because the subscription is set once, before it is used.
  var subscription: OpaquePointer?
  private let handle: @Sendable (String, Data) -> Void

  init(_ handle: @escaping @Sendable (String, Data) -> Void) { self.handle = handle }

  /// The object as the client's callback gets it. It is kept until ``end()``.
  var address: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static let callback: natsMsgHandler = { _, _, message, closure in
    defer { natsMsg_Destroy(message) }
    guard let closure else { return }
    let listening = Unmanaged<Listening>.fromOpaque(closure).takeUnretainedValue()
    listening.handle(String(cString: natsMsg_GetSubject(message)), data(of: message))
  }

  /// Ends it. What is heard at this moment may still be handled.
  func end() {
    natsSubscription_SetOnCompleteCB(
      subscription, { Unmanaged<Listening>.fromOpaque($0!).release() },
      Unmanaged.passUnretained(self).toOpaque())
    natsSubscription_Unsubscribe(subscription)
    natsSubscription_Destroy(subscription)
  }
}

func data(of message: OpaquePointer?) -> Data {
  guard let bytes = natsMsg_GetData(message) else { return Data() }
  return Data(bytes: bytes, count: Int(natsMsg_GetDataLength(message)))
}
