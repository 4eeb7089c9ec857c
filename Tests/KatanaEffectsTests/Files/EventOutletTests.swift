import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension RealEffects {
  @Suite struct EventOutletTests {
    private let log = Locked<[String]>([])

    @Test func nothingIsSentAfterTheEnd() {
      let outlet = EventOutlet<String> { [log] event in log.withLock { $0.append(event) } }
      outlet.send("1")
      outlet.close()
      outlet.send("2")
      #expect(log.withLock { $0 } == ["1"])
    }

    @Test func anEventMayLeadToTheEnd() {
      let itself = Locked<EventOutlet<String>?>(nil)
      let outlet = EventOutlet<String> { [log] event in
        itself.withLock { $0 }?.close()
        log.withLock { $0.append(event) }
      }
      itself.withLock { $0 = outlet }
      outlet.send("1")
      outlet.send("2")
      #expect(log.withLock { $0 } == ["1"])
      itself.withLock { $0 = nil }
    }

    @Test func theEndWaitsForTheEventThatIsBeingSent() async {
      let itself = Locked<EventOutlet<String>?>(nil)
      let sending = DispatchSemaphore(value: 0)
      let outlet = EventOutlet<String> { [log] event in
        sending.signal()
        // Nothing tells that the other thread waits inside of `close`. So this looks whether it has
        // begun, and gives it time to do what it must not: return.
        while itself.withLock({ $0?.isClosed == false }) { sched_yield() }
        for _ in 0..<1_000 { sched_yield() }
        log.withLock { $0.append(event) }
      }
      itself.withLock { $0 = outlet }
      let sent = AsyncStream.makeStream(of: Void.self)
      // A thread instead of a task: a task might not get a thread while the other one spins.
      Thread.detachNewThread {
        outlet.send("sent")
        sent.continuation.finish()
      }
      await onThread { [log] in
        sending.wait()
        outlet.close()
        log.withLock { $0.append("closed") }
      }
      for await _ in sent.stream {}
      #expect(log.withLock { $0 } == ["sent", "closed"])
      itself.withLock { $0 = nil }
    }
  }
}
