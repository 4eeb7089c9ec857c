/// The state of an app, or of a part of it.
///
/// Models are values. Only an ``Updater`` changes one, and only in answer to a ``Message``.
public protocol Model: Sendable {
  /// The messages that may be addressed to the model where it is a child of another one.
  ///
  /// State it once, at the child; then the compiler checks each ``Address``:
  ///
  /// ```swift
  /// struct Row: Model, Identifiable {
  ///   typealias Receives = RowMessage
  ///   var id: Int
  /// }
  /// runtime.dispatch(.toggled, to: App.at.rows[7])
  /// ```
  ///
  /// A child that takes messages of further types: see ``MessageTo``.
  associatedtype Receives: Message = NoMessage<Self>
}
