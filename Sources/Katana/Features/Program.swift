/// The pure description of an app: its first model, its features, and its first commands.
///
/// The runtime of the app and its tests use one program:
///
/// ```swift
/// let program = Program(model: App(), appFeature, commands: [LoadSession()])
///
/// let runtime = try Runtime(program, interpreters: […])     // in the app
/// let test = AppTest(program)                               // in its tests
/// ```
///
/// A module with a single feature can have a program of its own, and test it.
public struct Program<AppModel: Model>: Sendable {
  /// The first model.
  public var model: AppModel
  /// The first commands. The runtime starts them in this order, after the first subscriptions.
  public var commands: [any Command]
  /// The root of the tree of features, which updates the model and declares the subscriptions.
  public let feature: FeatureTree<AppModel>
  /// The types of commands and subscriptions that the features state, without duplicates; see
  /// ``Feature/effects``.
  public let effects: [any Effect.Type]
  /// The parts that cannot be told apart; see ``Router/indistinct``.
  package let indistinct: [(model: String, child: String)]
  /// The router that all runtimes of this program use.
  package let router: Router

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - model: The first model.
  ///   - feature: The root of the tree: an ``Updater``, a ``SubscriptionProvider``, or a
  ///     combination.
  ///   - others: Further features of the whole model, such as a subscription provider beside an
  ///     updater. They run in the order given.
  ///   - commands: The first commands, which start after the first subscriptions.
  public init(
    model: AppModel, _ feature: some Feature<AppModel>, _ others: any Feature<AppModel>...,
    commands: [any Command] = []
  ) {
    self.model = model
    self.commands = commands
    let tree =
      others.isEmpty
      ? feature.tree : CombinedUpdater([.full(feature)] + others.map { .full($0) }).tree
    // With a router that is kept, for the tools that update a model with this feature.
    self.feature = FeatureTree(node: tree.node.resolved.preparing)
    effects = self.feature.effects
    let node = self.feature.node
    router =
      node.router.providers.isEmpty
      ? node.router : Router(node.entries, model: node.model, isOfApp: true)
    indistinct = router.indistinct
  }
}

extension Program {
  /// The types of messages that the features state to take, each once.
  package var messageTypes: [any Message.Type] {
    var seen: Set<ObjectIdentifier> = []
    return feature.node.all.flatMap(\.entries).flatMap { entry -> [any Message.Type] in
      guard case .updater(let kind, let stated, _) = entry else { return [] }
      return kind.map { [$0] } ?? stated.types
    }.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
