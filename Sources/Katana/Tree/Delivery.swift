/// The delivery of a message.
package struct Delivery {
  /// Whether an updater takes the message; see ``Updater/takes``.
  package internal(set) var isTaken = false
  /// The last positions of children, if the caller keeps them.
  let lastIndices: LastIndices?
  /// Whether the children that the message reaches must be noted, because a model around them listens
  /// or because they will be removed.
  var notesChildren = false
  /// The addresses of these children, relative to the model with which the delivery begins.
  var reached: [[AnyAddress.Step]] = []
  /// The type of their model.
  var target: ObjectIdentifier?
  /// Whether the child is known to be there.
  var isSure = false

  package init(_ lastIndices: LastIndices? = nil) { self.lastIndices = lastIndices }
}
