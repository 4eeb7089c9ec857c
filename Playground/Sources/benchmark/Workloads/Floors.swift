import Katana

/// What the work costs without a framework.
enum Floors {
  static var rows: [Row] {
    [
      Row(name: "F0", title: "a direct call of the update") {
        let model = Boxed(Counter())
        return .direct { times in
          for number in 0..<times {
            discard(updateDirectly(&model.value, Add(amount: number)))
          }
        }
      },
      Row(name: "F0b", title: "the call by a table of functions, between two atomic operations") {
        let loop = GatedLoop()
        return .direct { times in
          for number in 0..<times { loop.dispatch(Add(amount: number)) }
        }
      },
      Row(name: "F1b", title: "the call between lock and unlock") {
        let loop = LockedCall()
        return .direct { times in
          for number in 0..<times { loop.dispatch(Add(amount: number)) }
        }
      },
      Row(name: "F1", title: "the call behind a lock and an array as mailbox") {
        let loop = LockedLoop()
        return .direct { times in
          for number in 0..<times { loop.dispatch(Add(amount: number)) }
        }
      },
    ]
  }
}

@inline(never)
func updateDirectly(_ model: inout Counter, _ message: Add) -> [any Command] {
  AddUpdater().update(model: &model, message: message)
}

/// Takes commands that nobody expects. The check keeps the compiler from dropping them.
@inline(__always)
func discard(_ commands: [any Command]) {
  if !commands.isEmpty { preconditionFailure("the update returns no commands") }
}

/// A model on the heap, as a runtime has it, so that the compiler cannot keep it in a register.
final class Boxed<Value> {
  // Unchecked: a dynamic check would make the floor dearer than it is.
  @exclusivity(unchecked) var value: Value
  init(_ value: Value) { self.value = value }
}
