/// A value or key in a text of JSON, with its place among the others.
struct Token {
  enum Kind: UInt8 { case null, yes, no, integer, number, text, key, array, object }

  let kind: Kind
  /// Whether a text has escapes.
  var hasEscapes = false
  /// Whether a text has bytes that are not ASCII.
  var hasUnicode = false
  /// The bytes; of a text, those between the quotes.
  let start: UInt32
  var end: UInt32
  /// The token after this value; of a key, its value.
  var next: UInt32
  /// The number of elements or entries.
  var count: UInt32 = 0
  /// The array or object that holds this one.
  let parent: UInt32
  /// The index in an array.
  let position: UInt32
  /// Of an object: the key that is probably asked for next.
  var hint: UInt32 = 0

  var range: Range<Int> { Int(start)..<Int(end) }
}
