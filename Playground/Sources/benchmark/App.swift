import Katana
import KatanaRuntime

struct Counter: Model { var value = 0 }

struct Add: Message { var amount: Int }

struct AddUpdater: TypedUpdater {
  func update(model: inout Counter, message: Add) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

/// A message of one of many types.
struct Slot<Tag>: Message { var amount: Int }

struct SlotUpdater<Tag>: TypedUpdater {
  func update(model: inout Counter, message: Slot<Tag>) -> [any Command] {
    model.value &+= message.amount
    return []
  }
}

struct Wide: Model {
  var first = Counter()
  var second = Counter()
}

enum Next<Tag> {}

/// Parts for a number of slices, each with a message type of its own, and one message of each type.
func addParts<Tag>(
  _ tag: Tag.Type, _ count: Int, to parts: inout [CombinedUpdater<Wide>.Part],
  _ messages: inout [any Message]
) {
  parts.append(.slice(\.second, SlotUpdater<Tag>()))
  messages.append(Slot<Tag>(amount: 1))
  if count > 1 { addParts(Next<Tag>.self, count - 1, to: &parts, &messages) }
}

struct Ask: Message {}
struct Go: Command {}

struct AskUpdater: TypedUpdater {
  func update(model: inout Counter, message: Ask) -> [any Command] { [Go()] }
}

struct GoInterpreter: CommandInterpreter {
  func interpret(_ command: Go, dispatch: Dispatcher) { dispatch(Add(amount: 1)) }
}

/// The floor: what an update costs without any framework.
@inline(never)
func updateDirectly(_ model: inout Counter, _ message: Add) -> [any Command] {
  AddUpdater().update(model: &model, message: message)
}
