import Katana

/// A command that an interpreter performs.
final class LeafActivity: Activity, @unchecked Sendable {
  // Sendable as its superclass is.
  let command: any Command
  /// Weak, because the run ends when nobody holds it.
  weak var run: Run?
  /// The command whose failure or time-out this tells the app of, for the history of causes.
  private(set) var subject: ValueName?
  /// What the interpreter has thrown.
  var failure: CommandFailure?
  /// The places in queues that this keeps until its run has ended.
  var places: [QueuePlace] = []

  init(_ command: any Command, _ place: CommandPlace, _ controls: Controls) {
    self.command = command
    super.init(place, controls)
  }

  /// Sends a message that a control command states, such as the one of an `onFailure`. The app has
  /// written it nowhere as a command, so it has no place in the history.
  init(
    sending message: any Message, about subject: ValueName? = nil, _ place: CommandPlace,
    _ controls: Controls
  ) {
    self.command = Send(message, file: "", line: 0)
    self.subject = subject
    super.init(place, controls)
  }

  override func begin() { controls.startRun(of: self) }

  override func stop() {
    guard let run else { return }
    run.cancel()
    if run.neverBegins { controls.leavePlaces(of: self) }
  }

  func runEnded() { end(failure.map(Outcome.failed) ?? .finished) }
}

/// Does something to others at once: cancels them, or starts what waits.
final class ImmediateActivity: Activity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let action: (Controls, CommandPlace) -> Void

  init(
    _ place: CommandPlace, _ controls: Controls,
    _ action: @escaping (Controls, CommandPlace) -> Void
  ) {
    self.action = action
    super.init(place, controls)
  }

  override func begin() {
    action(controls, place)
    end(.finished)
  }
}
