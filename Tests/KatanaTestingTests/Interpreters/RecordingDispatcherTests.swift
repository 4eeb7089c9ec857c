import Katana
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct RecordingDispatcherTests {
  enum Event: Message, Equatable { case first, second, late }
  struct Source: Subscription { var reply: Reply<Event> }

  @Test func messagesAreKeptInOrder() {
    let recorder = RecordingDispatcher()
    recorder.dispatch(Event.first)
    recorder.dispatch(Event.second)
    #expect(difference(recorder.messages, [Event.first, Event.second]) == nil)
  }

  @Test func aTestMayWaitForTheNextMessage() async {
    let recorder = RecordingDispatcher()
    let dispatch = recorder.dispatch
    recorder.dispatch(Event.first)
    let sending = Task.detached { dispatch(Event.late) }
    #expect(await recorder.next(as: Event.self) == .first)
    #expect(await recorder.next(as: Event.self) == .late)
    await sending.value
  }

  @Test func subscriptionsSendThroughItToo() {
    struct Made: Message, Equatable { var event: Event }
    let recorder = RecordingDispatcher()
    let source = Source(reply: Reply(Made.init))
    recorder.dispatch(for: source).callAsFunction { $0.reply(.first) }
    #expect(difference(recorder.messages, [Made(event: .first)]) == nil)
  }
}
