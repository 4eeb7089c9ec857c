/// The queue of a runtime, and who works at it: a pure state machine, without locks or threads.
///
/// Whoever posts to an idle mailbox takes the work on; whoever posts to a busy one only leaves a
/// letter. So letters are handled one at a time and in the order posted, and a sender never waits.
struct Mailbox<Letter> {
  /// Who works at the mailbox.
  enum Phase: Equatable {
    /// The runtime was not started yet: letters wait.
    case waiting
    /// Nobody; there are no letters.
    case idle
    /// Somebody was asked to come. A thread that may do the work itself can overtake them.
    case scheduled
    /// Somebody is at work, and takes what is posted meanwhile.
    case busy
  }

  /// What the one who posted has to do.
  enum Duty: Equatable {
    /// Nothing.
    case none
    /// Handle the letter, which was not queued, then take the rest.
    case handle
    /// Take the letters.
    case drain
    /// Ask a worker to come.
    case schedule
  }

  private(set) var phase = Phase.waiting
  private var letters: [Letter] = []

  var count: Int { letters.count }

  /// A thread has found the mailbox idle and handles a message that was never posted.
  mutating func join() { phase = .busy }

  /// Posts a letter; `here` says whether the thread that posts may do the work itself. The letter is
  /// made only if it must wait.
  mutating func post(_ letter: @autoclosure () -> Letter, here: Bool) -> Duty {
    switch phase {
    case .idle where here:
      phase = .busy
      return .handle
    case .idle:
      phase = .scheduled
      letters.append(letter())
      return .schedule
    case .scheduled where here:
      phase = .busy
      letters.append(letter())
      return .drain
    case .waiting, .scheduled, .busy:
      letters.append(letter())
      return .none
    }
  }

  /// Lets work begin, with a letter that comes before those that wait; once only.
  mutating func open(with letter: Letter, here: Bool) -> Duty {
    guard phase == .waiting else { return .none }
    letters.insert(letter, at: 0)
    phase = here ? .busy : .scheduled
    return here ? .drain : .schedule
  }

  /// The worker who was asked has come. False if another one was faster.
  mutating func claim() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .busy
    return true
  }

  /// Gives the worker all letters, in order, in exchange for an empty array; none means that the
  /// work is done.
  mutating func take(into batch: inout [Letter]) {
    if letters.isEmpty { phase = .idle } else { swap(&batch, &letters) }
  }
}
