/// A model together with its earlier and later states; see ``Feature/undoable(limit:recording:)``.
public struct Undoable<Present: Model>: Model {
  /// The messages that undo and redo.
  public typealias Receives = UndoMessage

  /// The current state.
  public var present: Present
  /// The states before each recorded message. The oldest comes first.
  public var past: [Present] = []
  /// The states that were undone. The one to redo next comes last.
  public var future: [Present] = []

  /// Creates a model without earlier or later states.
  public init(_ present: Present) { self.present = present }

  /// Whether there is a state to go back to.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is a state to go forward to.
  public var canRedo: Bool { !future.isEmpty }
}

extension Undoable: Equatable where Present: Equatable {}

/// The messages that an ``Undoable`` model receives.
public enum UndoMessage: Message, Hashable, Codable {
  /// Restores the state before the last recorded message. Without such a state, nothing changes.
  case undo
  /// Restores the state before the last undo. Without such a state, nothing changes.
  case redo
}

extension Feature {
  /// Returns the feature for a model that keeps its earlier states, so that it can undo and redo.
  ///
  /// ```swift
  /// struct App: Model { var document = Undoable(Document()) }
  ///
  /// .slice(\.document, documentFeature.undoable(limit: 100) { $0 is EditMessage })
  /// runtime.dispatch(.undo, to: App.at.document)
  /// runtime.dispatch(.toggled, to: App.at.document.present.rows[7])
  /// ```
  ///
  /// The address of the original feature's model is `present`, as in the last line.
  ///
  /// A recorded message makes a step that can be undone, and clears the states to redo. A message
  /// that is not recorded, such as the answer of a command, changes `present` without making a
  /// step. An undo to an earlier state undoes that change too. Undoing changes the model only: it
  /// neither cancels nor reverses a command.
  ///
  /// - Important: Children receive no message of an undo, so no listener to a child is called. A parent
  ///   that must follow it listens to the undo: `.listen(to: App.at.document, UndoMessage.self)`.
  ///
  /// - Parameters:
  ///   - limit: The number of earlier states that are kept, at least one. Beyond it, the oldest is
  ///     dropped.
  ///   - recording: Returns whether a message is recorded. It receives the message without an
  ///     address. A recorded message makes a step even if it changes nothing.
  /// - Complexity: The old state is kept for each recorded message. So the first change of an array
  ///   in the model copies that array. When `limit` states are kept, each recorded message also
  ///   moves them all in memory.
  public func undoable(
    limit: Int = 100, recording: @escaping @Sendable (any Message) -> Bool
  ) -> CombinedUpdater<Undoable<TypedModel>> {
    let recorded = CombinedUpdater<Undoable<TypedModel>>([.slice(\.present, self)])
      .modified { model, incoming, next in
        guard !(incoming.message is UndoMessage), recording(incoming.message) else {
          return next(&model)
        }
        model.past.append(model.present)
        if model.past.count > max(1, limit) { model.past.removeFirst() }
        model.future = []
        return next(&model)
      }
    return CombinedUpdater([.full(UndoUpdater()), .full(recorded)])
  }
}

private struct UndoUpdater<Present: Model>: TypedUpdater {
  func update(model: inout Undoable<Present>, message: UndoMessage) -> [any Command] {
    switch message {
    case .undo:
      guard let state = model.past.popLast() else { return [] }
      model.future.append(model.present)
      model.present = state
    case .redo:
      guard let state = model.future.popLast() else { return [] }
      model.past.append(model.present)
      model.present = state
    }
    return []
  }
}
