import Katana

/// The smallest app, on which most workloads rest.
struct Counter: Model {
  var value = 0
}

struct Add: Message {
  var amount: Int
}

struct AddUpdater: TypedUpdater {
  func update(model: inout Counter, message: Add) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

/// A message that fills the inline part of an existential.
struct AddThree: Message {
  var first: Int
  var second = 0
  var third = 0
}

struct AddThreeUpdater: TypedUpdater {
  func update(model: inout Counter, message: AddThree) -> [any Command] {
    model.value &+= message.first &+ message.second &+ message.third
    return []
  }
}

/// A message that must be boxed.
struct AddFour: Message {
  var first: Int
  var second = 0
  var third = 0
  var fourth = 0
}

struct AddFourUpdater: TypedUpdater {
  func update(model: inout Counter, message: AddFour) -> [any Command] {
    model.value &+= message.first &+ message.second &+ message.third &+ message.fourth
    return []
  }
}
