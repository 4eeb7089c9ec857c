public import Katana

/// The part of the app's model that is about lines.
public struct TerminalModel: Model, Equatable {
  /// What the feature's updaters take.
  public typealias Receives = TerminalMessage

  /// Whether somebody sits at a terminal and wants to be asked for each line.
  public var isInteractive: Bool
  /// The lines that wait for the one before.
  public var waiting: [Secret<String>] = []
  /// Whether what a line has caused still goes on.
  public var isPerforming: Bool
  /// Whether no more lines will come.
  public var hasEnded = false
  /// Whether the program is about to end.
  public var isQuitting = false

  /// A model at the start.
  ///
  /// - Parameters:
  ///   - isInteractive: Whether somebody sits at a terminal.
  ///   - isPerforming: Whether the app has something to do before the first line; a
  ///     ``TerminalMessage/performed`` must follow.
  public init(isInteractive: Bool = false, isPerforming: Bool = false) {
    self.isInteractive = isInteractive
    self.isPerforming = isPerforming
  }
}
