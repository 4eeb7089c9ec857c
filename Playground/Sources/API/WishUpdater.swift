public import Katana
import KatanaEffects

/// Returns the part of a feature that is about one kind of wish: `.slice(\.favorites, wishes(Favorite.self))`.
public func wishes<Kind: Wish>(_ kind: Kind.Type) -> CombinedUpdater<Wishes<Kind>> {
  CombinedUpdater([
    .full(WishUpdater<Kind>()),
    .full(
      TypedFunctionUpdater { (model: inout Wishes<Kind>, _: RequestsCancelled) in
        model.pending = [:]
        return []
      }),
  ])
}

/// Sends one kind of wish to the server, and keeps what is wanted until the answer.
public struct WishUpdater<Kind: Wish>: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Shows a wish at once. Of several wishes about one thing that wait, the last one is sent.
  public func update(model: inout Wishes<Kind>, message: WishMessage<Kind>) -> [any Command] {
    switch message {
    case .wanted(let id, let isOn):
      model.pending[id] = isOn
      let call = APICall(
        method: isOn ? .post : .delete, path: Kind.path(id), query: [:], body: nil,
        session: .required)
      return [
        APICommand<Kind.Answer>(call, in: Kind.key, reply { .answered(id, isOn, $0) })
          .queued(id: WishID<Kind>(id: id), .keepLatest).ofUser
      ]
    case .answered(let id, let isOn, let outcome):
      model.end(id, isOn, hasSucceeded: outcome.error == nil)
      return []
    }
  }
}
