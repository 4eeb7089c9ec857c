public import Katana

/// Says what is shown of the messages of one feature. Pure.
public protocol Presenter<Shown>: Sendable {
  /// The messages of the feature.
  associatedtype Shown: Message

  /// Returns what is shown of a message; `nil` if nothing is. It depends only on the message.
  func output(for message: Shown) -> Output?
}

/// What a feature brings to a face of lines: what a user can type, and what the user sees.
///
/// ```swift
/// let tagsLines = FeatureLines(instructions: [list], presenter: TagsPresenter())
/// ```
public struct FeatureLines: Sendable {
  /// The instructions, in the order of the help.
  public var instructions: [Instruction]
  /// What is shown of the feature's messages.
  public var presenter: any Presenter

  /// Creates the lines of a feature.
  public init(instructions: [Instruction], presenter: some Presenter) {
    self.instructions = instructions
    self.presenter = presenter
  }
}

extension FeatureLines {
  /// Returns what is shown of a message; `nil` if nothing is, or if it belongs to another feature.
  public func output(for message: any Message) -> Output? { presenter.output(forAny: message) }
}

extension Presenter {
  fileprivate func output(forAny message: any Message) -> Output? {
    (message as? Shown).flatMap(output)
  }
}
