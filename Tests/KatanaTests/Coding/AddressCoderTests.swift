import Katana
import KatanaTesting
import Testing

/// Addresses that are written as text and found again.
@Suite struct AddressCoderTests {
  enum Touch: Message, Equatable { case touched }
  enum Color: String, Sendable { case red, darkBlue }
  struct Key: Hashable, Sendable { var x, y: Int }

  struct Row<ID: Hashable & Sendable>: Model, Identifiable, Equatable {
    typealias Receives = Touch
    var id: ID
    var touches = 0
  }
  struct Sheet: Model, Equatable {
    typealias Receives = Touch
    var touches = 0
    var rows = IdentifiedArray<Row<Int>>()
    var rowsOfText: [Row<String>] = []
    var colors: [Row<Color>] = []
    var keys: [Row<Key>] = []
  }
  struct Path: Equatable, Sendable { var to = Sheet() }
  enum Screen: Sendable, Equatable {
    case list(Sheet)
    static let listCase = EnumCase("list", Screen.list) {
      if case .list(let it) = $0 { it } else { nil }
    }
  }
  struct App: Model, Equatable {
    var path = Path()
    var sheet: Sheet?
    var second: Sheet?
    var screen = Screen.list(Sheet())
    var chosen: Row<String>?
    var computed: Sheet {
      get { path.to }
      set { path.to = newValue }
    }
    static let whole = ClosurePart<App, Sheet>("the \"first\" sheet") { $1(&$0.path.to) }
  }
  struct Node: Model, Identifiable, Equatable {
    typealias Receives = Touch
    var id = 0
    var touches = 0
    var children: [Node] = []
  }

  static func touch<M: Model>(_ path: WritableKeyPath<M, Int> & Sendable) -> some Updater<M> {
    TypedFunctionUpdater { (model: inout M, _: Touch) in
      model[keyPath: path] += 1
      return []
    }
  }

  static let sheet = CombinedUpdater<Sheet>([
    .full(touch(\.touches)),
    .each(\.rows, touch(\.touches)), .each(\.rowsOfText, touch(\.touches)),
    .each(\.colors, touch(\.touches)), .each(\.keys, touch(\.touches)),
  ])
  static let program = Program(
    model: App(),
    CombinedUpdater<App>([
      .slice(\.path.to, sheet), .optional(\.sheet, sheet), .optional(\.second, sheet),
      .case(\.screen, Screen.listCase, sheet), .optional(\.chosen, touch(\.touches)),
      .slice(\.computed, sheet), .slice(App.whole, sheet),
    ]))
  static let keys = AddressCoder.IDFormat(
    text: { ($0 as? Key).map { "\($0.x)/\($0.y)" } },
    id: { text, type in
      let parts = text.split(separator: "/").compactMap { Int($0) }
      return type == Key.self && parts.count == 2 ? Key(x: parts[0], y: parts[1]) : nil
    })

  static let addresses: [(AnyAddress, String, String)] = [
    (App.at.path.to.anyAddress, "App.at.path.to", "App.at.<Sheet>"),
    (
      App.at.path.to.rows[7].anyAddress, "App.at.path.to.rows[7]",
      "App.at.<IdentifiedArray<Row<Int>>>[7]"
    ),
    (
      App.at.sheet.rows[-7].anyAddress, "App.at.sheet.rows[-7]",
      "App.at.<Optional<Sheet> #1>.<IdentifiedArray<Row<Int>>>[-7]"
    ),
    (
      App.at.second.rowsOfText["a\"]\\ \n.é"].anyAddress,
      #"App.at.second.rowsOfText["a\"]\\ \n.é"]"#,
      #"App.at.<Optional<Sheet> #2>.<Array<Row<String>>>["a\"]\\ \n.é"]"#
    ),
    (
      App.at.second.colors[.darkBlue].anyAddress, "App.at.second.colors[darkBlue]",
      "App.at.<Optional<Sheet> #2>.<Array<Row<Color>>>[darkBlue]"
    ),
    (
      App.at.screen[case: Screen.listCase].keys[Key(x: 1, y: 2)].anyAddress,
      #"App.at.screen[case: "list"].keys["1/2"]"#,
      #"App.at.<Screen>[case: "list"].<Array<Row<Key>>>["1/2"]"#
    ),
    (
      App.at.chosen["7"].anyAddress, #"App.at.chosen["7"]"#, #"App.at.<Optional<Row<String>>>["7"]"#
    ),
    (App.at.chosen.anyAddress, "App.at.chosen", "App.at.<Optional<Row<String>>>"),
    (
      App.at[part: App.whole].rows[1].anyAddress, #"App.at[part: "the \"first\" sheet"].rows[1]"#,
      #"App.at[part: "the \"first\" sheet"].<IdentifiedArray<Row<Int>>>[1]"#
    ),
    (
      App.at.computed.rows[1].anyAddress, "App.at.<computed Sheet>.rows[1]",
      "App.at.<computed Sheet>.<IdentifiedArray<Row<Int>>>[1]"
    ),
    (App.at.anyAddress, "App.at", "App.at"),
  ]

  @Test func anAddressIsWrittenAndFoundAgain() throws {
    let coder = AddressCoder(Self.program, ids: Self.keys)
    for (scope, text, _) in Self.addresses {
      #expect(try coder.text(of: scope) == text)
      #expect(try coder.address(text) == scope, "\(text)")
    }
  }

  @Test func anAddressOfACollectionWithoutAnIDIsRefused() {
    let coder = AddressCoder(Self.program, ids: Self.keys)
    for text in ["App.at.path.to.rows", "App.at.path.to.rows.all"] {
      #expect(throws: AddressError.self) { try coder.address(text) }
    }
    #expect(throws: AddressError.self) { try coder.text(of: App.at.path.to.rows.anyAddress) }
  }

  @Test func aBuildWithoutNamesWritesTypesThatEachBuildReads() throws {
    let coder = AddressCoder(Self.program, ids: Self.keys, writesTypes: true)
    for (scope, _, text) in Self.addresses {
      #expect(try coder.text(of: scope) == text)
      #expect(try coder.address(text) == scope, "\(text)")
    }
  }

  @Test func whatItFindsIsReachedByMessages() throws {
    var app = App()
    app.sheet = Sheet(rows: [Row(id: 7)])
    let program = Program(model: app, Self.program.feature)
    let scope = try AddressCoder(program).address("App.at.sheet.rows[7]")
    app.sheet?.rows[id: 7]?.touches = 1

    StepTest(program).send(ScopedMessage(Touch.touched, in: scope)) { $0 = app }
  }

  @Test func partsInsideOfModifiersAreFound() throws {
    let program = Program(
      model: App(), CombinedUpdater<App>([.optional(\.sheet, Self.sheet)]).logged { _ in [] })
    let coder = AddressCoder(program)
    #expect(try coder.address("App.at.sheet.rows[7]") == App.at.sheet.rows[7].anyAddress)
    #expect(try coder.text(of: App.at.sheet.rows[7].anyAddress) == "App.at.sheet.rows[7]")
  }

  @Test func aDeepAddressOfARecursiveModelIsFound() throws {
    enum Nodes {
      static let feature: CombinedUpdater<Node> = CombinedUpdater([
        .full(AddressCoderTests.touch(\.touches)), .each(\.children, LazyFeature { feature }),
      ])
    }
    let coder = AddressCoder(Program(model: Node(), Nodes.feature))
    let text = "Node.at" + (0..<1_000).map { ".children[\($0)]" }.joined()
    let scope = try coder.address(text)
    #expect(scope.steps.count == 1_000)
    #expect(try coder.text(of: scope) == text)
  }

  @Test func theLevelsOfARecursiveModelAreFinite() throws {
    /// Two parts have one name, and one closure returns another feature at each call.
    enum Nodes {
      static let feature: CombinedUpdater<Node> = CombinedUpdater([
        .each(\.children, LazyFeature { fresh() }),
        .each(\.children, LazyFeature { feature }.logged { _ in [] }),
      ])
      static func fresh() -> CombinedUpdater<Node> {
        CombinedUpdater([
          .full(AddressCoderTests.touch(\.touches)), .each(\.children, LazyFeature { fresh() }),
        ])
      }
    }
    let coder = AddressCoder(Program(model: Node(), Nodes.feature))
    let text = "Node.at" + (0..<20).map { ".children[\($0)]" }.joined()
    #expect(try coder.text(of: coder.address(text)) == text)
  }

  @Test(arguments: [
    (
      "Other.at.sheet",
      "The address Other.at.sheet belongs to another app. The addresses of this app begin with"
        + " App.at."
    ),
    (
      "App.at.sheet.rowz[7]",
      "App.at.sheet has no part .rowz[7]. Its parts are .colors, .keys, .rows, .rowsOfText."
    ),
    (
      "App.at.sheet.rows[seven]",
      "The id in App.at.sheet.rows[seven] is not of the type Int. To fix this, correct the id, or"
        + " give the AddressCoder or the RecordingFormat an IDFormat for its type."
    ),
    (
      "App.at.sheet.rows[7",
      "After App.at.sheet.rows an id in brackets must follow: a number, a word or a string literal."
    ),
    ("App.at.sheet.rows[7].x", "App.at.sheet.rows[7] has no parts, so .x means nothing."),
    (
      "App.at.chosen[\"a",
      "After App.at.chosen an id in brackets must follow: a number, a word or a string literal."
    ),
    (
      "App.at.sheet.rows[\"\\q\"]",
      "After App.at.sheet.rows an id in brackets must follow: a number, a word or a string literal."
    ),
  ])
  func whatCannotBeReadIsNamed(text: String, error: String) {
    let thrown = #expect(throws: AddressError.self) {
      try AddressCoder(Self.program).address(text)
    }
    #expect(thrown?.description == error)
  }

  @Test func whatCannotBeWrittenIsNamed() {
    let coder = AddressCoder(Self.program)
    let key = #expect(throws: AddressError.self) {
      try coder.text(of: App.at.sheet.keys[Key(x: 1, y: 2)].anyAddress)
    }
    #expect(
      key?.description
        == "The id after App.at.sheet.keys cannot be written: Key is not LosslessStringConvertible."
        + " To fix this, give the AddressCoder or the RecordingFormat an IDFormat for this type.")
    let part = #expect(throws: AddressError.self) {
      try coder.text(of: Node.at.children[1].anyAddress)
    }
    #expect(
      part?.description.hasPrefix(
        "App.at has no part .children. Its parts are .<computed Sheet>, .chosen,") == true)
  }

  @Test func computedPropertiesOfOneTypeAreNotToldApart() {
    struct Two: Model {
      var sheet = Sheet()
      var first: Sheet {
        get { sheet }
        set { sheet = newValue }
      }
      var second: Sheet {
        get { sheet }
        set { sheet = newValue }
      }
    }
    let program = Program(
      model: Two(),
      CombinedUpdater<Two>([.slice(\.first, Self.sheet), .slice(\.second, Self.sheet)]))
    let error = #expect(throws: AddressError.self) {
      try AddressCoder(program).text(of: Two.at.first.anyAddress)
    }
    #expect(
      error?.description
        == "Two.at has several parts .<computed Sheet>, which cannot be told apart: the names of"
        + " computed properties are never known, and -disable-reflection-metadata removes all"
        + " names. To fix this, make each of them a ClosurePart, which has a name.")
    #expect(throws: AddressError.self) { try AddressCoder(program).address("Two.at.rows[1]") }
  }

  /// Whatever a damaged file holds: an error, or an address that means the same when written again.
  @Test func anyTextIsReadOrRefused() {
    let coder = AddressCoder(Self.program, ids: Self.keys)
    var random = SeededGenerator(seed: 20_261_122)
    for (_, text, _) in Self.addresses {
      for _ in 0..<500 {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        let damaged = String(decoding: bytes, as: UTF8.self)
        guard let scope = try? coder.address(damaged) else { continue }
        #expect(
          (try? coder.text(of: scope)).flatMap { try? coder.address($0) } == scope, "\(damaged)")
      }
    }
  }

  /// Swift makes an optional neither of `7` nor of `nil`, and a string may be "nil".
  @Test func anOptionalIDNeedsAFormat() throws {
    struct Document: Model, Equatable {
      typealias Receives = Touch
      var rows: [Row<Int?>] = []
      var texts: [Row<String?>] = []
      var colors: [Row<Color?>] = []
      var touches = 0
    }
    let document = CombinedUpdater<Document>([
      .each(\.rows, Self.touch(\.touches)), .each(\.texts, Self.touch(\.touches)),
      .each(\.colors, Self.touch(\.touches)),
    ])
    let coder = AddressCoder(Program(model: Document(), document))
    let addresses = [
      ("Int", Document.at.rows[Int?.some(7)].anyAddress),
      ("String", Document.at.texts["a"].anyAddress),
      ("Color", Document.at.colors[.red].anyAddress),
    ]
    for (type, address) in addresses {
      let error = #expect(throws: AddressError.self) { try coder.text(of: address) }
      let text = error?.description ?? ""
      #expect(text.contains("Optional<\(type)> is not LosslessStringConvertible"), "\(text)")
      #expect(text.contains("IDFormat"))
    }
    let numbers = AddressCoder(
      Program(model: Document(), document),
      ids: AddressCoder.IDFormat(
        text: { id in
          guard type(of: id) == Int?.self, let id = id as? Int? else { return nil }
          return id.map { "\($0)" } ?? "none"
        },
        id: { text, type in
          let id: Int? = text == "none" ? nil : Int(text)
          return type == Int?.self ? .some(id as any Hashable & Sendable) : nil
        }))
    for id in [7, nil] {
      let address = Document.at.rows[id].anyAddress
      #expect(try numbers.address(numbers.text(of: address)) == address)
    }
  }
}
