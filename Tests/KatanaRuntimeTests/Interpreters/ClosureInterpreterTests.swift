import KatanaRuntime
import KatanaTesting
import Testing

/// Interpreters made from closures.
@Suite struct ClosureInterpreterTests {
  struct Result_: Error, Equatable {}
  enum Heard: Message, Equatable {
    case number(Int)
    case result(Outcome<Int, Broken>)
  }
  struct Broken: Error, Equatable {}
  struct Ask: Command, Equatable {
    var reply = Reply(Heard.number)
  }
  struct Try: Command, Equatable {
    var fails = false
    var reply = Reply(Heard.result)
  }
  struct Token: ConstantSubscription {
    /// Not `Hashable`.
    struct Payload: Equatable { var text = "" }
    var payload = Payload()
  }

  @Test func aClosureAnswersThroughTheDispatcher() async {
    let recorder = RecordingDispatcher()
    await recorder.run(
      .command(Ask.self) { command, dispatch in dispatch(command.reply(1)) }, Ask()
    ).ended()
    await recorder.expect(Heard.number(1))
    recorder.expectNoMore()
  }

  @Test func whatAClosureReturnsIsTheReply() async {
    let recorder = RecordingDispatcher()
    await recorder.run(.command(Ask.self, reply: \.reply) { _ in 2 }, Ask()).ended()
    await recorder.expect(Heard.number(2))
    recorder.expectNoMore()
  }

  @Test func anErrorOfAClosureIsTheFailureOfTheResult() async {
    let recorder = RecordingDispatcher()
    let interpreter = Interpreter.command(Try.self, reply: \.reply) {
      (command) async throws(Broken) in
      if command.fails { throw Broken() }
      return 3
    }
    await recorder.run(interpreter, Try()).ended()
    await recorder.run(interpreter, Try(fails: true)).ended()
    await recorder.expect(Heard.result(.success(3)), Heard.result(.failure(Broken())))
    recorder.expectNoMore()
  }

  @Test func anErrorWithoutAResultIsTheCommandsOwn() throws {
    struct Counter: Model { var failed = false }
    let feature = TypedFunctionUpdater { (model: inout Counter, message: Heard) in [] }
    _ = feature
    #expect(Token(payload: .init(text: "a")) != Token())
    #expect(Token(payload: .init(text: "a")).id == Token().id)
    #expect(Token(payload: .init(text: "a")).hashValue == Token().hashValue)
  }
}
