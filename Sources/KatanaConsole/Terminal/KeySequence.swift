/// Decodes the byte sequence of one key or of another event of a terminal.
enum KeySequence {
  enum Meaning {
    case incomplete
    case event(TerminalEvent)
    case pasteBegins
    /// The last bytes, so many, do not continue the sequence before them.
    case broken(last: Int)
  }

  /// The greatest length of a control sequence in bytes. A longer one is reported as unknown.
  private static let longest = 64
  /// The greatest length in bytes of a string with which a terminal answers a query.
  private static let longestString = 4_096

  static func meaning(of bytes: [UInt8]) -> Meaning {
    guard bytes[0] == 0x1B else { return single(bytes[...], []) }
    guard bytes.count > 1 else { return .incomplete }
    switch bytes[1] {
    case UInt8(ascii: "["): return control(bytes)
    case UInt8(ascii: "O"): return application(bytes)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): return string(bytes)
    case 0x1B: return afterTwoEscapes(bytes)
    default: return single(bytes.dropFirst(), .alt)
    }
  }

  /// Returns the meaning of bytes that nothing continues.
  static func meaningAlone(of bytes: [UInt8]) -> TerminalEvent {
    if bytes == [0x1B] { return .key(KeyStroke(.escape)) }
    if bytes == [0x1B, 0x1B] { return .key(KeyStroke(.escape, .alt)) }
    if bytes.count == 2, bytes[0] == 0x1B, bytes[1] < 0x80 {
      return .key(KeyStroke(.character(Character(Unicode.Scalar(bytes[1]))), .alt))
    }
    return .unknown(bytes)
  }

  /// Decodes a sequence with two escapes: some terminals put an escape before the sequence of a key
  /// for Alt.
  private static func afterTwoEscapes(_ bytes: [UInt8]) -> Meaning {
    guard bytes.count > 2 else { return .incomplete }
    guard bytes[2] == UInt8(ascii: "[") || bytes[2] == UInt8(ascii: "O") else {
      return .broken(last: 1)
    }
    switch meaning(of: Array(bytes.dropFirst())) {
    case .event(.key(var press)):
      press.modifiers.insert(.alt)
      return .event(.key(press))
    case .event, .pasteBegins: return .event(.unknown(bytes))
    case let other: return other
    }
  }

  // MARK: Characters

  private static func single(_ bytes: ArraySlice<UInt8>, _ modifiers: KeyModifiers) -> Meaning {
    guard let first = bytes.first else { return .incomplete }
    if first < 0x80 { return .event(.key(ascii(first, modifiers))) }
    let length: Int
    switch first {
    case 0xC2..<0xE0: length = 2
    case 0xE0..<0xF0: length = 3
    case 0xF0..<0xF5: length = 4
    default: return .event(.unknown(modifiers == .alt ? [0x1B, first] : [first]))
    }
    if bytes.count > 1, bytes[bytes.endIndex - 1] & 0xC0 != 0x80 { return .broken(last: 1) }
    if bytes.count < length { return .incomplete }
    guard let character = String(validating: bytes, as: UTF8.self)?.first else {
      return .event(.unknown((modifiers == .alt ? [0x1B] : []) + bytes))
    }
    return .event(.key(KeyStroke(.character(character), modifiers)))
  }

  private static func ascii(_ byte: UInt8, _ modifiers: KeyModifiers) -> KeyStroke {
    switch byte {
    case 0x0A, 0x0D: KeyStroke(.enter, modifiers)
    case 0x09: KeyStroke(.tab, modifiers)
    case 0x08, 0x7F: KeyStroke(.backspace, modifiers)
    case 0x00: KeyStroke(.character(" "), modifiers.union(.control))
    case 0x1B: KeyStroke(.escape, modifiers)
    case 0x01..<0x1B: control(byte + 0x60, modifiers)
    case 0x1C..<0x20: control(byte + 0x40, modifiers)
    default: KeyStroke(.character(Character(Unicode.Scalar(byte))), modifiers)
    }
  }

  private static func control(_ byte: UInt8, _ modifiers: KeyModifiers) -> KeyStroke {
    KeyStroke(.character(Character(Unicode.Scalar(byte))), modifiers.union(.control))
  }

  // MARK: Sequences

  /// Decodes `ESC O` and a letter.
  private static func application(_ bytes: [UInt8]) -> Meaning {
    guard bytes.count > 2 else { return .incomplete }
    guard (0x20..<0x7F).contains(bytes[2]) else { return .broken(last: 1) }
    guard let key = letterKey(bytes[2]) else { return .event(.unknown(bytes)) }
    return .event(.key(KeyStroke(key)))
  }

  /// Decodes a string with which the terminal answers a query. It ends with BEL or `ESC \`.
  ///
  /// Alt with `]`, `P` or `_` sends the same beginning, so what no answer contains breaks it.
  private static func string(_ bytes: [UInt8]) -> Meaning {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    if bytes.count == 3 {
      return begins(answer: bytes[1], with: last) ? .incomplete : .broken(last: 1)
    }
    if bytes[bytes.count - 2] == 0x1B {
      return last == UInt8(ascii: "\\") ? .event(.unknown(bytes)) : .broken(last: 2)
    }
    if last == 0x07 || bytes.count >= longestString { return .event(.unknown(bytes)) }
    return last < 0x20 && last != 0x1B ? .broken(last: 1) : .incomplete
  }

  /// Whether an answer that is an OSC, a DCS or an APC may begin with a byte.
  private static func begins(answer kind: UInt8, with byte: UInt8) -> Bool {
    switch kind {
    case UInt8(ascii: "]"): "0123456789".utf8.contains(byte)
    case UInt8(ascii: "P"): "0123456789!$+=>".utf8.contains(byte)
    default: byte == UInt8(ascii: "G")
    }
  }

  /// Decodes `ESC [`, parameters, and a final byte.
  private static func control(_ bytes: [UInt8]) -> Meaning {
    guard bytes.count > 2, let last = bytes.last else { return .incomplete }
    if bytes.count == 3 && last == UInt8(ascii: "[") { return .incomplete }
    // The Linux console sends `ESC [ [ A` for F1.
    if bytes.count == 4, bytes[2] == UInt8(ascii: "[") {
      guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(last) else {
        return .event(.unknown(bytes))
      }
      return .event(.key(KeyStroke(.function(Int(last - UInt8(ascii: "A")) + 1))))
    }
    if bytes[2] == UInt8(ascii: "M") { return oldMouse(bytes) }
    switch last {
    case 0x20..<0x40: return bytes.count < longest ? .incomplete : .event(.unknown(bytes))
    case 0x40..<0x7F: break
    default: return .broken(last: 1)
    }
    let parameters = String(decoding: bytes.dropFirst(2).dropLast(), as: UTF8.self)
    if parameters == "200" && last == UInt8(ascii: "~") { return .pasteBegins }
    return .event(event(parameters, last) ?? .unknown(bytes))
  }

  private static func event(_ parameters: String, _ last: UInt8) -> TerminalEvent? {
    if parameters.hasPrefix("<") { return mouse(parameters.dropFirst(), last) }
    let texts = parameters.split(separator: ";", omittingEmptySubsequences: false)
    if last == UInt8(ascii: "u"), let event = keyCode(texts) { return event }
    // A missing number is 1. A parameter that is more than a number, such as `1:3`, is unknown.
    let numbers = texts.map { $0.isEmpty ? 1 : Int($0) }
    guard !numbers.contains(nil) else { return nil }
    let values = numbers.compactMap { $0 }
    switch (last, values.count) {
    case (UInt8(ascii: "I"), 0...1) where parameters.isEmpty: return .focus(true)
    case (UInt8(ascii: "O"), 0...1) where parameters.isEmpty: return .focus(false)
    case (UInt8(ascii: "Z"), 0...1): return .key(KeyStroke(.tab, .shift))
    case (UInt8(ascii: "~"), 3) where values[0] == 27:
      return code(values[2]).flatMap { press($0, values[1]) }
    case (UInt8(ascii: "~"), 1...2):
      return numberKey(values[0]).flatMap { press($0, values.count > 1 ? values[1] : 1) }
    case (_, 0...2):
      return letterKey(last).flatMap { press($0, values.count > 1 ? values[1] : 1) }
    default: return nil
    }
  }

  private static func press(_ key: TerminalKey, _ modifiers: Int) -> TerminalEvent? {
    self.modifiers(modifiers).map { .key(KeyStroke(key, $0)) }
  }

  /// The locks of capitals and numbers have made another key already, and say nothing more. Two bits name
  /// keys that no keyboard of today has.
  private static func modifiers(_ number: Int) -> KeyModifiers? {
    guard (1...256).contains(number), case let bits = UInt8(number - 1) & 0x3F, bits < 16 else {
      return nil
    }
    return KeyModifiers(rawValue: bits)
  }

  /// Decodes the code of a key, as `ESC [ code : shifted : base ; modifiers u`: the scalars of the key, of
  /// what Shift makes of it, and of the key that is there on a keyboard of the United States.
  private static func keyCode(_ texts: [Substring]) -> TerminalEvent? {
    guard (1...2).contains(texts.count),
      let modifiers = modifiers(texts.count > 1 ? Int(texts[1]) ?? 0 : 1)
    else { return nil }
    let codes = texts[0].split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard codes.count < 4, let plain = codes.first ?? nil, let key = code(plain) else { return nil }
    let shifted = codes.count > 1 ? codes[1].flatMap(code) : nil
    let base = codes.count > 2 ? codes[2].flatMap(code) : nil
    // Commands are the same keys on every keyboard, as those of one byte are; Ctrl-C is one, with Shift or not.
    if modifiers.contains(.control) {
      if plain == UInt8(ascii: "/") { return .key(KeyStroke(.character("_"), modifiers)) }
      if isLetter(plain) { return .key(KeyStroke(plain > 0x7F ? base ?? key : key, modifiers)) }
    }
    guard let shifted, modifiers.contains(.shift) else { return .key(KeyStroke(key, modifiers)) }
    return .key(KeyStroke(shifted, modifiers.subtracting(.shift)))
  }

  private static func isLetter(_ code: Int) -> Bool {
    Unicode.Scalar(UInt32(clamping: code))?.properties.isAlphabetic == true
  }

  private static func letterKey(_ letter: UInt8) -> TerminalKey? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(letter - UInt8(ascii: "P")) + 1)
    default: nil
    }
  }

  private static func numberKey(_ number: Int) -> TerminalKey? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28...29: .function(number - 13)
    case 31...34: .function(number - 14)
    default: nil
    }
  }

  /// Returns the key for a Unicode scalar. Terminals send its number for combinations that have no
  /// byte.
  private static func code(_ number: Int) -> TerminalKey? {
    switch number {
    case 9: .tab
    case 13: .enter
    case 27: .escape
    case 8, 127: .backspace
    case 57_344..<57_455: namedKey(number)
    case 32...: Unicode.Scalar(UInt32(clamping: number)).map { .character(Character($0)) }
    default: nil
    }
  }

  /// Returns a key to which the protocol gives a number in the private range of Unicode: one of the keypad,
  /// or a function key.
  private static func namedKey(_ number: Int) -> TerminalKey? {
    switch number {
    case 57_376...57_398: .function(number - 57_363)
    case 57_399...57_408: .character(Character("\(number - 57_399)"))
    case 57_409...57_413:
      .character([".", "/", "*", "-", "+"][number - 57_409])
    case 57_414: .enter
    case 57_415: .character("=")
    case 57_416: .character(",")
    case 57_417...57_426:
      [
        TerminalKey.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .insert, .delete,
      ][number - 57_417]
    default: nil
    }
  }

  /// Decodes `ESC [ M` and three bytes: the button, the column and the row, each plus 32. Terminals
  /// without mode 1006 report the mouse so.
  private static func oldMouse(_ bytes: [UInt8]) -> Meaning {
    if bytes.count > 3, bytes.last == 0x1B { return .broken(last: 1) }
    guard bytes.count == 6 else { return .incomplete }
    let values = bytes[3...].map { Int($0) - 32 }
    let isReleased = values[0] & 0x63 == MouseEvent.unknownButton
    let event = mouse(values[0], column: values[1], row: values[2], isPressed: !isReleased)
    return .event(event ?? .unknown(bytes))
  }

  /// Decodes `ESC [ <`, the button, the column, the row, and `M` for pressed or `m` for released.
  private static func mouse(_ parameters: Substring, _ last: UInt8) -> TerminalEvent? {
    let values = parameters.split(separator: ";").compactMap { Int($0) }
    let isPressed = last == UInt8(ascii: "M")
    guard values.count == 3, isPressed || last == UInt8(ascii: "m") else { return nil }
    return mouse(values[0], column: values[1], row: values[2], isPressed: isPressed)
  }

  private static func mouse(
    _ what: Int, column: Int, row: Int, isPressed: Bool
  ) -> TerminalEvent? {
    guard column > 0, row > 0, (0..<128).contains(what) else { return nil }
    let button = what & 3
    let action: MouseEvent.Action
    switch (what & 0x40 != 0, what & 0x20 != 0, button) {
    case (true, _, 0): action = .scrolledUp
    case (true, _, 1): action = .scrolledDown
    case (true, _, _): return nil
    case (false, true, 3): action = .moved(button: nil)
    case (false, true, _): action = .moved(button: button)
    case (false, false, _):
      action = isPressed ? .pressed(button: button) : .released(button: button)
    }
    return .mouse(
      MouseEvent(
        action, column: column - 1, row: row - 1,
        modifiers: KeyModifiers(rawValue: UInt8(what >> 2) & 7)))
  }
}

extension MouseEvent {
  /// The button of a report that does not name it: terminals without mode 1006 send it for the
  /// release of any button.
  static let unknownButton = 3
}
