/// Returns the recorded name of a type as source code in its file writes it.
func sourceName(_ recorded: String) -> String { recorded.replacing("(private).", with: "") }

/// Returns the name of a type as source code writes it, without its module: `App.Row`,
/// `Array<App.Row>`. `nil` for a type that cannot be named elsewhere: a private or local one.
func swiftName(of type: Any.Type) -> String? {
  let full = String(reflecting: type)
  if full.contains("(unknown context") { return nil }
  var result = ""
  var path: [Substring] = []
  var word = full.startIndex
  var isQuoted = false
  func flush(_ end: String.Index) {
    path.append(full[word..<end])
    result += path.count > 1 ? path.dropFirst().joined(separator: ".") : path.joined()
    path = []
  }
  for index in full.indices {
    switch full[index] {
    case "`": isQuoted.toggle()
    case _ where isQuoted: break
    case ".":
      path.append(full[word..<index])
      word = full.index(after: index)
    case "<", ">", ",", " ", "(", ")", "[", "]", "?", ":":
      flush(index)
      result.append(full[index])
      word = full.index(after: index)
    default: break
    }
  }
  flush(full.endIndex)
  return String(result.map { $0 == rawSpace ? " " : $0 })
}

/// Returns a name as source code writes it, in backticks if it needs them: `count`, `` `default` ``,
/// `` `first name` ``. `nil` for a text that cannot be a name: the labels of a custom mirror may be
/// any texts.
func swiftIdentifier(_ name: some StringProtocol, isLabel: Bool = false) -> String? {
  let isQuoted = name.count > 2 && name.first == "`" && name.last == "`"
  let content = isQuoted ? String(name.dropFirst().dropLast()) : String(name)
  if isWord(content) {
    let keywords = isLabel ? labelKeywords : keywords
    return keywords.contains(content) ? "`\(content)`" : content
  }
  let isRaw = content.unicodeScalars.allSatisfy {
    $0 != "`" && $0 != "\\" && ($0 == rawSpace.unicodeScalars.first || SwiftLiteral.isPlain($0))
  }
  guard isQuoted, isRaw else { return nil }
  return "`" + content.map { $0 == rawSpace ? " " : $0 } + "`"
}

/// Returns the properties of a key path as source code writes them: `.path.to`. `nil` if one of them
/// has no name.
func swiftPath(_ properties: String) -> String? {
  var result = ""
  var isQuoted = false
  let words = properties.split(omittingEmptySubsequences: false) {
    if $0 == "`" { isQuoted.toggle() }
    return $0 == "." && !isQuoted
  }
  for word in words.dropFirst() {
    guard let name = swiftIdentifier(word, isLabel: true) else { return nil }
    result += ".\(name)"
  }
  return result
}

/// What the names of the language's metadata have in place of a space.
private let rawSpace: Character = "\u{A0}"

/// Whether a text is a name that needs no backticks, apart from keywords.
private func isWord(_ name: String) -> Bool {
  guard let first = name.unicodeScalars.first else { return false }
  return (first == "_" || first.properties.isXIDStart || isEmoji(first))
    && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue || isEmoji($0) }
}

private func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
  !scalar.isASCII && scalar.properties.isEmoji
}

private let labelKeywords: Set<String> = ["let", "var", "inout"]
private let keywords: Set<String> = [
  "default", "switch", "case", "in", "is", "as", "for", "if", "else", "do", "return", "import",
  "init", "self", "true", "false", "nil", "repeat", "while", "where", "break", "continue",
  "public", "private", "internal", "func", "let", "var", "static", "class", "struct", "enum",
  "guard", "defer", "throw", "throws", "rethrows", "try", "catch", "extension", "protocol",
  "typealias", "associatedtype", "super", "Self", "Any", "operator", "precedencegroup", "subscript",
  "deinit", "fallthrough", "inout", "fileprivate", "open",
]
