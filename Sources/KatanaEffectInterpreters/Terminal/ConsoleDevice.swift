package import Foundation
package import KatanaEffects

/// What a console does to the world: the terminal of the process, or one that a test makes up.
///
/// Called in the console's order; must return at once.
package protocol ConsoleDevice: AnyObject, Sendable {
  /// Writes text, after all text before, and says when it is written.
  func write(
    _ text: String, to stream: StandardStream, done: @escaping @Sendable (TerminalError?) -> Void)

  /// Sets the mode of the terminal.
  ///
  /// - Parameter restoring: What must be written to bring the terminal back if the process dies.
  func set(_ mode: InputMode, restoring: String)

  /// Begins or ends to read; what is read is given to the console.
  func setReading(_ isReading: Bool)

  /// Begins or ends to watch the size of the terminal.
  func setWatchingSize(_ isWatching: Bool)

  /// Stops the process as Ctrl-Z does.
  func suspend()

  /// Ends the process, after all text before is written.
  func exit(_ status: Int32)

  /// Opens a URL with the program that the user prefers.
  func open(_ url: URL, done: @escaping @Sendable (OpenURLError?) -> Void)

  /// Runs an action in the console's order: at once if this is called in that order.
  func inOrder(_ action: @escaping @Sendable () -> Void)

  /// The same, and returns when the action has run.
  func inOrderWaiting(_ action: @escaping @Sendable () -> Void)
}
