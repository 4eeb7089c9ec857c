import KatanaRuntime
import KatanaTesting
import Testing

/// Parts whose type has no stored properties lie at one place, and Swift gives them equal key paths.
@Suite struct PartsWithoutSizeTests {
  struct Ping: Model, Equatable { typealias Receives = PingMessage }
  enum PingMessage: Message, Equatable { case pinged }
  struct Pong: Model, Equatable { typealias Receives = PingMessage }
  struct Table: Model, Equatable {
    var score = 0
    var first = Ping()
    var second = Ping()
    var third = Pong()
  }

  private static let ping = TypedFunctionUpdater { (_: inout Ping, _: PingMessage) in [] }
  private static let pong = TypedFunctionUpdater { (_: inout Pong, _: PingMessage) in [] }

  private static let text = """
    Table has several parts of the type Ping, and nothing tells them apart.
    Ping has no stored property. Swift gives such properties equal key paths, so a message to one of \
    them would reach all of them.
    To fix this, give Ping a stored property, or each part a name with a `ClosurePart`. Join the \
    features of one property in a `CombinedUpdater`.
    """

  @Test(
    arguments: [
      [.child(\.first, ping), .child(\.second, ping)],
      [.slice(\.first, ping), .slice(\.second, ping)],
      [.child(\.first, ping), .slice(\.second, ping)],
    ] as [[CombinedUpdater<Table>.Part]])
  func twoOfOneTypeAreRefused(_ parts: [CombinedUpdater<Table>.Part]) {
    let program = Program(model: Table(), CombinedUpdater(parts))
    let error = #expect(throws: WiringError.self) {
      try Runtime(program)
    }
    #expect(error?.description == Self.text)
    #expect(failures { expectWiring(of: program, interpreters: []) }.map(\.text) == [Self.text])
    #expect(failures { AppTest(program).send(PingMessage.pinged) }.map(\.text) == [Self.text])
  }

  @Test func oneOfEachTypeIsFine() throws {
    let runtime = try Runtime(
      Program(
        model: Table(),
        CombinedUpdater<Table>([.child(\.first, Self.ping), .child(\.third, Self.pong)])))
    runtime.start()
    // Not "Table.at.score", which lies at the same place.
    #expect("\(Table.at.first)" == "Table.at.<Ping>")
    #expect("\(Table.at.third)" == "Table.at.<Pong>")
    runtime.requestShutdown()
  }
}
