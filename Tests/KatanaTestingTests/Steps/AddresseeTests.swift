import Katana
import KatanaRuntime
import KatanaTesting
import Testing

/// A message that reaches nobody fails the test that sends it, unless the test says so.
@Suite struct AddresseeTests {
  private let bare = ItemMessage.loadTapped
  private let gone = ItemMessage.loadTapped.in(\Shop.items, id: 7)

  private func texts(_ message: any Message, reachesNobody: Bool = false) -> [String] {
    let step = failures {
      StepTest(shopUpdater, model: Shop()).send(message, reachesNobody: reachesNobody)
    }
    let app = failures {
      AppTest(model: Shop(), updater: shopUpdater).send(message, reachesNobody: reachesNobody)
    }
    #expect(step.map(\.text) == app.map(\.text))
    return step.map(\.text)
  }

  @Test func aMessageThatNobodyTakesFailsTheTest() {
    #expect(
      texts(bare) == [
        """
        The message reached nobody.
          Message: ItemMessage.loadTapped
        No updater takes it without an address.
        To fix this, address it to the child that it is for, with `.in(…)`, or add the updater; or \
        say `reachesNobody: true`, if that is what the test is about.
        """
      ])
  }

  @Test func aMessageThatIsNotForThePartFailsTheTest() {
    let message = SheetMessage.saveTapped.in(\Shop.items, id: 7)
    #expect(texts(message).first?.contains("No updater takes it at this address.") == true)
  }

  @Test func aMessageToAPartThatIsNotThereFailsTheTest() {
    #expect(
      texts(gone) == [
        """
        The message reached nobody.
          Message: ItemMessage.loadTapped.in(\\Shop.items[7])
        The part of the model that it is addressed to is not there.
        To fix this, make the part first, or correct the address; or say `reachesNobody: true`, if \
        that is what the test is about.
        """
      ])
  }

  @Test func aMessageWithoutAnAddressReachesNobodyWhileTheOnlyPartThatTakesItIsGone() {
    #expect(texts(SheetMessage.saveTapped, reachesNobody: true) == [])
    #expect(
      texts(SheetMessage.saveTapped) == [
        """
        The message reached nobody.
          Message: SheetMessage.saveTapped
        The part of the model that takes it is not there.
        To fix this, make the part first; or say `reachesNobody: true`, if that is what the test is \
        about.
        """
      ])
  }

  @Test func aTestMaySayThatNobodyIsReached() {
    #expect(texts(bare, reachesNobody: true) == [])
    #expect(texts(gone, reachesNobody: true) == [])
    #expect(
      texts(ShopMessage.nothing, reachesNobody: true) == [
        """
        The message reaches an updater.
          Message: ShopMessage.nothing
        The test says `reachesNobody: true`.
        To fix this, leave that out, and state what the message causes.
        """
      ])
  }
}
