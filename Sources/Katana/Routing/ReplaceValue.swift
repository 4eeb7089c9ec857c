/// Moves a value out, calls a function that consumes it, and puts the value it returns in its place.
///
/// Swift has no spelling for "take this inout value and give me a new one" that copies nothing, not
/// even in a debug build. The memory is uninitialised while `body` runs; that is safe because the
/// caller has exclusive access through `inout` and `body` cannot throw.
func replaceValue<Value, Result>(
  of value: inout Value, _ body: (consuming Value) -> (Value, Result)
) -> Result {
  withUnsafeMutablePointer(to: &value) { pointer in
    let (newValue, result) = body(pointer.move())
    pointer.initialize(to: newValue)
    return result
  }
}
