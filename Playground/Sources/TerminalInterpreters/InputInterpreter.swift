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
  private let mode: TerminalMode?

  /// An interpreter that reads from a file descriptor; 0 is standard input.
  ///
  /// - Parameter screen: Where lines that are typed are shown and edited, if the descriptor is a
  ///   terminal; the terminal does that by itself if `nil`.
  public init(
    from descriptor: Int32, showing screen: Screen? = nil, subscription: Input,
    dispatch: SubscriptionDispatcher<Input>
  ) {
    mode = screen.flatMap { _ in TerminalMode(descriptor) }
    reader = LineReader(descriptor, showing: mode == nil ? nil : screen) { event in
      dispatch { $0.reply(event) }
    }
  }

  /// Begins to read.
  public func start() {
    let reader = reader
    mode?.begin()
    Thread { reader.run() }.start()
  }

  /// What is read from now on is not sent. A read that waits for its line cannot be called back; its
  /// thread ends with the next line, or with the process.
  public func stop() {
    reader.stop()
    mode?.end()
  }
}

/// Cuts what comes from a file descriptor into lines.
private final class LineReader: @unchecked Sendable {
  // Sendable, because `isStopped` is used with the lock held, and the rest is constant.
  private let lock = NSLock()
  private var isStopped = false
  private let descriptor: Int32
  private let screen: Screen?
  private let send: @Sendable (InputEvent) -> Void

  init(
    _ descriptor: Int32, showing screen: Screen?, _ send: @escaping @Sendable (InputEvent) -> Void
  ) {
    self.descriptor = descriptor
    self.screen = screen
    self.send = send
  }

  func stop() { lock.withLock { isStopped = true } }

  func run() {
    if let screen { edit(on: screen) } else { readLines() }
    if lock.withLock({ !isStopped }) { send(.end) }
  }

  /// Reads keys from a terminal.
  private func edit(on screen: Screen) {
    // Lines with passwords are not shown again.
    var editor = LineEditor { !$0.hasPrefix("login") && !$0.hasPrefix("register") }
    screen.edit(editor)
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
      for byte in chunk.prefix(count) {
        switch editor.take(byte) {
        case nil: break
        case .changed?: screen.edit(editor)
        case .end?: return
        case .line(let line)?:
          screen.endLine()
          if !emit(Array(line.utf8)) { return }
        }
      }
    }
  }

  private func readLines() {
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
    if !rest.isEmpty { _ = emit(rest) }
  }

  /// Sends a line, unless nobody listens any more.
  private func emit(_ bytes: [UInt8]) -> Bool {
    guard lock.withLock({ !isStopped }) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    send(.line(Secret(text.hasSuffix("\r") ? String(text.dropLast()) : text)))
    return true
  }
}
