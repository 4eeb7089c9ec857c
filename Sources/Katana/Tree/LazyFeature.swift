/// A feature that is made when it is needed: for models that contain models of their own type, such
/// as comments below comments.
///
/// ```swift
/// enum Comments {
///   static let feature: CombinedUpdater<Comment> = CombinedUpdater([
///     .full(CommentUpdater()),
///     .each(\.replies, LazyFeature { feature }),
///   ])
/// }
/// ```
///
/// Return a constant, as here: the closure is called for each level of an address on the way of
/// each message.
///
/// It stands in a part that may be absent: `.each`, `.optional`, `.case`, or the `.slice` of a
/// ``ClosurePart``. Any other slice is always there, so recursion would never end; that is rejected.
public struct LazyFeature<TypedModel: Model>: Feature {
  private let node: FeatureNode

  /// Creates a feature from a closure that returns it.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ feature: @escaping @Sendable () -> some Feature<TypedModel>
  ) {
    node = FeatureNode(
      lazy: { feature().tree.node }, site: "\(fileID):\(line):\(column)", model: TypedModel.self)
  }

  /// What the closure returns.
  public var tree: FeatureTree<TypedModel> { FeatureTree(node: node) }
}
