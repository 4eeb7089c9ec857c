import KatanaRuntime
import KatanaTesting
import Testing

@testable import box_office

@Suite struct BoxOfficeTests {
  private let charge = Charge(name: "ada", reply: Reply(BoxOfficeMessage.charged))

  private func test(free: Int = 1, open: Int = 0) -> StepTest<BoxOffice> {
    StepTest(BoxOfficeUpdater(), model: BoxOffice(free: free, open: open))
  }

  @Test func aSeatIsTakenBeforeItIsPaid() {
    test().send(.seatRequested(name: "ada"), commands: [charge]) {
      $0.free = 0
      $0.open = 1
    }
  }

  @Test func aSeatWhosePaymentIsDeclinedIsFreeAgain() {
    test(free: 0, open: 1).send(.charged(.declined), commands: [Send(Answer.declined)]) {
      $0.free = 1
      $0.open = 0
    }
  }

  @Test func aRequestAboveTheLimitIsRefusedAtOnce() {
    test(free: 9, open: 100).send(.seatRequested(name: "ada"), commands: [Send(Answer.busy)])
    test(free: 0, open: 100).send(.seatRequested(name: "ada"), commands: [Send(Answer.soldOut)])
  }

  @Test func theHealthTellsWhatIsFreeAndOpen() {
    test(free: 3, open: 2).send(
      .healthRequested, commands: [Send(Answer.healthy(free: 3, open: 2))])
  }

  @Test func inAnyOrderNoSeatIsSoldTwice() {
    let names = ["ada", "bob", "eve", "mary"]
    explore(
      seeds: 200, sending: names.map { BoxOfficeMessage.seatRequested(name: $0) }, inAnyOrder: true
    ) { simulation in
      Simulated(
        boxOfficeProgram(seats: 2),
        interpreters: [.command(Bank(time: .milliseconds(simulation.choose(1...500))))]
      )
      .always("each seat is free, being paid, or sold") {
        $0.free >= 0 && $0.free + $0.open + $0.sold == 2
      }
      .eventually("nobody is being charged") { $0.open == 0 }
    }
  }

  @Test func anAnswerThatNobodyWaitsForIsNoIssue() {
    let app = AppTest(boxOfficeProgram(seats: 1))
    app.send(.seatRequested(name: "ada"), commands: [charge]) {
      $0.free = 0
      $0.open = 1
    }
    app.answer(\Charge.reply, with: nil, commands: [Send(Answer.sold)]) {
      $0.open = 0
      $0.sold = 1
    }
    app.finish()
  }

  @Test func everythingIsWired() {
    expectWiring(of: boxOfficeProgram(seats: 1), interpreters: [.command(Bank())])
  }
}
