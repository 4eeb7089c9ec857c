public import Foundation
public import Katana

/// One todo of the list.
public struct Todo: Model, Equatable, Identifiable {
  /// The messages of a row of the list.
  public typealias Receives = TodoMessage

  /// What makes it this todo.
  public let id: UUID
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var isCompleted: Bool
  /// The text in the field while the user edits the title; `nil` otherwise.
  public var draft: String?

  /// Creates a todo that nobody edits.
  public init(id: UUID, title: String, isCompleted: Bool = false) {
    (self.id, self.title, self.isCompleted) = (id, title, isCompleted)
  }
}

/// The messages of a row of the list.
public enum TodoMessage: Message, Equatable {
  /// The user has clicked the checkbox.
  case checkboxTapped
  /// The user has clicked the button that removes the todo.
  case removeTapped
  /// The user has double-clicked the title.
  case titleDoubleTapped
  /// The user has changed the text in the field.
  case draftChanged(String)
  /// The user has pressed return in the field, or the field has lost the focus.
  case draftEntered
  /// The user has pressed escape in the field.
  case draftCancelled
}

/// Completes, edits and removes one todo.
struct TodoUpdater: TypedUpdater {
  func update(model: inout Todo, message: TodoMessage) -> [any Command] {
    switch message {
    case .checkboxTapped: model.isCompleted.toggle()
    case .removeTapped: return [Dismiss()]
    case .titleDoubleTapped: model.draft = model.title
    case .draftChanged(let text) where model.draft != nil: model.draft = text
    case .draftEntered:
      // A field that is hidden after return or escape loses the focus, and has no draft any more.
      guard let title = model.draft?.trimmed else { return [] }
      model.draft = nil
      if title.isEmpty { return [Dismiss()] }
      model.title = title
    case .draftCancelled: model.draft = nil
    case .draftChanged: break
    }
    return []
  }
}

extension String {
  /// The text without spaces and line ends around it.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
