extension [UInt8] {
  mutating func appendNull() { appendText("null") }

  mutating func append(_ value: Bool) { appendText(value ? "true" : "false") }

  /// Appends the bytes of a text that needs no escapes.
  @inline(__always)
  mutating func appendText(_ text: String) { append(contentsOf: text.utf8) }

  /// Appends an integer of any width.
  @inline(__always)
  mutating func appendInteger<Integer: FixedWidthInteger>(_ value: Integer) {
    if value < 0 { append(ASCII.minus) }
    let magnitude = value.magnitude
    if Integer.bitWidth <= 64 || magnitude.leadingZeroBitCount >= Integer.bitWidth - 64 {
      appendDigits(UInt64(truncatingIfNeeded: magnitude))
    } else {
      appendText(magnitude.description)
    }
  }

  private mutating func appendDigits(_ value: UInt64) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var rest = value
      var start = 20
      repeat {
        start -= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        digits[start] = ASCII.zero + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      append(contentsOf: UnsafeMutableBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends a floating-point number: the fewest digits that identify it. Infinities and `NaN`,
  /// which JSON does not have, become a string.
  mutating func append(_ value: some RecordedFloat) {
    if value.isFinite { appendText(value.description) } else { appendQuoted(value.nonFiniteText) }
  }

  /// Appends a number as hexadecimal digits of a fixed count.
  mutating func appendHex(_ value: UInt64, digits: Int) {
    for position in (0..<digits).reversed() {
      append(JSONText.digits[Int(value >> UInt64(position * 4) & 0xF)])
    }
  }
}
