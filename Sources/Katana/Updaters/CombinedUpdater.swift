/// Several updaters as one, each for its part of the model.
///
/// ```swift
/// let appUpdater = CombinedUpdater<AppModel>([
///   .full(NavigationUpdater()),
///   .slice(\.session, AuthenticationUpdater()),
///   .optional(\.sheet, SheetUpdater()),
///   .each(\.rows, RowUpdater()),
/// ])
/// ```
///
/// The parts run in the order given. Each sees the model as the part before left it; the commands
/// come back in the same order. Several parts may share a slice. Combinations nest; the cost of a
/// message does not depend on how deep, nor on how many updaters do not take it.
public struct CombinedUpdater<TypedModel: Model>: Updater {
  /// Which messages reach which part.
  public let routes: UpdateRoutes<TypedModel>

  /// One updater and the part of the model it works on.
  public typealias Part = UpdaterPart<TypedModel>

  /// Combines parts in the order given.
  public init(_ parts: [Part]) {
    var entries: [UpdateEntry] = []
    for part in parts { entries += part.entries }
    self.routes = UpdateRoutes(entries)
  }

  /// Hands the message to every part that takes it.
  public func update(model: inout TypedModel, message: any Message) -> [any Command] {
    routes.handle(model: &model, message: message)
  }
}
