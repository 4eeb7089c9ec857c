import Foundation

#if canImport(FoundationNetworking)
  /// A queue that runs each operation before `addOperation` returns.
  ///
  /// `URLSession` on Linux has no back-pressure: with an ordinary queue, the pieces of a fast
  /// response accumulate in memory. With this queue, its thread waits for the delegate.
  final class InlineQueue: OperationQueue, @unchecked Sendable {
    // Sendable, because it has no state of its own.
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
    override func addOperation(_ operation: Operation) { operation.start() }
  }
#endif
