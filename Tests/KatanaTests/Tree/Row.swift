import Katana

/// An element that counts its messages, and loads something when it gets one.
struct Row: Model, Identifiable, Equatable {
  typealias Receives = RowMessage
  var id: Int
  var taps = 0

  static let updater = TypedFunctionUpdater { (model: inout Row, message: RowMessage) in
    model.taps += 1
    return message == .loaded ? [] : [Load(id: model.id)]
  }

  static let watching = FunctionSubscriptionProvider<Row> { [Watch(id: $0.id)] }
}

enum RowMessage: Message, Equatable { case tapped, loaded, deleteTapped }

struct Load: Command, Equatable { var id: Int }

struct Watch: Subscription { var id: Int }
