import Katana

/// A notice that goes away.
struct Sheet: Model, Equatable, Identifiable {
  typealias Receives = SheetMessage

  let id: Int
  var text: String
}

/// What happens in the sheet.
enum SheetMessage: Message, Equatable {
  case shown
  case closeTapped
}

/// Dismisses the sheet when it is closed, or three seconds after it was shown.
struct SheetUpdater: TypedUpdater {
  func update(model: inout Sheet, message: SheetMessage) -> [any Command] {
    switch message {
    case .shown: [Dismiss().delayed(by: .seconds(3))]
    case .closeTapped: [Dismiss()]
    }
  }
}
