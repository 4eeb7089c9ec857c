import Dispatch
import Foundation
import KatanaRuntime
import KatanaTesting

/// How much memory of this process is in use now; 0 where that cannot be read.
func residentBytes() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
    let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
  else { return 0 }
  return pages * 4_096
}

/// Runs a closure on a number of threads, with as much stack as a pool of the system gives.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      let thread = Thread {
        body(index)
        group.leave()
      }
      thread.stackSize = 512 * 1_024
      thread.start()
    }
    group.notify(queue: .global()) { continuation.resume() }
  }
}

/// A serial executor over a queue, as an app might have one.
final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "stress")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Counts issues by kind.
final class Issues: Sendable {
  private let issues = Locked<[RuntimeIssue]>([])
  private let reports = AsyncStream<Void>.makeStream()

  var handler: IssueHandler {
    IssueHandler { [issues, reports] issue in
      issues.withLock { $0.append(issue) }
      reports.continuation.yield()
    }
  }
  var all: [RuntimeIssue] { issues.withLock { $0 } }
  func count(_ kind: RuntimeIssue.Kind) -> Int { all.count { $0.kind == kind } }

  /// Waits until a number of issues of a kind were reported.
  func wait(for count: Int, of kind: RuntimeIssue.Kind) async {
    for await _ in reports.stream where self.count(kind) >= count { return }
  }
}

extension Runtime {
  /// Waits until the model is as wanted. Models in between may be missed, the last one is not.
  func wait(until isReached: (AppModel) -> Bool) async {
    for await model in models where isReached(model) { return }
  }
}
