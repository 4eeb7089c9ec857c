/// Reads a formula: a sum consists of products, and a product of factors.
struct FormulaParser {
  /// A formula is computed by recursion, so a longer one could exhaust the stack.
  static let longest = 250

  private let text: [Character]
  private var index = 1

  private init(_ text: String) { self.text = Array(text) }

  /// Reads a text that begins with `=`.
  static func formula(_ text: String) throws(CellError) -> Formula {
    var parser = FormulaParser(text)
    guard parser.text.count <= longest else {
      throw .syntax(place: longest + 1, expected: "end of the formula")
    }
    let formula = try parser.sum()
    guard parser.next == nil else { throw parser.expected("operator") }
    return formula
  }

  private mutating func sum() throws(CellError) -> Formula {
    var sum = try product()
    while let operation = take(["+": .add, "-": .subtract, "−": .subtract]) {
      sum = .operation(operation, sum, try product())
    }
    return sum
  }

  private mutating func product() throws(CellError) -> Formula {
    var product = try factor()
    while let operation = take(["*": .multiply, "×": .multiply, "/": .divide, "÷": .divide]) {
      product = .operation(operation, product, try factor())
    }
    return product
  }

  private mutating func factor() throws(CellError) -> Formula {
    if take("-", "−") { return .negation(try factor()) }
    if take("(") {
      let formula = try sum()
      try require(")")
      return formula
    }
    let start = index
    let (letters, digits) = (word { $0.isLetter }, word { $0.isWholeNumber || $0 == "." })
    if letters.isEmpty, let number = Double(digits) { return .number(number) }
    if let cell = CellName(letters + digits) { return .cell(cell) }
    if digits.isEmpty, let function = Formula.Function(rawValue: letters.lowercased()) {
      return .call(function, try arguments())
    }
    throw .syntax(place: start + 1, expected: letters.isEmpty ? "value" : "cell or function")
  }

  private mutating func arguments() throws(CellError) -> [Formula.Argument] {
    try require("(")
    var arguments = [try argument()]
    while take(",") { arguments.append(try argument()) }
    try require(")")
    return arguments
  }

  private mutating func argument() throws(CellError) -> Formula.Argument {
    let formula = try sum()
    guard case .cell(let first) = formula, take(":") else { return .formula(formula) }
    let place = index
    guard case .cell(let last) = try factor() else {
      throw .syntax(place: place + 1, expected: "cell")
    }
    return .rectangle(first, last)
  }

  // MARK: Characters

  /// The next character that is no space.
  private var next: Character? {
    mutating get {
      while index < text.count, text[index] == " " { index += 1 }
      return index < text.count ? text[index] : nil
    }
  }

  private mutating func take(_ characters: Character...) -> Bool {
    guard let next, characters.contains(next) else { return false }
    index += 1
    return true
  }

  private mutating func take(_ operations: [Character: Formula.Operation]) -> Formula.Operation? {
    guard let next, let operation = operations[next] else { return nil }
    index += 1
    return operation
  }

  private mutating func require(_ character: Character) throws(CellError) {
    guard take(character) else { throw expected("\(character)") }
  }

  private mutating func word(_ belongs: (Character) -> Bool) -> String {
    let word = text[index...].prefix(while: belongs)
    index += word.count
    return String(word)
  }

  private func expected(_ expected: String) -> CellError {
    .syntax(place: index + 1, expected: expected)
  }
}
