/// The delivery of a message.
package struct Delivery {
  /// Whether an updater takes the message; see ``Updater/takes``.
  package internal(set) var isTaken = false
  /// The last positions of children, if the caller keeps them.
  let lastIndices: LastIndices?
  /// Whether the child that the message reaches must be noted, because a model around it listens or
  /// because it will be removed.
  var notesChild = false
  /// The address of this child, relative to the model with which the delivery begins; `nil` if it was
  /// not reached.
  var reached: [AnyAddress.Step]?
  /// The type of its model.
  var target: ObjectIdentifier?
  /// Whether the child is known to be there.
  var isSure = false

  package init(_ lastIndices: LastIndices? = nil) { self.lastIndices = lastIndices }
}
