import KatanaConsole

/// Encodes a key as the bytes that a terminal sends for it: the reverse of `TerminalDecoder`.
enum VirtualKey {
  static func bytes(of press: KeyStroke) -> [UInt8] { Array(text(of: press).utf8) }

  private static func text(of press: KeyStroke) -> String {
    let number = press.modifiers.rawValue + 1
    switch press.key {
    case .character(let character): return self.text(of: character, press.modifiers)
    case .enter: return plain("\r", 13, press)
    case .tab: return press.modifiers == .shift ? "\u{1B}[Z" : plain("\t", 9, press)
    case .backspace: return plain("\u{7F}", 127, press)
    // After a single escape character, the decoder would wait for the rest of a sequence.
    case .escape: return "\u{1B}[27;\(number)u"
    case .up: return letter("A", number)
    case .down: return letter("B", number)
    case .right: return letter("C", number)
    case .left: return letter("D", number)
    case .home: return letter("H", number)
    case .end: return letter("F", number)
    case .insert: return tilde(2, number)
    case .delete: return tilde(3, number)
    case .pageUp: return tilde(5, number)
    case .pageDown: return tilde(6, number)
    case .function(let key): return tilde(code(ofFunction: key), number)
    }
  }

  private static func text(of character: Character, _ modifiers: KeyModifiers) -> String {
    switch modifiers {
    case []: return String(character)
    case .alt: return "\u{1B}\(character)"
    default:
      let scalar = character.unicodeScalars.first?.value ?? 0
      return "\u{1B}[\(scalar);\(modifiers.rawValue + 1)u"
    }
  }

  private static func plain(_ text: String, _ code: Int, _ press: KeyStroke) -> String {
    press.modifiers.isEmpty ? text : "\u{1B}[\(code);\(press.modifiers.rawValue + 1)u"
  }

  private static func letter(_ letter: String, _ number: UInt8) -> String {
    number == 1 ? "\u{1B}[\(letter)" : "\u{1B}[1;\(number)\(letter)"
  }

  private static func tilde(_ code: Int, _ number: UInt8) -> String {
    number == 1 ? "\u{1B}[\(code)~" : "\u{1B}[\(code);\(number)~"
  }

  private static func code(ofFunction key: Int) -> Int {
    switch key {
    case ...5: key + 10
    case 6...10: key + 11
    case 11...14: key + 12
    case 15...16: key + 13
    default: key + 14
    }
  }
}
