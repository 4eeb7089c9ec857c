import Katana

/// Starts its content after a time.
final class DelayActivity: WrapperActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration

  init(
    _ duration: Duration, _ content: any Command, _ place: CommandPlace, _ controls: Controls
  ) {
    self.duration = duration
    super.init(content, place, controls)
  }

  override func begin() { startTimer(duration) }
  override func timerFired() { beginContent() }
  override var waitsOnlyForTime: Bool { true }
}

/// Cancels its content after a time.
final class TimeoutActivity: WrapperActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration
  private let message: (any Message)?

  init(
    _ duration: Duration, _ message: (any Message)?, _ content: any Command,
    _ place: CommandPlace, _ controls: Controls
  ) {
    self.duration = duration
    self.message = message
    super.init(content, place, controls)
  }

  override func begin() {
    startTimer(duration)
    beginContent()
  }

  override func timerFired() {
    silenceChild()
    if let message {
      begin(LeafActivity(sending: message, about: name, place, controls))
    } else {
      end(.failed(CommandFailure(error: CommandTimedOut(), command: name)))
    }
  }
}

/// Starts its content again after an error.
final class RetryActivity: WrapperActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let retry: Retry
  private var count = 0
  /// The failure of the last attempt, while the next one is delayed.
  private var lastFailure: Outcome?

  init(_ retry: Retry, _ content: any Command, _ place: CommandPlace, _ controls: Controls) {
    self.retry = retry
    super.init(content, place, controls)
  }

  override func begin() { beginContent() }
  override func timerFired() { beginContent() }
  override func turnCame() { beginContent() }
  override var waitsOnlyForTime: Bool { lastFailure != nil }
  override func timeIsUp() { lastFailure.map { end($0) } }

  override func childEnded(_ outcome: Outcome) {
    guard case .failed(let failure) = outcome, count < retry.count, !controls.isFinishing,
      retry.errors.contains(failure.error)
    else { return end(outcome) }
    count += 1
    lastFailure = outcome
    tellRetry(failure)
    let delay = retry.backoff.delay(before: count)
    if delay > .zero { startTimer(delay) } else { controls.takeTurnLater(self) }
  }

  private func tellRetry(_ failure: CommandFailure) {
    guard let events = controls.core.events, events.wantsCommands else { return }
    events.command(events.nextID(), failure.command, place, .retried(count: count))
  }
}

/// Sends a message if its content fails.
final class FailureActivity: WrapperActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let message: (any Error) -> any Message

  init(
    _ message: @escaping (any Error) -> any Message, _ content: any Command,
    _ place: CommandPlace, _ controls: Controls
  ) {
    self.message = message
    super.init(content, place, controls)
  }

  override func begin() { beginContent() }

  override func childEnded(_ outcome: Outcome) {
    if case .failed(let failure) = outcome {
      let message = message(failure.error)
      begin(LeafActivity(sending: message, about: failure.command, place, controls))
    } else {
      end(outcome)
    }
  }
}
