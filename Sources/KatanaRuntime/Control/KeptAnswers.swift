import Katana

/// The message in which a command reports its error, while a node around the command keeps it: a
/// `retried` that may start the command again, or a race that another member may win.
struct KeptAnswer {
  let message: LeafNode
  /// The nodes from the command that has answered up to the node that keeps the answer, which is
  /// left out.
  let path: [ControlNode]
  /// Whether the answer is dropped, because one of these nodes was cancelled.
  var isCancelled: Bool { path.contains(where: \.isCancelled) }
}

extension ControlNode {
  /// Returns the innermost node around this one that keeps the answer of a command that has failed.
  func keeper(ofAnswerTo error: any Error) -> ControlNode? {
    guard isInside(any: Self.retry | Self.race) else { return nil }
    return ancestors.first { $0.keepsAnswer(to: error) }
  }

  /// Returns a node that sends the answers that this node has kept, and that this node must execute
  /// before it ends; `nil` if there is nothing to send now. A node around this one may keep the
  /// answers instead.
  func lastNode(sending answers: [KeptAnswer], then outcome: Outcome) -> ControlNode? {
    guard case .failed(var failure) = outcome else { return nil }
    let answers = answers.filter { !$0.isCancelled }.sorted {
      $0.message.number < $1.message.number
    }
    if answers.isEmpty { return nil }
    guard let keeper = keeper(ofAnswerTo: failure.error) else {
      failure.isKept = false
      return AnswersNode(answers.map(\.message), then: .failed(failure), context, controls)
    }
    let path = path(to: keeper)
    for answer in answers {
      keeper.keep(KeptAnswer(message: answer.message, path: answer.path + path))
    }
    return nil
  }
}

/// Sends kept answers. What comes after the node that has kept them waits until they are handled.
private final class AnswersNode: ControlNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private var answers: [LeafNode]
  private var openCount: Int
  private let outcome: Outcome

  /// - Parameter outcome: The outcome of this node if no answer is cancelled.
  init(
    _ answers: [LeafNode], then outcome: Outcome, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.answers = answers
    self.openCount = answers.count
    self.outcome = outcome
    super.init(context, controls)
  }

  override var parts: [ControlNode] { answers }

  override func begin() {
    for answer in answers where !isOver {
      adopt(answer)
      answer.begin()
    }
  }

  override func childEnded(_ child: ControlNode, _ outcome: Outcome) {
    openCount -= 1
    if case .cancelled = outcome { return end(outcome) }
    if openCount == 0 { end(self.outcome) }
  }

  override func stop() {
    for answer in answers { answer.silence() }
    answers = []
  }
}
