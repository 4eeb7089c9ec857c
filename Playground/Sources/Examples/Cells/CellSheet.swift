/// The cells of a spreadsheet. Each has the value that follows from the texts of all cells.
public struct CellSheet: Equatable, Sendable {
  private var texts: [CellName: String] = [:]
  private var formulas: [CellName: Formula] = [:]
  private var values: [CellName: CellValue] = [:]
  private var graph = CellGraph()

  /// Creates an empty sheet.
  public init() {}

  /// Returns what a cell shows.
  public subscript(cell: CellName) -> CellValue { values[cell] ?? .empty }

  /// Returns what the user has entered into a cell.
  public func text(of cell: CellName) -> String { texts[cell] ?? "" }

  /// Enters a text into a cell, and computes the values that depend on it. An empty text clears the
  /// cell.
  ///
  /// - Returns: The cells whose values were computed, in this order. Each is computed once, after
  ///   those that it depends on, and only if one of these has changed.
  @discardableResult
  public mutating func enter(_ text: String, into cell: CellName) -> [CellName] {
    texts[cell] = text.isEmpty ? nil : text
    formulas[cell] = nil
    var value = CellValue(plain: text)
    if text.hasPrefix("=") {
      do throws(CellError) {
        formulas[cell] = try FormulaParser.formula(text)
      } catch {
        value = .error(error)
      }
    }
    graph.connect(cell, to: formulas[cell]?.precedents ?? [])
    return compute(cell, value)
  }

  /// Computes a cell and what depends on it. Without a formula, the cell has the given value.
  private mutating func compute(_ first: CellName, _ value: CellValue) -> [CellName] {
    var (computed, changed): ([CellName], Set<CellName>) = ([], [])
    for group in graph.order(from: first) {
      for cell in group.cells {
        let isStale = !changed.isDisjoint(with: graph.precedents[cell] ?? [])
        guard cell == first || isStale || group.isCycle else { continue }
        computed.append(cell)
        let new =
          group.isCycle ? .error(.cycle(group.cells)) : formulas[cell]?.value { self[$0] } ?? value
        if self[cell] != new { changed.insert(cell) }
        values[cell] = new == .empty ? nil : new
      }
    }
    return computed
  }
}

extension CellValue {
  /// The value of a text that is no formula.
  fileprivate init(plain text: String) {
    let number = text.allSatisfy("+-.0123456789".contains) ? Double(text) : nil
    self = text.isEmpty ? .empty : number.map(CellValue.number) ?? .text(text)
  }
}
