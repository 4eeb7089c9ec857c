public import Katana

// The views that show something, and those that arrange others. Each function has labels of its
// own: a second one without labels would make the compiler's first error vague.
//
// They map by functions, because a key path in generic code is made at run time, which is slow.
extension ViewOf {
  /// Nothing. It keeps its index among its siblings, so that theirs do not change.
  public static var empty: ViewOf { ViewOf(.empty) }

  /// A text. It continues in further lines if it is too long for one; with a height of one line it
  /// ends with `…` instead.
  public static func text(_ text: String, _ style: ViewStyle = []) -> ViewOf {
    var view = ViewOf(.text(text))
    view.node.look.style = style
    return view
  }

  /// A text whose parts differ in style.
  public static func text(styled parts: [StyledText]) -> ViewOf { ViewOf(.styledText(parts)) }

  /// A text that leads to an address, such as that of a page. The terminal opens it, if it can; the app is
  /// not told. Another one shows the text alone, as it does for an address with control characters.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - address: The address.
  public static func link(_ text: String, _ address: String) -> ViewOf {
    ViewOf(.styledText([StyledText(text, link: address)]))
  }

  /// A picture. A face that shows none, such as the terminal, shows the description.
  ///
  /// - Parameters:
  ///   - source: Where the picture is, such as its address, or its name in the app.
  ///   - description: What it shows.
  public static func image(_ source: String, describedAs description: String) -> ViewOf {
    ViewOf(.text(description)).having { ($0.source, $0.role) = (source, .image) }
  }

  /// Views one after the other, from the leading side to the trailing one, one cell apart.
  public static func row(_ views: [ViewOf]) -> ViewOf {
    var view = ViewOf(.row(views.map { $0.node }))
    view.node.look.gap = 1
    return view
  }

  /// Views one below the other.
  public static func column(_ views: [ViewOf]) -> ViewOf { ViewOf(.column(views.map { $0.node })) }

  /// Views one above the other, the last on top.
  public static func layers(_ views: [ViewOf]) -> ViewOf { ViewOf(.layers(views.map { $0.node })) }

  /// Cells, row by row, in columns of these widths.
  public static func grid(_ columns: [ViewLength], _ cells: [ViewOf]) -> ViewOf {
    ViewOf(.grid(columns, cells.map { $0.node }))
  }

  /// The part of a content for which there is room. The person moves it.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - follows: Whether the end stays visible while the content grows, until the person scrolls
  ///     back.
  public static func scroll(_ content: ViewOf, follows: Bool = false) -> ViewOf {
    ViewOf(.scroll(content.node, follows: follows)).width(.fill).height(.fill)
  }

  /// The first of these views that fits into the width; the last if none does.
  ///
  /// So a view adapts to the room without asking for its size: `.fitting([wide, narrow])`.
  public static func fitting(_ views: [ViewOf]) -> ViewOf {
    ViewOf(.fitting(views.map { $0.node }))
  }

  /// A line between views.
  public static var divider: ViewOf { ViewOf(.divider) }

  /// Room that takes all that is left.
  public static var spacer: ViewOf { ViewOf(.empty).width(.fill).height(.fill) }

  /// How much is done, from 0 to 1; `nil` if that is not known.
  public static func progress(_ part: Double?) -> ViewOf {
    ViewOf(.progress(part.map { Motion(at: $0) }))
  }

  /// How much is done, from 0 to 1, as a value that changes with time.
  public static func progress(moving part: Motion) -> ViewOf { ViewOf(.progress(part)) }

  /// A sign that something goes on. The screen turns it while it is visible, and no message is sent for
  /// that. Its label says what goes on: `.spinner.label("Loading")`.
  public static var spinner: ViewOf { ViewOf(.spinner) }

  /// The keys that act at this moment, each with its title: those of ``onKey(_:_:_:in:)`` that a press
  /// would reach. Where the mouse is used, a click on one presses it, unless a dialog is open above.
  public static var keyHelp: ViewOf { ViewOf(.keyHelp) }

  // MARK: Several views

  /// One view for each element, told apart by its `id`.
  public static func each<Elements: Collection>(
    _ elements: Elements, _ view: (Elements.Element) -> ViewOf
  ) -> ViewOf where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    ViewOf(
      .group(
        elements.map {
          var node = view($0).node
          node.key = ViewKey($0.id, of: node.key)
          return node
        }))
  }

  /// One view for each child in a collection, told apart by its `id`. What the view of a child sends
  /// goes to that child.
  ///
  /// ```swift
  /// .each(model.comments, at: Article.at.comments, commentView)
  /// ```
  public static func each<Elements: Collection>(
    _ elements: Elements, at address: Address<Receiver, Elements>,
    _ view: (Elements.Element) -> ViewOf<Elements.Element>
  ) -> ViewOf
  where Elements.Element: Model & Identifiable, Elements.Element.ID: Sendable {
    each(elements) { view($0).to(address[$0.id]) }
  }

  /// A list of few rows; see ``ViewList``.
  public static func list(_ rows: [ViewOf], follows: Bool = false) -> ViewOf {
    ViewOf(.list(ViewList(rows.map { $0.node }, selected: nil, follows: follows))).width(.fill)
  }

  /// A list of few rows of which the model says which one is current. The person moves it by the
  /// `onSelect` of the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - selected: The key of the current row, such as the `id` of an element of `each`; `nil` for
  ///     none that the model knows.
  ///   - follows: Whether the end stays visible while rows are added, until the person scrolls back.
  public static func list(
    _ rows: [ViewOf], selected: (some Hashable & Sendable)?, follows: Bool = false
  ) -> ViewOf {
    let key = selected.map { ViewKey($0) }
    return ViewOf(.list(ViewList(rows.map { $0.node }, selected: key, follows: follows)))
      .width(.fill)
  }

  /// A list whose rows are the branches of a tree, such as folders and files, each a `branch`. The model says
  /// which are open.
  public static func tree(_ branches: [ViewOf]) -> ViewOf { list(branches).role(.tree) }

  /// A tree of which only the visible branches are computed; see ``ViewRows``.
  public static func tree<Rows: ViewRows>(
    _ branches: Rows, selected: Rows.RowID? = nil, follows: Bool = false
  ) -> ViewOf where Rows.Receiver == Receiver {
    rows(branches, selected: selected, follows: follows).role(.tree)
  }

  /// A row of a `tree` to which others belong. → opens it, ← closes it, Enter or a click does what is
  /// possible.
  ///
  /// - Parameters:
  ///   - content: What is shown.
  ///   - depth: The number of branches around it.
  ///   - isOpen: Whether the rows that belong to it follow.
  ///   - toggled: Sent to open or to close it.
  public static func branch(
    _ content: ViewOf, depth: Int = 0, isOpen: Bool, _ toggled: Receiver.Receives
  ) -> ViewOf {
    branch(content, depth, isOpen ? "▾ " : "▸ ").state(.expanded(isOpen)).onPress(toggled)
      .onKey(isOpen ? .left : .right, "", toggled)
  }

  /// A row of a `tree` to which no others belong.
  public static func branch(_ content: ViewOf, depth: Int = 0) -> ViewOf {
    branch(content, depth, "  ")
  }

  private static func branch(_ content: ViewOf, _ depth: Int, _ mark: String) -> ViewOf {
    let indent = String(repeating: "  ", count: max(depth, 0))
    return row([.text(indent + mark, .muted), content]).gap(0).role(.treeItem)
  }

  /// A list of which only the visible rows are computed, so that it may have millions; see
  /// ``ViewRows``.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - selected: The `id` of the row that the model says is current. The list shows it, and the
  ///     person moves it by the `onSelect` of the rows. With `nil`, it belongs to the screen.
  ///   - follows: Whether the end stays visible while rows are added, until the person scrolls back.
  public static func rows<Rows: ViewRows>(
    _ rows: Rows, selected: Rows.RowID? = nil, follows: Bool = false
  ) -> ViewOf
  where Rows.Receiver == Receiver {
    let key = selected.map { ViewKey($0) }
    return ViewOf(.list(ViewList(rows, selected: key, follows: follows)))
      .width(.fill).height(.fill)
  }

  /// A part that is computed again only when one of its properties has changed; see ``ViewPart``.
  public static func part<Part: ViewPart>(_ part: Part) -> ViewOf where Part.Receiver == Receiver {
    ViewOf(.part(AnyViewPart(part)))
  }

  /// A dialog above the rest, to be the last view of ``layers(_:)``. While it is shown, it holds the
  /// focus; then the focus returns to where it was.
  public static func dialog(_ title: String, _ content: ViewOf) -> ViewOf {
    ViewOf(.dialog(title, content.node))
  }
}
