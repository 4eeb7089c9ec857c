import Katana

// Modifiers that send nothing.
extension ViewOf {
  /// Sets the width.
  public consuming func width(_ length: ViewLength) -> ViewOf { looking { $0.width = length } }

  /// Sets the height.
  public consuming func height(_ length: ViewLength) -> ViewOf { looking { $0.height = length } }

  /// Sets the empty cells on each side.
  public consuming func padding(_ cells: Int) -> ViewOf {
    looking { $0.padding = UInt8(clamping: cells) }
  }

  /// Sets the empty cells between the views in this one.
  public consuming func gap(_ cells: Int) -> ViewOf {
    looking { $0.gap = UInt8(clamping: cells) }
  }

  /// Sets where a content stands that is narrower than the view.
  public consuming func align(_ alignment: ViewAlignment) -> ViewOf {
    looking { $0.alignment = alignment }
  }

  /// Adds a border, with the view's label as its title, and a cell of room on the left and on the right.
  /// It shows whether the focus is in it.
  public consuming func border() -> ViewOf { looking { $0.hasBorder = true } }

  /// Adds to what the texts in the view are.
  public consuming func style(_ style: ViewStyle, if condition: Bool = true) -> ViewOf {
    condition ? looking { $0.style.formUnion(style) } : self
  }

  /// Says what tells the view from its siblings, where they change their order or number. Views of
  /// `each` have their `id`.
  public consuming func key(_ id: some Hashable & Sendable) -> ViewOf {
    with { $0.key = ViewKey(id) }
  }

  /// Names the view, for its border, for tests, and for those who cannot see it.
  public consuming func label(_ text: String) -> ViewOf {
    having { $0.label = text }
  }

  /// Says what the view is for.
  public consuming func role(_ role: ViewRole) -> ViewOf { having { $0.role = role } }

  /// Says what is true of the view at present, for those who cannot see it.
  public consuming func state(_ state: ViewState, if condition: Bool = true) -> ViewOf {
    condition ? having { $0.states.append(state) } : self
  }

  /// Says more of the view than its label does, for those who cannot see what stands beside it.
  public consuming func described(by text: String) -> ViewOf { having { $0.details = text } }

  /// Gives the view the focus when the condition becomes true.
  public consuming func focused(when condition: Bool) -> ViewOf {
    condition ? having { $0.isFocused = true } : self
  }

  /// Makes the view and those in it send nothing.
  public consuming func disabled(_ condition: Bool = true) -> ViewOf {
    condition ? having { $0.isDisabled = true } : self
  }

  /// Sets the direction in which the view and those in it are written.
  public consuming func direction(_ direction: ViewDirection) -> ViewOf {
    having { $0.direction = direction }
  }

  /// Sets the title of the window while the view is shown.
  public consuming func windowTitle(_ title: String) -> ViewOf {
    having { $0.title = title }
  }
}
