/// A formula as a tree, such as `=2 × (A1 + sum(B0:B9))`.
indirect enum Formula: Equatable, Sendable {
  case number(Double)
  case cell(CellName)
  case negation(Formula)
  case operation(Operation, Formula, Formula)
  case call(Function, [Argument])

  enum Argument: Equatable, Sendable { case formula(Formula), rectangle(CellName, CellName) }

  enum Operation: Sendable { case add, subtract, multiply, divide }

  enum Function: String, CaseIterable, Sendable { case average, count, max, min, product, sum }

  /// The cells that the value depends on.
  var precedents: Set<CellName> {
    switch self {
    case .number: []
    case .cell(let name): [name]
    case .negation(let formula): formula.precedents
    case .operation(_, let left, let right): left.precedents.union(right.precedents)
    case .call(_, let arguments):
      arguments.reduce(into: []) { cells, argument in
        switch argument {
        case .formula(let formula): cells.formUnion(formula.precedents)
        case .rectangle(let first, let last): cells.formUnion(CellName.rectangle(first, last))
        }
      }
    }
  }

  /// Returns the value, computed from the values of other cells. A formula that is only the name of
  /// a cell has the value of that cell, which may be a text.
  func value(_ values: (CellName) -> CellValue) -> CellValue {
    if case .cell(let name) = self { return values(name) }
    do throws(CellError) {
      let number = try self.number(values)
      return number.isFinite ? .number(number) : .error(.tooLarge)
    } catch {
      return .error(error)
    }
  }

  private func number(_ values: (CellName) -> CellValue) throws(CellError) -> Double {
    switch self {
    case .number(let number): return number
    case .cell(let name):
      switch values(name) {
      case .empty: return 0
      case .number(let number): return number
      case .text: throw .notANumber(name)
      case .error(let error): throw error
      }
    case .negation(let formula): return try -formula.number(values)
    case .operation(let operation, let left, let right):
      return try operation.result(left.number(values), right.number(values))
    case .call(let function, let arguments):
      var numbers: [Double] = []
      for argument in arguments { numbers += try argument.numbers(values) }
      return try function.result(numbers)
    }
  }
}

extension Formula.Argument {
  /// Returns one number, or the numbers of a rectangle. Its empty cells and its texts, such as
  /// headings, are left out.
  fileprivate func numbers(_ values: (CellName) -> CellValue) throws(CellError) -> [Double] {
    switch self {
    case .formula(let formula): return [try formula.number(values)]
    case .rectangle(let first, let last):
      var numbers: [Double] = []
      for cell in CellName.rectangle(first, last) {
        switch values(cell) {
        case .number(let number): numbers.append(number)
        case .error(let error): throw error
        case .empty, .text: break
        }
      }
      return numbers
    }
  }
}

extension Formula.Operation {
  fileprivate func result(_ left: Double, _ right: Double) throws(CellError) -> Double {
    switch self {
    case .add: return left + right
    case .subtract: return left - right
    case .multiply: return left * right
    case .divide where right == 0: throw .divisionByZero
    case .divide: return left / right
    }
  }
}

extension Formula.Function {
  fileprivate func result(_ numbers: [Double]) throws(CellError) -> Double {
    switch self {
    case .average where numbers.isEmpty: throw .divisionByZero
    case .average: return numbers.reduce(0, +) / Double(numbers.count)
    case .count: return Double(numbers.count)
    case .max: return numbers.max() ?? 0
    case .min: return numbers.min() ?? 0
    case .product: return numbers.reduce(1, *)
    case .sum: return numbers.reduce(0, +)
    }
  }
}
