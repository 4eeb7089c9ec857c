import KatanaRuntime
import KatanaTesting
import Testing

/// A message that reaches no updater fails the test that sends it, unless the test expects that.
@Suite struct MessageReachabilityTests {
  private let bare = ItemMessage.loadTapped
  private let gone = ItemMessage.loadTapped.to(Shop.at.items[7])

  /// A message to an item that no updater takes.
  struct Dragged: MessageTo, Equatable { typealias Receiver = Item }

  private func texts(
    _ message: any Message, model: Shop = Shop(), expectingNoReceiver: Bool = false
  ) -> [String] {
    let step = failures {
      StepTest(shopUpdater, model: model).send(message, expectingNoReceiver: expectingNoReceiver)
    }
    let app = failures {
      AppTest(Program(model: model, shopUpdater)).send(
        message, expectingNoReceiver: expectingNoReceiver)
    }
    #expect(step.map(\.text) == app.map(\.text))
    return step.map(\.text)
  }

  @Test func aMessageThatNobodyTakesFailsTheTest() {
    #expect(
      texts(bare) == [
        """
        No updater takes the message ItemMessage.loadTapped without an address.
        It changes nothing: messages without an address reach `.full` and `.slice` parts only.
        To fix this, send it where it is taken: dispatch(…, to: Shop.at.items[…]).
        If the test expects that, say `expectingNoReceiver: true`.
        """
      ])
  }

  @Test func aMessageThatIsNotForThePartFailsTheTest() {
    #expect(
      texts(Dragged().to(Shop.at.items[7])).first?.contains(
        "No updater at the address takes the message ") == true)
  }

  @Test func aMessageToAPartThatIsNotThereFailsTheTest() {
    #expect(
      texts(gone) == [
        """
        The child that takes the message is not there.
          Message: ItemMessage.loadTapped.to(Shop.at.items[7])
        A message for a child that is gone is dropped and counted.
        To fix this, create the child first, or correct the address.
        If the test expects that, say `expectingNoReceiver: true`.
        """
      ])
  }

  @Test(arguments: [Shop(), Shop(sheet: Sheet())])
  func aMessageWithoutAnAddressReachesNobodyWhereTheOnlyPartThatTakesItComesAndGoes(model: Shop) {
    #expect(texts(SheetMessage.saveTapped, model: model, expectingNoReceiver: true) == [])
    #expect(
      texts(SheetMessage.saveTapped, model: model) == [
        """
        No updater takes the message SheetMessage.saveTapped without an address.
        It changes nothing: messages without an address reach `.full` and `.slice` parts only.
        To fix this, send it where it is taken: dispatch(…, to: Shop.at.sheet).
        If the test expects that, say `expectingNoReceiver: true`.
        """
      ])
  }

  @Test func aTestMaySayThatNobodyIsReached() {
    #expect(texts(bare, expectingNoReceiver: true) == [])
    #expect(texts(gone, expectingNoReceiver: true) == [])
    #expect(
      texts(ShopMessage.nothing, expectingNoReceiver: true) == [
        """
        The message reaches an updater.
          Message: ShopMessage.nothing
        The test says `expectingNoReceiver: true`.
        To fix this, remove `expectingNoReceiver:`, and state what the message causes.
        """
      ])
  }
}
