/// A value or key in JSON text, with its position among the others.
struct Token {
  enum Kind: UInt8 { case null, yes, no, integer, number, text, key, array, object }

  let kind: Kind
  /// Whether a text has escapes.
  var hasEscapes = false
  /// Whether a text has bytes that are not ASCII.
  var hasUnicode = false
  /// The offset of the first byte; of a text or key, the first byte after the quote.
  let start: UInt32
  /// The offset after the last byte; of a text or key, the offset of the closing quote.
  var end: UInt32
  /// The token after this value; of a key, the token of its value.
  var next: UInt32
  /// The number of elements or entries.
  var count: UInt32 = 0
  /// The token of the array or object that contains this one.
  let parent: UInt32
  /// The index in an array.
  let position: UInt32
  /// Of an object: the token of the key that is probably decoded next.
  var hint: UInt32 = 0

  var range: Range<Int> { Int(start)..<Int(end) }
}
