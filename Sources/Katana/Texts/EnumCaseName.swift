/// Returns the name of an enum's case, without looking at its payload; `nil` for other values.
///
/// Logs and cause chains name messages by type and case only, because a payload may be secret. The
/// description of a value could show the payload, and a mirror builds it.
package func enumCaseName(of value: Any) -> String? {
  typeAndCaseName(of: value).caseName.map { String(cString: $0) }
}

/// Returns the type of a value, and the name of its case as a constant C string of the program.
/// Allocates no memory.
package func typeAndCaseName<Value>(
  of value: Value
) -> (type: any Any.Type, caseName: UnsafePointer<CChar>?) {
  // The dynamic type differs from the static one for objects only. Its look-up is measurable here,
  // so other values skip it.
  Value.self is AnyObject.Type ? (type(of: value), nil) : (Value.self, caseName(of: value))
}

/// Returns the name of a case, as a constant C string of the program.
///
/// The standard library prints enums with `swift_EnumCaseName`. On each call, that function also
/// looks up the type of the payload by its mangled name, which is slow. So this function reads the
/// name from the metadata of the enum. The value witness `getEnumTag` returns the number of the
/// case. The field descriptor of the enum has the names of the cases in the order of these numbers.
///
/// Both are part of the stable ABI: see docs/ABI/TypeMetadata.rst and
/// include/swift/RemoteInspection/Records.h in the Swift repository. Tests compare the result with
/// that of `swift_EnumCaseName`.
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>? {
  #if _ptrauth(_arm64e)
    // On arm64e, the pointers in the metadata are signed.
    return swiftEnumCaseName(value)
  #else
    let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    // The kinds of metadata: 0x201 is an enum, and 0x202 an optional, which is an enum too. 0x303
    // is a protocol, because generic code converts an `any Message` to `Any` without opening it.
    let kind = metadata.load(as: UInt.self)
    if kind == 0x303 { return swiftEnumCaseName(value) }
    guard kind == 0x201 || kind == 0x202 else { return nil }
    let word = MemoryLayout<UnsafeRawPointer>.size
    let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    guard let fields = descriptor.relative(at: 16) else { return swiftEnumCaseName(value) }
    let count = fields.load(fromByteOffset: 12, as: UInt32.self)
    let tag = withUnsafePointer(to: value) { enumTag(UnsafeRawPointer($0), metadata) }
    guard tag < count else { return swiftEnumCaseName(value) }
    let size = fields.load(fromByteOffset: 10, as: UInt16.self)
    let name = (fields + 16 + Int(tag) * Int(size)).relative(at: 8)
    return name?.assumingMemoryBound(to: CChar.self)
  #endif
}

/// Calls the value witness that returns the number of an enum's case.
private func enumTag(_ value: UnsafeRawPointer, _ metadata: UnsafeRawPointer) -> UInt32 {
  typealias GetEnumTag =
    @convention(c) (_ value: UnsafeRawPointer, _ metadata: UnsafeRawPointer) -> UInt32
  let word = MemoryLayout<UnsafeRawPointer>.size
  let witnesses = (metadata - word).load(as: UnsafeRawPointer.self)
  // The offset after eight functions, the size, the stride, and two numbers of 32 bits.
  let offset = 10 * word + 8
  return unsafeBitCast(
    witnesses.load(fromByteOffset: offset, as: UnsafeRawPointer.self), to: GetEnumTag.self)(
      value, metadata)
}

extension UnsafeRawPointer {
  /// Returns the address that the relative pointer at an offset refers to, or `nil` if the pointer
  /// is zero.
  fileprivate func relative(at offset: Int) -> UnsafeRawPointer? {
    let distance = load(fromByteOffset: offset, as: Int32.self)
    return distance == 0 ? nil : self + offset + Int(distance)
  }
}

@_silgen_name("swift_EnumCaseName")
package func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
