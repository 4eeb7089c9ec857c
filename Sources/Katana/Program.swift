/// A pure app as one value: its first model, its feature, and what it does at the start.
///
/// ```swift
/// let program = Program(model: App(), appFeature, commands: [LoadSession()])
///
/// let runtime = try Runtime(program, interpreters: […])     // in the app
/// let test = AppTest(program)                               // in its tests
/// ```
///
/// A feature module can state a program of its own and test it.
public struct Program<AppModel: Model>: Sendable {
  /// The model at the start.
  public var model: AppModel
  /// What to do at the start, after the first subscriptions have started.
  public var commands: [any Command]
  /// The root feature: it updates the model and declares the subscriptions.
  public let feature: FeatureTree<AppModel>

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - model: The model at the start.
  ///   - feature: The root of the tree: an ``Updater``, a ``SubscriptionProvider``, or a
  ///     combination.
  ///   - others: Further features of the whole model, such as its provider beside its updater.
  ///   - commands: What to do at the start.
  public init(
    model: AppModel, _ feature: some Feature<AppModel>, _ others: any Feature<AppModel>...,
    commands: [any Command] = []
  ) {
    self.model = model
    self.commands = commands
    self.feature =
      others.isEmpty
      ? feature.tree : CombinedUpdater([.full(feature)] + others.map { .full($0) }).tree
  }

  /// The types of commands and subscriptions that the features say they can cause, each once.
  public var effects: [Effect] {
    let all = feature.node.effects
    if all.isEmpty { return [] }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert($0.id).inserted }
  }
}

extension Effect {
  var id: ObjectIdentifier {
    switch self {
    case .command(let type): ObjectIdentifier(type)
    case .subscription(let type): ObjectIdentifier(type)
    }
  }
}
