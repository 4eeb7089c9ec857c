/// The bytes that structure JSON text.
enum ASCII {
  static var quote: UInt8 { 0x22 }
  static var comma: UInt8 { 0x2C }
  static var zero: UInt8 { 0x30 }
  static var nine: UInt8 { 0x39 }
  static var colon: UInt8 { 0x3A }
  static var openBracket: UInt8 { 0x5B }
  static var backslash: UInt8 { 0x5C }
  static var closeBracket: UInt8 { 0x5D }
  static var openBrace: UInt8 { 0x7B }
  static var closeBrace: UInt8 { 0x7D }
  static var newline: UInt8 { 0x0A }
}
