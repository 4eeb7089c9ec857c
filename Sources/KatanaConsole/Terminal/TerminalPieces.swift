/// A piece of a text that is written to a terminal.
package enum TerminalPiece: Hashable, Sendable {
  /// Characters that are shown.
  case text(Substring)
  /// A control character that begins no escape sequence, such as a line feed, or a separator of
  /// lines.
  case control(Unicode.Scalar)
  /// A control sequence: its parameters, such as `1;31`, and its final character, such as `m`.
  case sequence(parameters: String, final: Unicode.Scalar)
  /// An escape sequence at the end of the text, which lacks its own end.
  case incomplete(Substring)
}

/// Divides a text into what a terminal shows and what controls it, by the grammar of ECMA-48.
///
/// It knows the forms that begin with an escape, and those of 8 bits: `U+009B` is the same as
/// `ESC [`. Strings (OSC, DCS, SOS, PM and APC) and escape sequences that are no control sequences
/// are left out with all that they contain. A sequence that breaks off is left out up to the
/// character that does not continue it, as in a terminal.
package struct TerminalPieces: Sequence, IteratorProtocol {
  private var rest: Substring.UnicodeScalarView

  package init(_ text: String) { rest = text[...].unicodeScalars }

  package mutating func next() -> TerminalPiece? {
    while let first = rest.first {
      guard first.isControl else {
        let end = rest.firstIndex(where: \.isControl) ?? rest.endIndex
        defer { rest = rest[end...] }
        return .text(Substring(rest[..<end]))
      }
      let start = rest
      rest.removeFirst()
      switch takeRest(from: first) {
      case .nothing: continue
      case .piece(let piece): return piece
      case .end:
        rest = start[start.endIndex...]
        return .incomplete(Substring(start))
      }
    }
    return nil
  }

  private enum Outcome {
    case nothing
    case piece(TerminalPiece)
    /// The text ended within a sequence.
    case end
  }

  /// Takes the characters that belong to a control character.
  private mutating func takeRest(from first: Unicode.Scalar) -> Outcome {
    switch first.value {
    case 0x1B: takeEscape()
    case 0x80...0x9F where first != "\u{85}": takeFunction(first.value)
    default: .piece(.control(first))
    }
  }

  private mutating func takeEscape() -> Outcome {
    guard let first = rest.first else { return .end }
    if (0x40...0x5F).contains(first.value) {
      rest.removeFirst()
      return takeFunction(first.value + 0x40)
    }
    // Intermediate characters and a final one, such as `ESC ( B`.
    rest = rest.drop { (0x20...0x2F).contains($0.value) }
    guard let final = rest.first else { return .end }
    if (0x30...0x7E).contains(final.value) { rest.removeFirst() }
    return .nothing
  }

  /// Takes what follows the control function of a code of 8 bits.
  private mutating func takeFunction(_ code: UInt32) -> Outcome {
    switch code {
    case 0x9B: takeControlSequence()
    case 0x9D: takeString(endsWithBell: true)
    case 0x90, 0x98, 0x9E, 0x9F: takeString(endsWithBell: false)
    default: .nothing
    }
  }

  private mutating func takeControlSequence() -> Outcome {
    var parameters = ""
    while let scalar = rest.first {
      switch scalar.value {
      case 0x20...0x3F: parameters.unicodeScalars.append(scalar)
      case 0x40...0x7E:
        rest.removeFirst()
        return .piece(.sequence(parameters: parameters, final: scalar))
      case 0x18, 0x1A:
        rest.removeFirst()
        return .nothing
      case 0x1B, 0x80...: return .nothing
      default: break  // A terminal performs other control characters, and goes on.
      }
      rest.removeFirst()
    }
    return .end
  }

  private mutating func takeString(endsWithBell: Bool) -> Outcome {
    while let scalar = rest.first {
      if scalar == "\u{1B}" {
        guard let next = rest.dropFirst().first else { return .end }
        // Another escape sequence ends the string, and is not part of it.
        if next == "\\" { rest.removeFirst(2) }
        return .nothing
      }
      rest.removeFirst()
      switch scalar {
      case "\u{9C}", "\u{18}", "\u{1A}": return .nothing
      case "\u{7}" where endsWithBell: return .nothing
      default: break
      }
    }
    return .end
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character, of 7 or 8 bits, or a separator of lines.
  fileprivate var isControl: Bool {
    value < 0x20 || (0x7F..<0xA0).contains(value) || (0x2028...0x2029).contains(value)
  }
}
