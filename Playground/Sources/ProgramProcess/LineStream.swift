import Foundation
import Synchronization

/// The lines that come out of a pipe, read on a queue of its own because reading blocks.
final class LineStream {
  private let pipe: Pipe?
  private let patience: Duration
  private let lines: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let silence = Mutex(Silence())

  /// Which line is waited for, and whether it has not come in time.
  private struct Silence {
    var awaited = 0
    var isOver = false
  }

  /// Creates a stream of the lines of a pipe; without one, it has no lines.
  init(_ pipe: Pipe?, patience: Duration) {
    (self.pipe, self.patience) = (pipe, patience)
    (lines, continuation) = AsyncStream.makeStream(of: String.self)
  }

  /// Begins to read.
  func start() {
    guard let pipe else { return continuation.finish() }
    DispatchQueue(label: "lines").async { [continuation] in
      var rest = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        rest.append(data)
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = Data(rest[(end + 1)...])
        }
      }
      if !rest.isEmpty { continuation.yield(String(decoding: rest, as: UTF8.self)) }
      continuation.finish()
    }
  }

  /// Whether a line was waited for in vain. The stream has ended then.
  var isSilent: Bool { silence.withLock { $0.isOver } }

  /// The next line; waits for it. `nil` if there is none, or if it does not come in time.
  func next() async -> String? {
    let number = silence.withLock { silence in
      silence.awaited += 1
      return silence.awaited
    }
    let end = DispatchTime.now() + .milliseconds(Int(patience / .milliseconds(1)))
    let deadline = DispatchWorkItem { [weak self] in self?.giveUp(on: number) }
    DispatchQueue.global().asyncAfter(deadline: end, execute: deadline)
    var iterator = lines.makeAsyncIterator()
    let line = await iterator.next()
    silence.withLock { $0.awaited += 1 }
    deadline.cancel()
    return line
  }

  private func giveUp(on number: Int) {
    let isWaiting = silence.withLock { silence in
      silence.isOver = silence.isOver || silence.awaited == number
      return silence.awaited == number
    }
    if isWaiting { continuation.finish() }
  }
}
