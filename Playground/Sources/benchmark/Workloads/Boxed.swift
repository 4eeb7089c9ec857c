import KatanaRuntime

// What keeps the compiler from leaving work out.

/// A value on the heap, as a runtime has its model, so that the compiler cannot keep it in a register.
final class Boxed<Value> {
  // Unchecked: a dynamic check would make the floor dearer than it is.
  @exclusivity(unchecked) var value: Value
  init(_ value: Value) { self.value = value }
}

/// Something that an observer does, so that it cannot be left out.
final class Sum: @unchecked Sendable {
  // Sendable, because observers are called one at a time.
  @exclusivity(unchecked) private(set) var value = 0
  func add(_ number: Int) { value &+= number }
}

/// Takes commands that nobody expects. The check keeps the compiler from dropping them.
@inline(__always)
func discard(_ commands: [any Command]) {
  if !commands.isEmpty { preconditionFailure("the update returns no commands") }
}

/// Stops a benchmark that does not do what it measures.
@inline(__always)
func require(_ condition: Bool) {
  if !condition { preconditionFailure("the workload does not do what it measures") }
}
