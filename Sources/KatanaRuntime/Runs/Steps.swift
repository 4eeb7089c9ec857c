import Katana

/// The inside of a runtime, as those know it who send to it. Its functions are called in order with
/// the messages, by the executing thread.
protocol Steps: AnyObject {
  /// Calls the event handlers; `nil` if there are none.
  var events: EventHub? { get }
  /// Whether anything but updaters sees each message.
  var isWatched: Bool { get }

  /// Called before everything else.
  func begin()

  /// Handles a message that lies in memory, in an update that has begun.
  ///
  /// - Returns: Whether the caller must end the update; `nil` if nothing has happened, since the
  ///   message must be queued.
  func handleAtOnce(_ message: ReadPlace, _ type: any Message.Type, from site: SendSite) -> Bool?

  /// Handles a message, or drops and counts it.
  func handle(_ message: inout QueuedMessage)

  /// Called when a run has ended.
  func finished(_ run: RunRecord)

  /// Notes that a command has failed, or another sender.
  func failed(_ sender: Sender, _ error: any Error)

  /// Notes that a command has failed that has a message for it.
  func failed(_ run: Run, _ failure: AnsweredFailure, _ context: EffectContext)

  /// Performs an action when the commands before that of a run have ended.
  func wait(
    beforeCommandOf run: Run, ignoring ignored: any Command.Type,
    _ action: @escaping @Sendable () -> Void)

  /// Called when a control command has ended: it may be the last one that a call of `finish` waits for.
  func checkFinished()

  /// Looks for the callers of `finish` and `shutdown` among the tasks of a run.
  func findCallers(in run: RunRecord)

  /// Returns the address of a child with the `id`s that the address does not name; `nil` if the model
  /// does not have the child.
  func find(_ scope: AnyAddress) -> AnyAddress?

  /// Adds a tracker of code that waits for the consequences of a message.
  func add(_ tracker: CompletionTracker)

  /// Removes an observer.
  func remove(_ observer: Observer.Life)

  /// Reports a command or a subscription with an address that no part has.
  func reportUnreached(_ effect: String, _ type: Any.Type, in scope: AnyAddress, cause: UInt64)

  /// Shows a past model to observers; `nil` for the present one.
  func show(_ past: (any Model)?)

  /// Goes on from another model. The function is called after the model was replaced.
  func goOn(from model: some Model, told: () -> Void)

  /// Ends the runtime.
  func shutDown()
}
