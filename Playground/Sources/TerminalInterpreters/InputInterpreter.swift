import Foundation
import Katana
public import KatanaRuntime
public import Terminal

/// Reads lines on a thread of its own, because reading blocks.
///
/// ```swift
/// .subscription { InputInterpreter(from: 0, subscription: $0, dispatch: $1) }
/// ```
public final class InputInterpreter: SubscriptionInterpreter {
  /// What this runs.
  public typealias Sub = Input

  private let reader: LineReader

  /// An interpreter that reads from a file descriptor; 0 is standard input.
  public init(
    from descriptor: Int32, subscription: Input, dispatch: SubscriptionDispatcher<Input>
  ) {
    self.reader = LineReader(descriptor) { event in dispatch { $0.reply(event) } }
  }

  /// Begins to read.
  public func start() {
    let reader = reader
    Thread { reader.run() }.start()
  }

  /// What is read from now on is not sent. A read that waits for its line cannot be called back; its
  /// thread ends with the next line, or with the process.
  public func stop() { reader.stop() }
}

/// Cuts what comes from a file descriptor into lines.
private final class LineReader: @unchecked Sendable {
  // Sendable, because `isStopped` is used with the lock held, and the rest is constant.
  private let lock = NSLock()
  private var isStopped = false
  private let descriptor: Int32
  private let send: @Sendable (InputEvent) -> Void

  init(_ descriptor: Int32, _ send: @escaping @Sendable (InputEvent) -> Void) {
    self.descriptor = descriptor
    self.send = send
  }

  func stop() { lock.withLock { isStopped = true } }

  func run() {
    var rest: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      for byte in chunk.prefix(count) {
        if byte != UInt8(ascii: "\n") {
          rest.append(byte)
          continue
        }
        if !emit(rest) { return }
        rest = []
      }
    }
    // The last line may lack its end.
    if !rest.isEmpty, !emit(rest) { return }
    if lock.withLock({ !isStopped }) { send(.end) }
  }

  /// Sends a line, unless nobody listens any more.
  private func emit(_ bytes: [UInt8]) -> Bool {
    guard lock.withLock({ !isStopped }) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    send(.line(Secret(text.hasSuffix("\r") ? String(text.dropLast()) : text)))
    return true
  }
}
