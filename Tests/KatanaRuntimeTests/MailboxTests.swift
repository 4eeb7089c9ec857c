import Testing

@testable import KatanaRuntime

/// The mailbox behind a reference, so that an expectation may change it.
private final class Box {
  private(set) var mailbox = Mailbox<Int>()

  func post(_ letter: Int, here: Bool) -> Mailbox<Int>.Duty { mailbox.post(letter, here: here) }
  func open(here: Bool = true) -> Mailbox<Int>.Duty { mailbox.open(with: 0, here: here) }
  func claim() -> Bool { mailbox.claim() }
  func join() { mailbox.join() }
  func take() -> [Int] {
    var batch: [Int] = []
    mailbox.take(into: &batch)
    return batch
  }
  var phase: Mailbox<Int>.Phase { mailbox.phase }
  var count: Int { mailbox.count }
}

@Suite struct MailboxTests {
  private func opened() -> Box {
    let mailbox = Box()
    _ = mailbox.open()
    while !mailbox.take().isEmpty {}
    return mailbox
  }

  @Test func lettersWaitUntilItIsOpened() {
    let mailbox = Box()
    #expect(mailbox.post(1, here: true) == .none)
    #expect(mailbox.post(2, here: false) == .none)
    #expect(mailbox.open() == .drain)
    #expect(mailbox.take() == [0, 1, 2])
  }

  @Test func itOpensOnce() {
    let mailbox = Box()
    #expect(mailbox.open() == .drain)
    #expect(mailbox.open() == .none)
    #expect(mailbox.count == 1)
  }

  @Test func whoPostsToAnIdleMailboxHandlesTheLetter() {
    let mailbox = opened()
    #expect(mailbox.phase == .idle)
    #expect(mailbox.post(1, here: true) == .handle)
    #expect(mailbox.phase == .busy)
    #expect(mailbox.count == 0)
  }

  @Test func whoPostsToABusyMailboxLeavesTheLetter() {
    let mailbox = opened()
    _ = mailbox.post(1, here: true)
    #expect(mailbox.post(2, here: true) == .none)
    #expect(mailbox.post(3, here: false) == .none)
    #expect(mailbox.take() == [2, 3])
    #expect(mailbox.phase == .busy)
  }

  @Test func takingNothingEndsTheWork() {
    let mailbox = opened()
    _ = mailbox.post(1, here: true)
    #expect(mailbox.take().isEmpty)
    #expect(mailbox.phase == .idle)
  }

  @Test func aScheduledWorkerMayBeOvertakenByAThreadThatIsHere() {
    let mailbox = opened()
    #expect(mailbox.post(1, here: false) == .schedule)
    #expect(mailbox.post(2, here: false) == .none)
    #expect(mailbox.post(3, here: true) == .drain)
    #expect(mailbox.claim() == false)
    #expect(mailbox.take() == [1, 2, 3])
  }

  @Test func aScheduledWorkerClaimsTheWork() {
    let mailbox = opened()
    _ = mailbox.post(1, here: false)
    #expect(mailbox.claim())
    #expect(mailbox.phase == .busy)
    #expect(!mailbox.claim())
  }

  @Test func whoCameWithoutALetterIsAtWork() {
    let mailbox = opened()
    mailbox.join()
    #expect(mailbox.post(1, here: true) == .none)
    #expect(mailbox.take() == [1])
    #expect(mailbox.take().isEmpty)
    #expect(mailbox.phase == .idle)
  }
}
