/// A feature that a closure returns when it is needed.
///
/// Use it for models that contain models of their own type, such as comments below comments:
///
/// ```swift
/// enum Comments {
///   static let feature: CombinedUpdater<Comment> = CommentUpdater().with(
///     .each(\.replies, LazyFeature { feature }))
/// }
/// ```
///
/// Without `LazyFeature`, the constant would need its own value while it is created.
///
/// - Important: Return a constant, as in the example. Each message calls the closure once for each
///   level of its address. Creating a ``Program`` calls the closure too, so it must not use that
///   program.
/// - Precondition: The part that holds it may be absent: `.each`, `.optional`, `.case`, or the
///   `.slice` of a ``ClosurePart``. Any other slice is always there, and so is the model of `.full`:
///   the recursion would never end. The program stops with a message in that case.
public struct LazyFeature<TypedModel: Model>: Feature {
  private let node: FeatureNode

  /// Creates a feature from a closure that returns it.
  ///
  /// - Parameters:
  ///   - fileID: The source location, which identifies the recursive feature. Leave the default.
  ///   - line: The line of the source location. Leave the default.
  ///   - column: The column of the source location. Leave the default.
  ///   - feature: Returns the feature, as a constant.
  public init(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ feature: @escaping @Sendable () -> some Feature<TypedModel>
  ) {
    node = FeatureNode(
      lazy: { feature().tree.node }, site: "\(fileID):\(line):\(column)", model: TypedModel.self)
  }

  /// The tree of the feature that the closure returns.
  public var tree: FeatureTree<TypedModel> { FeatureTree(node: node) }

  /// The effects of the feature that the closure returns.
  public var effects: [any Effect.Type] { tree.effects }
}
