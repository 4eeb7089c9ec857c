import Katana

/// Starts its content after a time.
final class DelayNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration

  init(
    _ duration: Duration, _ content: any Command, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.duration = duration
    super.init(content, context, controls)
  }

  override func begin() { startTimer(duration) }
  override func timerFired() { beginContent() }
  override var waitsOnlyForTime: Bool { true }
}

/// Cancels its content after a time, then sends a message or fails.
final class TimeoutNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration
  private var message: (any Message)?

  init(
    _ duration: Duration, _ message: (any Message)?, _ content: any Command,
    _ context: CommandContext, _ controls: ControlScheduler
  ) {
    self.duration = duration
    self.message = message
    super.init(content, context, controls)
  }

  override func begin() {
    startTimer(duration)
    beginContent()
  }

  override func stop() {
    super.stop()
    message = nil
  }

  override func timerFired() {
    silenceChild()
    if let message {
      begin(LeafNode(sending: message, about: name, context, controls))
    } else {
      end(.failed(CommandFailure(error: CommandTimedOut(), command: name)))
    }
  }
}

/// Starts its content again after an error.
final class RetryNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let retry: Retry
  private var count = 0
  /// The failure of the last attempt; set from the first failure on.
  private var lastFailure: Outcome?
  /// The messages in which the commands of the last attempt report their errors.
  private var answers: [KeptAnswer] = []
  /// Whether there is no further attempt, and the kept messages are being sent.
  private var isGivingUp = false

  init(
    _ retry: Retry, _ content: any Command, _ context: CommandContext, _ controls: ControlScheduler
  ) {
    self.retry = retry
    super.init(content, context, controls)
  }

  override class var kind: Kinds { retry }
  override func begin() { beginContent() }
  override func timerFired() { beginAgain() }
  override func turnCame() { beginAgain() }
  override var waitsOnlyForTime: Bool { lastFailure != nil }
  override func timeIsUp() { lastFailure.map { giveUp($0) } }

  override func stop() {
    super.stop()
    answers = []
  }

  private func beginAgain() {
    answers = []
    beginContent()
  }

  /// Returns whether there is a further attempt after an error.
  private func accepts(_ error: any Error) -> Bool {
    count < retry.count && !controls.isFinishing && retry.errors.contains(error)
  }

  override func keepsAnswer(to error: any Error) -> Bool { accepts(error) }
  override func keep(_ answer: KeptAnswer) { answers.append(answer) }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    if isGivingUp { return end(outcome) }
    guard case .failed(let failure) = outcome, accepts(failure.error) else {
      return giveUp(outcome)
    }
    count += 1
    lastFailure = outcome
    tellRetry(failure)
    let delay = retry.delay(before: count, after: failure.error)
    if delay > .zero { startTimer(delay) } else { controls.takeTurnLater(self) }
  }

  private func tellRetry(_ failure: CommandFailure) {
    guard let events = controls.core.events, events.wantsCommands else { return }
    events.command(events.nextID(), failure.command, context, .retried(count: count))
  }

  private func giveUp(_ outcome: Outcome) {
    guard let last = lastNode(sending: answers, then: outcome) else { return end(outcome) }
    stopTimer()
    isGivingUp = true
    begin(last)
  }
}

/// Sends a message if its content fails without an answer.
final class FailureNode: WrapperNode, @unchecked Sendable {
  // Sendable as its superclass is.
  // Unchecked, as the state of `ControlNode`.
  @exclusivity(unchecked) private var answer: Answer
  enum Answer {
    case message(any Message)
    case reply(Reply<any Error>)
    /// The node has ended.
    case none
  }

  init(
    _ answer: Answer, _ content: any Command, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.answer = answer
    super.init(content, context, controls)
  }

  override func begin() { beginContent() }

  override func stop() {
    super.stop()
    answer = .none
  }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    if case .failed(let failure) = outcome, !failure.isAnswered {
      let message: any Message
      switch answer {
      case .message(let known): message = known
      case .reply(let reply): message = reply(failure.error)
      case .none: return end(outcome)
      }
      begin(LeafNode(sending: message, about: failure.command, context, controls))
    } else {
      end(outcome)
    }
  }
}
