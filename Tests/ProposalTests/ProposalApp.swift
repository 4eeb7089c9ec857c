import Foundation
import Katana

// The samples of the proposal speak of one app; its model and messages are here, so that each
// sample can use them under the name it has in the document.

struct AppModel: Model, Equatable {
  typealias Receives = AppMessage

  var isLoading = false
  var a = 0
  var path = Path()
  var todo: Todo?
  var failure: APIFailure?
  var counterActivated = false
}

struct Path: Equatable { var to = To() }
struct To: Equatable { var slice = Slice() }
struct Slice: Model, Equatable { var changes = 0 }

enum AppMessage: Message, Equatable {
  case getTodo(URL)
  case manageGetTodo(Result<Todo, APIFailure>)
  case switchCounter(on: Bool)
  case increaseCounter
}
