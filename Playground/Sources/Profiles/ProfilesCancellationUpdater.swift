public import API
public import Katana

/// Stops waiting for the answers to requests about profiles that were cancelled.
public struct ProfilesCancellationUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Ends what is loading, and what the user wants and the server has not confirmed.
  public func update(model: inout ProfilesModel, message: RequestsCancelled) -> [any Command] {
    for name in model.profiles.keys { model.profiles[name]?.cancel() }
    model.following = Wishes()
    return []
  }
}
