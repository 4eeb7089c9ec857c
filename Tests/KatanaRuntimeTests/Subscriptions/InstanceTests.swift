import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// Several declarations that share one instance of a subscription.
@Suite struct InstanceTests {
  @Test func severalDeclarationsShareOneInstanceAndEachGetsItsMessage() throws {
    let board = SourceBoard()
    let first = Source(name: "x", reply: Reply { Note.add("first \($0)") })
    let second = Source(name: "x", reply: Reply { Note.add("second \($0)") })
    let runtime = try makeRuntime([board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([first, second]))
    board.send("a", from: "x")
    runtime.dispatch(Note.want([second]))
    board.send("b", from: "x")
    runtime.dispatch(Note.want([]))
    #expect(runtime.model.entries == ["first a", "second a", "second b"])
    #expect(board.log.all == ["start x 0", "stop x"])
  }

  @Test func featuresWithMessageTypesOfTheirOwnShareAnInstanceByItsID() throws {
    struct Other: Message { var text: String }
    struct OtherUpdater: TypedUpdater {
      func update(model: inout Notes, message: Other) -> [any Command] {
        model.entries.append("other \(message.text)")
        return []
      }
    }
    let (board, issues) = (SourceBoard(), IssueRecorder())
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(CombinedUpdater<Notes>([.full(NotesUpdater()), .full(OtherUpdater())])),
          .full(
            FunctionSubscriptionProvider<Notes> { _ in
              [Source(name: "x"), Source(name: "x", reply: Reply(Other.init))]
            }),
        ])), interpreters: [board.interpreter], options: RuntimeOptions(issues: issues.handler))
    runtime.start()
    board.send("a", from: "x")
    #expect(runtime.model.entries == ["a", "other a"])
    #expect(board.log.all == ["start x 0"])
    #expect(issues.issues.isEmpty)
    runtime.requestShutdown()
  }

  @Test func mappedDeclarationsShareTheInstance() throws {
    enum Left: Message { case it(Note) }
    enum Right: Message { case it(Note) }
    struct Updater: Katana.Updater {
      var takes: MessageTypes { .only([Left.self, Right.self]) }
      func update(model: inout Notes, message: any Message) -> [any Command] {
        switch message {
        case Left.it(.add(let text)): model.entries.append("left \(text)")
        case Right.it(.add(let text)): model.entries.append("right \(text)")
        default: break
        }
        return []
      }
    }
    let board = SourceBoard()
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(Updater()),
          .full(
            FunctionSubscriptionProvider<Notes> { _ in
              [Source(name: "x").map(Left.it), Source(name: "x").map(Right.it)]
            }),
        ])), interpreters: [board.interpreter])
    runtime.start()
    board.send("a", from: "x")
    #expect(runtime.model.entries == ["left a", "right a"])
    #expect(board.log.all == ["start x 0"])
    runtime.requestShutdown()
  }

  @Test func declarationsThatChangePlacesSendInTheNewOrder() throws {
    let board = SourceBoard()
    let first = Source(name: "x", reply: Reply { Note.add("first \($0)") })
    struct Other: Message { var text: String }
    struct OtherUpdater: TypedUpdater {
      func update(model: inout Notes, message: Other) -> [any Command] {
        model.entries.append("other \(message.text)")
        return []
      }
    }
    let second = Source(name: "x", reply: Reply(Other.init))
    let runtime = try Runtime(
      Program(
        model: Notes(),
        CombinedUpdater([
          .full(CombinedUpdater<Notes>([.full(NotesUpdater()), .full(OtherUpdater())])),
          .full(notesSubscriptions),
        ])), interpreters: [board.interpreter])
    runtime.start()
    runtime.dispatch(Note.want([first, second]))
    board.send("1", from: "x")
    runtime.dispatch(Note.want([second, first]))
    board.send("2", from: "x")
    #expect(runtime.model.entries == ["first 1", "other 1", "other 2", "first 2"])
    #expect(board.log.all == ["start x 0"])
    runtime.requestShutdown()
  }
}
