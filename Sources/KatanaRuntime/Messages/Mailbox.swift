/// The queue of a runtime, and which thread drains it: a state machine without locks or threads, apart
/// from the gate, whose word it changes.
///
/// The gate records which thread executes steps. A thread that posts a letter while none does begins to
/// drain the queue; otherwise it appends the letter and returns. So letters are handled one at a time
/// and in the order posted, and a sender never waits.
struct Mailbox<Letter> {
  enum Phase: Equatable {
    /// The runtime was not started yet: letters wait.
    case waiting
    /// Somebody is at work and takes what is posted, or the next one to post takes the work on.
    case open
    /// Somebody was asked to come. A thread that may do the work itself can overtake them.
    case scheduled
    /// The runtime is gone.
    case ended
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
    /// Count the letter, which nobody will handle.
    case refuse
  }

  private(set) var phase = Phase.waiting
  private var letters: [Letter] = []

  var count: Int { letters.count }

  /// Posts a letter; `here` says whether the thread that posts may do the work itself. The letter
  /// is made only if it must wait.
  mutating func post(
    _ letter: @autoclosure () -> Letter, here: Bool, _ gate: borrowing Gate
  ) -> Duty {
    switch phase {
    case .ended:
      return .refuse
    case .open:
      guard gate.claim() else { break }
      if here { return .handle }
      phase = .scheduled
      gate.mark()
      letters.append(letter())
      return .schedule
    case .scheduled where here:
      phase = .open
      letters.append(letter())
      return .drain
    case .waiting, .scheduled: break
    }
    letters.append(letter())
    return .none
  }

  /// Lets work begin, with a letter that comes before those that wait; once only.
  mutating func open(with letter: Letter, here: Bool) -> Duty {
    guard phase == .waiting else { return .none }
    letters.insert(letter, at: 0)
    phase = here ? .open : .scheduled
    return here ? .drain : .schedule
  }

  /// The worker who was asked has come. False if another one was faster.
  mutating func arrive() -> Bool {
    guard phase == .scheduled else { return false }
    phase = .open
    return true
  }

  /// Gives the one who is at work all letters, in order, in exchange for an empty array.
  mutating func take(into batch: inout [Letter]) {
    swap(&batch, &letters)
    letters.releaseIfLarge()
  }

  /// Nobody will be at work again.
  mutating func end() { phase = .ended }
}

extension Array {
  /// Gives the memory of an empty array back that was needed for a burst.
  mutating func releaseIfLarge() { if isEmpty && capacity > 1_024 { self = [] } }
}
