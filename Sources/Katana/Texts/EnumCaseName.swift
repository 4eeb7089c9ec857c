/// The name of an enum's case, without looking at its payload; `nil` for values of other kinds.
///
/// Logs and cause chains name messages by type and case only, because a payload may be secret. The
/// value's own description could show the payload, and a mirror builds it. The Swift runtime's
/// `swift_EnumCaseName`, which the standard library itself uses to print enums, reads a static name
/// by the case's tag: no allocation, no user code.
package func enumCaseName(of value: Any) -> String? {
  func open<Value>(_ value: Value) -> String? {
    typeAndCaseName(of: value).caseName.map { String(cString: $0) }
  }
  return _openExistential(value, do: open)
}

/// The type of a value, and the name of its case as the C string in the program's image that it is;
/// costs no allocation.
package func typeAndCaseName<Value>(
  of value: Value
) -> (type: any Any.Type, caseName: UnsafePointer<CChar>?) {
  // Only an object may have another type than the one that the compiler knows, and looking for it
  // takes more than the rest.
  Value.self is AnyObject.Type ? (type(of: value), nil) : (Value.self, swiftEnumCaseName(value))
}

@_silgen_name("swift_EnumCaseName")
private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
