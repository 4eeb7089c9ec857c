/// A model with its earlier and later states; see ``Feature/undoable(limit:recording:)``.
public struct Undoable<Present: Model>: Model {
  /// Undoes and redoes.
  public typealias Receives = UndoMessage

  /// The current state.
  public var present: Present
  /// The states before, the oldest first.
  public var past: [Present] = []
  /// The states that were undone, the one to redo next last.
  public var future: [Present] = []

  /// Creates a model without a past.
  public init(_ present: Present) { self.present = present }

  /// Whether there is something to undo.
  public var canUndo: Bool { !past.isEmpty }
  /// Whether there is something to redo.
  public var canRedo: Bool { !future.isEmpty }
}

extension Undoable: Equatable where Present: Equatable {}

/// What an ``Undoable`` model takes.
public enum UndoMessage: Message, Hashable, Codable {
  /// Goes back to the state before the last recorded message.
  case undo
  /// Goes forward again.
  case redo
}

extension Feature {
  /// Returns the feature for a model that remembers its earlier states.
  ///
  /// ```swift
  /// struct App: Model { var document = Undoable(Document()) }
  ///
  /// .slice(\.document, documentFeature.undoable(limit: 100) { $0 is EditMessage })
  /// runtime.dispatch(.undo, to: App.at.document)
  /// runtime.dispatch(.toggled, to: App.at.document.present.rows[7])
  /// ```
  ///
  /// Undoing changes the model only: no command is taken back. The answers of commands change the
  /// present and are not steps of their own, unless `recording` accepts them.
  ///
  /// - Parameters:
  ///   - limit: How many states are kept; the oldest is dropped.
  ///   - recording: Whether a message makes a new state that can be undone; one that changes
  ///     nothing for the children that it is sent to does so too.
  /// - Complexity: A recorded message keeps the old state, so the first change of an array in it
  ///   copies that array.
  public func undoable(
    limit: Int = 100, recording: @escaping @Sendable (any Message) -> Bool
  ) -> CombinedUpdater<Undoable<TypedModel>> {
    let recorded = CombinedUpdater<Undoable<TypedModel>>([.slice(\.present, self)])
      .modified { model, incoming, next in
        guard recording(incoming.message) else { return next(&model) }
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
