/// The state of an app, or of a part of it.
///
/// Models are values. Only an ``Updater`` changes a model, and only when it handles a ``Message``.
public protocol Model: Sendable {
  /// The type of the messages that can be addressed to the model if it is a child of another model.
  ///
  /// State it in the type of the child. The compiler then checks each message that is sent to its
  /// ``Address``:
  ///
  /// ```swift
  /// struct Row: Model, Identifiable {
  ///   typealias Receives = RowMessage
  ///   var id: Int
  /// }
  /// runtime.dispatch(.toggled, to: App.at.rows[7])
  /// ```
  ///
  /// For a child that takes messages of further types, see ``MessageTo``.
  ///
  /// The model of an app may state the type too. Then its messages need no type name:
  /// `runtime.dispatch(.started)`.
  associatedtype Receives: Message = MissingTypealiasReceives<Self>
}
