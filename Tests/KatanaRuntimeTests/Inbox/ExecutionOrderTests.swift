import Testing

@testable import KatanaRuntime

private typealias S = ExecutionState

/// Tries every order in which the operations of four simulated threads can follow each other. No real
/// thread runs.
@Suite struct ExecutionOrderTests {
  @Test func noOrderOfFourThreadsLosesAMessageOrUpdatesBesideAReader() async throws {
    let kinds = SimulatedThread.Kind.allCases
    var count = 0
    for first in kinds.indices {
      for second in kinds.indices[first...] {
        for third in kinds.indices[second...] {
          for fourth in kinds.indices[third...] {
            let threads = [first, second, third, fourth].map { SimulatedThread(kind: kinds[$0]) }
            // The other tests need this thread too.
            await Task.yield()
            var search = OrderSearch(threads)
            try search.run()
            count += search.seen.count
          }
        }
      }
    }
    #expect(count > 50_000, "The search ends early: \(count) states.")
  }
}

/// A thread with what it does next.
private struct SimulatedThread: Hashable {
  enum Kind: CaseIterable, Hashable {
    /// Posts a message, and may execute.
    case here
    /// Posts a message, and may not execute.
    case elsewhere
    /// Sends a message that an idle runtime handles at once.
    case atOnce
    case reader
    /// Lets the runtime start.
    case starter
    /// Was asked to execute.
    case worker
  }

  enum Next: Hashable {
    case begin, post
    case beginUpdate, update, endUpdate, endUpdateAtOnce
    case work, take
    case read, awaitUpdate, endReading
    case waitForReaders
    case done
  }

  let kind: Kind
  var next = Next.begin
  /// What it has taken from the queue.
  var batch = 0
  /// Whether it sleeps until somebody wakes all.
  var sleeps = false

  init(kind: Kind) { self.kind = kind }
}

/// All states that a few threads can reach together.
private struct OrderSearch {
  struct System: Hashable {
    var state = ExecutionState.initial
    var queue = 0
    var handled = 0
    var threads: [SimulatedThread]

    static func == (lhs: System, rhs: System) -> Bool {
      lhs.state == rhs.state && lhs.queue == rhs.queue && lhs.handled == rhs.handled
        && lhs.threads == rhs.threads
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(state.bits)
      hasher.combine(queue)
      hasher.combine(handled)
      hasher.combine(threads)
    }
  }

  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var seen: Set<System> = []
  private var open: [System] = []
  private let messages: Int
  private let hasStarter: Bool

  init(_ threads: [SimulatedThread]) {
    // Tried are runtimes that start meanwhile, and such as have started.
    hasStarter = threads.contains { $0.kind == .starter }
    messages = threads.count { [.here, .elsewhere, .atOnce].contains($0.kind) }
    var system = System(threads: threads.filter { $0.kind != .worker })
    if !hasStarter { system.state = S() }
    open = [system]
  }

  mutating func run() throws {
    while let system = open.popLast() {
      guard seen.insert(system).inserted else { continue }
      try check(system)
      for index in system.threads.indices where system.threads[index].canGoOn {
        var next = system
        next.goOn(index)
        open.append(next)
      }
    }
  }

  private func check(_ system: System) throws {
    func fail(_ text: String) -> Violation { Violation(description: "\(text): \(system)") }
    if system.threads.count(where: \.executes) > 1 { throw fail("Two threads execute") }
    let isUpdated = system.threads.contains {
      [.update, .endUpdate, .endUpdateAtOnce].contains($0.next)
    }
    if isUpdated && system.threads.contains(where: { $0.next == .endReading }) {
      throw fail("A reader copies a model that an update changes")
    }
    guard !system.threads.contains(where: \.canGoOn) else { return }
    if system.threads.contains(where: { $0.next != .done }) {
      throw fail("A thread sleeps for ever")
    }
    let jobs = messages + (system.threads.count { $0.kind == .starter } > 0 ? 1 : 0)
    if system.handled != jobs || system.queue != 0 { throw fail("A message is lost") }
    if system.state != S() { throw fail("The state at the end is not idle") }
  }
}

extension SimulatedThread {
  var canGoOn: Bool { next != .done && !sleeps }

  var executes: Bool {
    switch next {
    case .beginUpdate, .update, .endUpdate, .endUpdateAtOnce, .work, .take, .waitForReaders: true
    case .begin, .post, .read, .awaitUpdate, .endReading, .done: false
    }
  }
}

extension OrderSearch.System {
  /// Does one operation of a thread, as `Inbox` does it.
  fileprivate mutating func goOn(_ index: Int) {
    var thread = threads[index]
    switch thread.next {
    case .begin: begin(&thread)
    case .post: perform(state.post(here: thread.kind != .elsewhere), &thread)
    case .beginUpdate: thread.next = state.beginUpdate() ? .update : .waitForReaders
    case .waitForReaders:
      if state.hasReaders { thread.sleeps = true } else { thread.next = .beginUpdate }
    case .update: thread.next = .endUpdate
    case .endUpdateAtOnce:
      // As `SharedExecutionState.endWithUpdate`.
      if state == S(S.executing | S.updating) {
        state = S()
        handled += 1
        thread.next = .done
      } else {
        thread.next = .endUpdate
      }
    case .endUpdate:
      handled += 1
      thread.next = .work
      if state.endUpdate() { wakeAll() }
    case .work:
      if thread.batch > 0 {
        thread.batch -= 1
        thread.next = .beginUpdate
      } else {
        thread.next = state.end() ? .done : .take
      }
    case .take:
      (thread.batch, queue) = (queue, 0)
      if thread.batch == 0 {
        state.endWithLock(isGone: false)
        thread.next = .done
      } else {
        state.remove(S.posted)
        thread.next = .work
      }
    case .read: thread.next = state.beginReading() ? .endReading : .awaitUpdate
    case .awaitUpdate:
      if state.awaitUpdate() { thread.sleeps = true } else { thread.next = .read }
    case .endReading:
      thread.next = .done
      if state.endReading() { wakeAll() }
    case .done: break
    }
    threads[index] = thread
  }

  private mutating func begin(_ thread: inout SimulatedThread) {
    switch thread.kind {
    case .here: thread.next = state.begin() ? .beginUpdate : .post
    case .elsewhere: thread.next = .post
    case .atOnce:
      if state == S() {
        state = S(S.executing | S.updating)
        thread.next = .endUpdateAtOnce
      } else {
        thread.next = .post
      }
    case .reader: thread.next = .read
    case .starter:
      if let duty = state.start(here: true) { perform(duty, &thread) } else { thread.next = .done }
    case .worker: thread.next = state.arrive() ? .work : .done
    }
  }

  private mutating func perform(_ duty: ExecutionState.Duty, _ thread: inout SimulatedThread) {
    queue += 1
    switch duty {
    case .append, .refuse: thread.next = .done
    case .execute: thread.next = .work
    case .schedule:
      thread.next = .done
      threads.append(SimulatedThread(kind: .worker))
    }
  }

  private mutating func wakeAll() {
    for index in threads.indices { threads[index].sleeps = false }
  }
}
