import Katana

/// A row that the user can open.
struct Row: Model, Equatable, Identifiable {
  typealias Receives = RowMessage

  let id: Int
  var title: String
  var isOpen = false
  var details: String?
}

/// The messages of a row.
enum RowMessage: Message, Equatable {
  case toggled
  case detailsLoaded(String)
  case removeTapped
}

/// Loads the details of a row.
struct LoadDetails: Command, Equatable {
  var row: Int
  var reply = Reply(RowMessage.detailsLoaded)
}

/// Loads the details when the row is opened for the first time, and cancels the load when it
/// closes.
struct RowUpdater: TypedUpdater {
  enum ID { case details }

  var effects: [any Effect.Type] { [LoadDetails.self] }

  func update(model: inout Row, message: RowMessage) -> [any Command] {
    switch message {
    case .toggled:
      model.isOpen.toggle()
      if !model.isOpen { return [Cancel(id: ID.details)] }
      return model.details == nil
        ? [LoadDetails(row: model.id).cancellable(id: ID.details)] : []
    case .detailsLoaded(let details):
      model.details = details
      return []
    case .removeTapped: return [Dismiss()]
    }
  }
}
