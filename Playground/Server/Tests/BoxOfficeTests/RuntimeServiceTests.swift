import KatanaRuntime
import KatanaTesting
import Logging
import ServerLifecycle
import ServiceLifecycle
import Testing

@testable import box_office

private let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

/// A box office whose bank answers when the test says so.
private final class Evening: Sendable {
  let clock = ManualClock()
  let office: Runtime<BoxOffice>
  let group: ServiceGroup
  let input: AsyncStream<String>.Continuation
  private let output: AsyncStream<String>
  private let charges: AsyncStream<String>

  init() throws {
    let (lines, input) = AsyncStream.makeStream(of: String.self)
    let (output, written) = AsyncStream.makeStream(of: String.self)
    let (charges, charged) = AsyncStream.makeStream(of: String.self)
    (self.input, self.output, self.charges) = (input, output, charges)
    let clock = clock
    office = try Runtime(
      boxOfficeProgram(seats: 2),
      interpreters: [
        .command(Charge.self) { (command, dispatch: Dispatcher) async throws in
          charged.yield(command.name)
          try await dispatch.clock.sleep(for: .seconds(1))
          dispatch.answer(command.reply, with: nil)
        }
      ], options: RuntimeOptions(clock: clock, issues: IssueHandler { _ in }))
    group = boxOfficeServices(
      office, limit: .seconds(3), lines: lines, logger: silent
    ) { written.yield($0) }
  }

  func nextCharge() async -> String? { await charges.first { _ in true } }
  func nextAnswer() async -> String? { await output.first { _ in true } }
}

@Suite struct RuntimeServiceTests {
  @Test func anOpenRequestIsAnsweredInAGracefulShutdown() async throws {
    let evening = try Evening()
    async let end: Void = evening.group.run()
    evening.input.yield("ada")
    #expect(await evening.nextCharge() == "ada")
    await evening.group.triggerGracefulShutdown()
    // The charge, and the limit of the request.
    await evening.clock.waitUntilScheduled(2)
    evening.clock.advance(by: .seconds(1))
    #expect(await evening.nextAnswer() == "ada: sold")
    try await end
    #expect(evening.office.model == BoxOffice(free: 1, sold: 1))
  }

  @Test func aCommandThatNobodyWaitsForEndsInAGracefulShutdown() async throws {
    let evening = try Evening()
    async let end: Void = evening.group.run()
    evening.office.dispatch(BoxOfficeMessage.seatRequested(name: "ada"))
    #expect(await evening.nextCharge() == "ada")
    await evening.group.triggerGracefulShutdown()
    // The charge, and the limit.
    await evening.clock.waitUntilScheduled(2)
    evening.clock.advance(by: .seconds(1))
    try await end
    #expect(evening.office.model == BoxOffice(free: 1, sold: 1))
  }

  @Test func aCommandThatDoesNotEndWithinTheLimitIsAnError() async throws {
    let clock = ManualClock()
    let (charges, charged) = AsyncStream.makeStream(of: Void.self)
    let office = try Runtime(
      boxOfficeProgram(seats: 1),
      interpreters: [
        .command(Charge.self) { (_, dispatch: Dispatcher) async throws in
          charged.yield()
          try await dispatch.clock.sleep(for: .seconds(60))
        }
      ], options: RuntimeOptions(clock: clock, issues: IssueHandler { _ in }))
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [RuntimeService(office, finishingWithin: .seconds(3))], logger: silent))
    let end = Task { try await group.run() }
    office.dispatch(BoxOfficeMessage.seatRequested(name: "ada"))
    for await _ in charges { break }
    await group.triggerGracefulShutdown()
    // The charge, and the limit.
    await clock.waitUntilScheduled(2)
    clock.advance(by: .seconds(3))
    await #expect(throws: UnfinishedWork(names: ["Charge"])) { try await end.value }
  }

  @Test func aRuntimeThatEndsItselfEndsItsService() async throws {
    let office = try Runtime(
      boxOfficeProgram(seats: 1), interpreters: [.command(Bank(time: .zero))])
    office.requestShutdown()
    try await RuntimeService(office).run()
  }

  @Test func aCancelledServiceCancelsItsCommands() async throws {
    let evening = try Evening()
    let service = Task { try await RuntimeService(evening.office).run() }
    evening.office.dispatch(BoxOfficeMessage.seatRequested(name: "ada"))
    #expect(await evening.nextCharge() == "ada")
    service.cancel()
    try await service.value
    #expect(evening.office.model.open == 1)
  }

  @Test func aHealthRequestIsRefusedWhileTheRuntimeFinishes() async throws {
    let evening = try Evening()
    evening.office.start()
    evening.office.dispatch(BoxOfficeMessage.seatRequested(name: "ada"))
    #expect(await evening.nextCharge() == "ada")
    async let end = evening.office.finish(within: .seconds(3))
    var error: SettleError?
    while error == nil {
      do {
        _ = try await evening.office.settle(
          BoxOfficeMessage.healthRequested, returning: Answer.self)
      } catch let refusal { error = refusal }
    }
    #expect(error == .notFound)
    // The charge, and the limit.
    await evening.clock.waitUntilScheduled(2)
    evening.clock.advance(by: .seconds(1))
    #expect(await end.isComplete)
    #expect(evening.office.model.sold == 1)
  }

  @Test func theEndOfTheInputEndsTheServer() async throws {
    let evening = try Evening()
    evening.input.yield("health")
    evening.input.finish()
    try await evening.group.run()
    #expect(await evening.nextAnswer() == "health: ok, 2 free, 0 open")
  }
}
