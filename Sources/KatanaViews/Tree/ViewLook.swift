/// How much room a node takes, and how it looks.
public struct ViewLook: Equatable, Sendable {
  /// The width.
  public package(set) var width = ViewLength.fit
  /// The height.
  public package(set) var height = ViewLength.fit
  /// What the texts in the node are.
  public package(set) var style: ViewStyle = []
  /// The empty cells on each side.
  public package(set) var padding: UInt8 = 0
  /// The empty cells between the nodes in it.
  public package(set) var gap: UInt8 = 0
  /// Where a content stands that is narrower than the node.
  public package(set) var alignment = ViewAlignment.leading
  /// Whether the node has a border.
  public package(set) var hasBorder = false
}

/// How large a node is along one axis.
public struct ViewLength: Hashable, Sendable {
  /// The share of what is left; 0 for as much as the content needs.
  public package(set) var weight: UInt16 = 0
  /// The least number of cells.
  public package(set) var least: UInt16 = 0
  /// The largest number of cells.
  public package(set) var most = UInt16.max

  /// As large as the content.
  public static let fit = ViewLength()
  /// All that is left.
  public static let fill = fill(1)

  /// A share of what is left, in proportion to the weights of the siblings.
  public static func fill(_ weight: Int) -> ViewLength {
    ViewLength(weight: UInt16(clamping: max(weight, 1)))
  }

  /// A number of cells: columns of text, or lines.
  public static func cells(_ count: Int) -> ViewLength {
    ViewLength(least: UInt16(clamping: count), most: UInt16(clamping: count))
  }

  /// Returns a length of at least a number of cells.
  public func least(_ count: Int) -> ViewLength {
    var length = self
    length.least = UInt16(clamping: count)
    length.most = max(length.most, length.least)
    return length
  }

  /// Returns a length of at most a number of cells.
  public func most(_ count: Int) -> ViewLength {
    var length = self
    length.most = UInt16(clamping: count)
    length.least = min(length.most, length.least)
    return length
  }
}

/// Where a content stands that is narrower than its node.
public enum ViewAlignment: Hashable, Sendable {
  /// Where a line begins: on the left, or on the right in Arabic and Hebrew.
  case leading
  /// In the middle.
  case center
  /// Where a line ends.
  case trailing
}

/// The direction in which lines are written.
public enum ViewDirection: Hashable, Sendable {
  /// As in English.
  case leftToRight
  /// As in Arabic and Hebrew.
  case rightToLeft
}

/// What a text is. Each face decides how that looks.
public struct ViewStyle: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt16

  /// Creates a style from its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A heading.
  public static let heading = ViewStyle(rawValue: 1)
  /// A text that stands out.
  public static let strong = ViewStyle(rawValue: 2)
  /// A text of little importance.
  public static let muted = ViewStyle(rawValue: 4)
  /// A text in the colour of the app.
  public static let accent = ViewStyle(rawValue: 8)
  /// Something that went wrong, or cannot be undone.
  public static let danger = ViewStyle(rawValue: 16)
  /// Something to be careful with.
  public static let warning = ViewStyle(rawValue: 32)
  /// Something that went well.
  public static let success = ViewStyle(rawValue: 64)
  /// What is chosen among others.
  public static let selected = ViewStyle(rawValue: 128)
  /// Source code, or what was typed.
  public static let code = ViewStyle(rawValue: 256)
  /// A text that is emphasised.
  public static let emphasis = ViewStyle(rawValue: 512)
  /// A text that leads elsewhere.
  public static let link = ViewStyle(rawValue: 1_024)

  /// A heading of a level: 1 is ``heading``, 2 the next below it, and 3 all below that.
  public static func heading(_ level: Int) -> ViewStyle {
    level <= 1 ? .heading : ViewStyle(rawValue: level == 2 ? 2_048 : 4_096)
  }

  package static let names: [(style: ViewStyle, name: String)] = [
    (.heading, "heading"), (.heading(2), "heading 2"), (.heading(3), "heading 3"),
    (.strong, "strong"), (.muted, "muted"), (.accent, "accent"),
    (.danger, "danger"), (.warning, "warning"), (.success, "success"), (.selected, "selected"),
    (.code, "code"), (.emphasis, "emphasis"), (.link, "link"),
  ]
}

/// What a node is for, for those who cannot see it.
public enum ViewRole: String, Hashable, Sendable {
  /// Ways to other places.
  case navigation
  /// The main part.
  case main
  /// A message that does not interrupt, such as "saved".
  case status
  /// A message that interrupts.
  case alert
  /// A picture.
  case image
  /// A table, and the title of one of its columns.
  case table, columnHeader
  /// A tree whose branches open and close, and one of its branches.
  case tree, treeItem
  /// One of several pages, the list of their titles, and the page that is shown.
  case tab, tabList, tabPanel
  /// A form.
  case form
  /// A dialog. Those of `.dialog` have it.
  case dialog
  /// Lines to which new ones are added at the end.
  case log
}

/// What is true of a node at present, for those who cannot see it.
public enum ViewState: Hashable, Sendable {
  /// Whether what belongs to it is shown, such as the branches of a tree.
  case expanded(Bool)
  /// It is the current one of several.
  case current
  /// The rows are in the order of this column.
  case sorted(ViewSortOrder)
  /// What it contains cannot be used as it is.
  case invalid
}

/// An order of rows.
public enum ViewSortOrder: String, Hashable, Codable, Sendable {
  /// The least first.
  case ascending
  /// The greatest first.
  case descending
}

/// A part of a text with a style of its own.
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The text.
  public var text: String
  /// What it is.
  public var style: ViewStyle
  /// The address to which it leads, in the letters of an address; `nil` if it leads nowhere.
  public private(set) var link: String?

  /// Creates a part of a text.
  public init(_ text: String, _ style: ViewStyle = []) {
    self.text = text
    self.style = style
  }

  /// Creates a part of a text that leads to an address; see ``ViewOf/link(_:_:)``.
  public init(_ text: String, _ style: ViewStyle = [], link address: String) {
    self.init(text, style)
    link = Self.address(address)
    if link != nil { self.style.insert(.link) }
  }

  /// Returns an address in which all that is no visible character of ASCII is encoded by percent signs;
  /// `nil` for one with control characters, which would reach a terminal.
  private static func address(_ text: String) -> String? {
    if text.isEmpty
      || text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      return nil
    }
    var address = ""
    for byte in text.utf8 {
      if (0x21...0x7E).contains(byte) {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return address
  }

  /// Creates a part of a text without a style.
  public init(stringLiteral text: String) { self.init(text) }
}
