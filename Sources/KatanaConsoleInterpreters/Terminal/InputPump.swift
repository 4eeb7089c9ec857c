import Foundation
import KatanaConsole
import KatanaRuntime

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a file descriptor on a thread of its own, while input is wanted.
///
/// The thread uses `poll`, because a dispatch source cannot wait for the regular file of `program <
/// file`. It reads only while input is wanted, so no input is lost to it. It does not keep the
/// process from ending.
final class InputPump: @unchecked Sendable {
  // Sendable, because the variables are accessed only while the lock is held, and the rest is
  // constant.
  private let lock = Lock()
  private let descriptor: Int32
  private let wake = SelfPipe()
  private let receive: @Sendable ([UInt8]) -> Void
  private let end: @Sendable (LineEvent) -> Void
  private var isWanted = false
  private var isRunning = false

  init(
    _ descriptor: Int32, receive: @escaping @Sendable ([UInt8]) -> Void,
    end: @escaping @Sendable (LineEvent) -> Void
  ) {
    self.descriptor = descriptor
    self.receive = receive
    self.end = end
  }

  deinit { wake.close() }

  /// Starts or stops reading. Bytes that are being read when this stops are still delivered.
  func set(_ isWanted: Bool) {
    let mustStart = lock.withLock {
      guard isWanted != self.isWanted else { return false }
      self.isWanted = isWanted
      if !isWanted { wake.put(0) }
      guard isWanted, !isRunning else { return false }
      isRunning = true
      return true
    }
    if mustStart { startThread() }
  }

  private func startThread() {
    let thread = Thread { [self] in run() }
    thread.name = "katana.input"
    thread.stackSize = 512 * 1_024
    thread.start()
  }

  private func run() {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while goesOn() {
      guard waitForInput() else { continue }
      guard lock.withLock({ isWanted }) else { continue }
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        receive(Array(chunk.prefix(count)))
      } else if count == 0 || errno == EIO {
        // Reading a terminal that was closed fails with EIO.
        finish(.end)
      } else if errno != EINTR && errno != EAGAIN {
        finish(.failed(.notRead(reason: String(cString: strerror(errno)))))
      }
    }
  }

  /// Returns whether the thread continues. If not, ``set(_:)`` starts a new thread from this
  /// moment.
  private func goesOn() -> Bool {
    lock.withLock {
      isRunning = isWanted
      return isWanted
    }
  }

  private func finish(_ event: LineEvent) {
    lock.withLock { isWanted = false }
    end(event)
  }

  private func waitForInput() -> Bool {
    var polled = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&polled, 2, -1) > 0 else { return false }
    if polled[1].revents != 0 { _ = wake.takeAll() }
    return polled[0].revents != 0
  }
}
