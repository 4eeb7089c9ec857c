public import Katana

/// A column of a table: its title, which stays above the rows, and its width.
///
/// ```swift
/// .column("Size").align(.trailing).sorted(.descending, if: model.isBySize).onPress(.sizeTapped)
/// ```
public struct ViewColumn<Receiver: Model>: Equatable, Sendable where Receiver.Receives: Equatable {
  /// The title, with the width of the column.
  package var node: ViewNode

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - title: What stands above the rows.
  ///   - width: `.fit` for the widest of the visible cells, `.fill` for a share of what is left, or a number
  ///     of cells.
  public static func column(_ title: String, _ width: ViewLength = .fit) -> ViewColumn {
    var node = ViewNode(.text(title))
    (node.look.width, node.look.style) = (width, .strong)
    node.change { ($0.label, $0.role) = (title, .columnHeader) }
    return ViewColumn(node: node)
  }

  /// Sets where the title and the cells stand that are narrower than the column.
  public consuming func align(_ alignment: ViewAlignment) -> ViewColumn {
    node.look.alignment = alignment
    return self
  }

  /// Marks the column by which the rows are sorted. The model sorts them.
  public consuming func sorted(_ order: ViewSortOrder, if condition: Bool = true) -> ViewColumn {
    if condition { node.change { $0.states.append(.sorted(order)) } }
    return self
  }

  /// Sends a message when the title is pressed, so that the model sorts the rows.
  public consuming func onPress(_ message: Receiver.Receives) -> ViewColumn {
    node.change { $0.press = ViewAction(message) }
    return self
  }
}

extension ViewOf {
  /// A list whose rows have cells, in columns with titles that stay above them. Only the visible rows are
  /// computed; see ``ViewRows``. Each is a `row` of its cells, which get the widths of their columns. If the
  /// columns do not fit, ← and → move them.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - rows: The rows.
  ///   - selected: The `id` of the row that the model says is current, as in ``rows(_:selected:follows:)``.
  ///   - follows: Whether the end stays visible while rows are added, until the person scrolls back.
  public static func table<Rows: ViewRows>(
    _ columns: [ViewColumn<Receiver>], _ rows: Rows, selected: Rows.RowID? = nil,
    follows: Bool = false
  ) -> ViewOf where Rows.Receiver == Receiver {
    let list = self.rows(rows, selected: selected, follows: follows)
    return ViewOf(.table(columns.map(\.node), list.node)).width(.fill).height(.fill).gap(2)
  }
}
