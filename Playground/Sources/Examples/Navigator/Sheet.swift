import Katana

/// A notice that dismisses itself.
struct Sheet: Model, Equatable, Identifiable {
  typealias Receives = SheetMessage

  let id: Int
  var text: String
}

/// The messages of the sheet.
enum SheetMessage: Message, Equatable {
  case shown
  case closeTapped
}

/// Dismisses the sheet when the user closes it, or three seconds after it appeared.
struct SheetUpdater: TypedUpdater {
  func update(model: inout Sheet, message: SheetMessage) -> [any Command] {
    switch message {
    case .shown: [Dismiss().delayed(by: .seconds(3))]
    case .closeTapped: [Dismiss()]
    }
  }
}
