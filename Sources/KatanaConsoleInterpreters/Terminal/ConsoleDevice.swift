package import Foundation
package import Katana
package import KatanaConsole

/// Performs the side effects of a console: on the streams of the process, or on those that a test
/// simulates.
///
/// All functions are called in the order of the console, and must return at once.
package protocol ConsoleDevice: AnyObject, Sendable {
  /// Writes text after all earlier text, and calls `done` when it was written or writing failed.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - stream: The stream that it is written to.
  ///   - isFrame: Whether it only changes what the terminal shows, and is no text of a command.
  ///   - done: Called with `nil`, or the error.
  func write(
    _ text: String, to stream: StandardStream, isFrame: Bool,
    done: @escaping @Sendable (TerminalError?) -> Void)

  /// Sets the mode of the terminal.
  ///
  /// - Parameters:
  ///   - mode: The new mode.
  ///   - restoring: The text that restores the terminal if the process dies.
  func set(_ mode: InputMode, restoring: String)

  /// Starts or stops reading. Bytes that are read are passed to the console.
  func setReading(_ isReading: Bool)

  /// Starts or stops reading the input of lines alone.
  func setReadingLines(_ isReading: Bool)

  /// Starts or stops watching the size of the terminal.
  func setWatchingSize(_ isWatching: Bool)

  /// Sends a signal to all processes of the terminal's foreground, as the terminal does for Ctrl-C or
  /// Ctrl-Z.
  func raise(_ signal: Int32)

  /// Ends the process, after all earlier text was written.
  func exit(_ status: Int32)

  /// Ends the process, because a text could not be written. Called while `write` reports the error,
  /// so no exit that was requested after that text comes first.
  ///
  /// - Parameters:
  ///   - status: The exit status.
  ///   - text: What the standard error says about it; `nil` for nothing.
  ///   - ended: Called if the process goes on, as that of a test does.
  func fail(_ status: Int32, saying text: String?, ended: @escaping @Sendable () -> Void)

  /// Keeps what any code writes to these streams until a later call, so that it does not destroy what a
  /// terminal shows. What was kept of other streams is written.
  func hold(_ streams: Set<StandardStream>)

  /// Performs an action in the order of the console when the time has passed within which a terminal
  /// answers; at once on one that does not.
  func waitForAnswer(_ action: @escaping @Sendable () -> Void)

  /// Gives the terminal to a program after all earlier text was written, and calls `ended` when it has
  /// ended.
  func run(
    _ program: ForegroundProgram,
    ended: @escaping @Sendable (Outcome<ProgramExit, ProgramError>?) -> Void)

  /// Opens a URL with the program that the user prefers.
  func open(_ url: URL, done: @escaping @Sendable (OpenURLError?) -> Void)

  /// Runs an action in the order of the console; at once if the caller is already in that order.
  func inOrder(_ action: @escaping @Sendable () -> Void)

  /// Runs an action in the order of the console, and returns when it has run.
  func inOrderWaiting(_ action: @escaping @Sendable () -> Void)
}

extension ConsoleDevice {
  /// A device has one input, unless it says otherwise.
  package func setReadingLines(_ isReading: Bool) {}
}
