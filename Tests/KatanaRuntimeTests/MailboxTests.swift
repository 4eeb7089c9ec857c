import Testing

@testable import KatanaRuntime

/// The mailbox with its gate, behind a reference, so that an expectation may change it.
private final class Box {
  private(set) var mailbox = Mailbox<Int>()
  let gate = Gate()

  func post(_ letter: Int, here: Bool) -> Mailbox<Int>.Duty {
    mailbox.post(letter, here: here, gate)
  }
  func open(here: Bool = true) -> Mailbox<Int>.Duty { mailbox.open(with: 0, here: here) }
  func arrive() -> Bool { mailbox.arrive() }
  /// Does what the one at work does: ends the work if nothing was posted.
  func take() -> [Int] {
    if gate.end() { return [] }
    var batch: [Int] = []
    mailbox.take(into: &batch)
    if batch.isEmpty { gate.release() } else { gate.unmark() }
    return batch
  }
  func end() { mailbox.end() }
  /// Takes the work on without the mailbox.
  func begin() -> Bool { gate.begin() }
  /// Ends the work without the mailbox.
  func finish() -> Bool { gate.end() }
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

  @Test func whoPostsWhereNobodyIsAtWorkHandlesTheLetter() {
    let mailbox = opened()
    #expect(mailbox.post(1, here: true) == .handle)
    #expect(mailbox.count == 0)
  }

  @Test func whoPostsToOneAtWorkLeavesTheLetter() {
    let mailbox = opened()
    _ = mailbox.post(1, here: true)
    #expect(mailbox.post(2, here: true) == .none)
    #expect(mailbox.post(3, here: false) == .none)
    #expect(mailbox.take() == [2, 3])
    #expect(mailbox.post(4, here: true) == .none)
    #expect(mailbox.take() == [4])
  }

  @Test func takingNothingEndsTheWork() {
    let mailbox = opened()
    _ = mailbox.post(1, here: true)
    #expect(mailbox.take().isEmpty)
    #expect(mailbox.post(2, here: true) == .handle)
  }

  @Test func aScheduledWorkerMayBeOvertakenByAThreadThatIsHere() {
    let mailbox = opened()
    #expect(mailbox.post(1, here: false) == .schedule)
    #expect(mailbox.post(2, here: false) == .none)
    #expect(mailbox.post(3, here: true) == .drain)
    #expect(mailbox.arrive() == false)
    #expect(mailbox.take() == [1, 2, 3])
  }

  @Test func aScheduledWorkerClaimsTheWork() {
    let mailbox = opened()
    _ = mailbox.post(1, here: false)
    #expect(mailbox.arrive())
    #expect(!mailbox.arrive())
    #expect(mailbox.take() == [1])
  }

  @Test func whoCameWithoutTheMailboxIsAtWorkAndLooksIntoIt() {
    let mailbox = opened()
    #expect(mailbox.begin())
    #expect(mailbox.post(1, here: true) == .none)
    #expect(mailbox.finish() == false)
    #expect(mailbox.take() == [1])
    #expect(mailbox.take().isEmpty)
    #expect(mailbox.begin())
  }

  @Test func nobodyHandlesWhatIsPostedAfterTheEnd() {
    let mailbox = opened()
    mailbox.end()
    #expect(mailbox.post(1, here: true) == .refuse)
    #expect(mailbox.post(2, here: false) == .refuse)
    #expect(mailbox.count == 0)
  }
}
