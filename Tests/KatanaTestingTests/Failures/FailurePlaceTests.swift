import KatanaRuntime
import KatanaTesting
import Testing

/// A failure of the tools is shown at the line of the test that has called them.
@Suite struct FailurePlaceTests {
  private static let id: StaticString = "AppTests/ShopTests.swift"
  private static let path: StaticString = "/app/Tests/AppTests/ShopTests.swift"

  private func expectPlaces(_ found: [TestFailure]) {
    for failure in found {
      #expect("\(failure.place.fileID)" == "\(Self.id)", "\(failure.text)")
      #expect("\(failure.place.filePath)" == "\(Self.path)", "\(failure.text)")
      #expect(failure.place.line == 7, "\(failure.text)")
    }
  }

  private let id = Self.id
  private let path = Self.path
  private let program = Program(model: Shop(), shopUpdater)
  private var step: StepTest<Shop> { StepTest(program) }
  private var app: AppTest<Shop> { AppTest(program) }
  private var clock: ManualClock { ManualClock() }
  private let loading = Interpreter.command(LoadItem.self) { _, _ in }

  @Test func aCallThatFails() {
    let item = Shop.at.items[9]
    let calls: [() -> Void] = [
      { step.send(ShopMessage.ticked as any Message, fileID: id, filePath: path, line: 7) },
      { step.send(.ticked, fileID: id, filePath: path, line: 7) },
      { step.send(.loadTapped, to: item, fileID: id, filePath: path, line: 7) },
      { app.send(ShopMessage.ticked as any Message, fileID: id, filePath: path, line: 7) },
      { app.send(.ticked, fileID: id, filePath: path, line: 7) },
      { app.send(.loadTapped, to: item, fileID: id, filePath: path, line: 7) },
      { app.answer(\Parcel.done, with: 1, fileID: id, filePath: path, line: 7) },
      { app.answer(Parcel.self, fileID: id, filePath: path, line: 7) },
      {
        app.answer(Parcel.self, throwing: CancellationError(), fileID: id, filePath: path, line: 7)
      },
      { app.emit(\Ticks.reply, with: (), fileID: id, filePath: path, line: 7) },
      { app.emit(Ticks.self, with: ShopMessage.ticked, fileID: id, filePath: path, line: 7) },
      {
        app.advance(by: .zero, expectingNoReceiver: true, fileID: id, filePath: path, line: 7)
      },
      {
        let app = app
        app.start()
        app.start(fileID: id, filePath: path, line: 7)
      },
      {
        let app = app
        app.send(.parcelTapped, commands: [Parcel()])
        app.finish(fileID: id, filePath: path, line: 7)
      },
      {
        let app = AppTest(program, fileID: id, filePath: path, line: 7)
        app.send(.parcelTapped, commands: [Parcel()])
      },
      {
        expectWiring(
          of: [], effects: [Parcel.self], fileID: id, filePath: path, line: 7)
      },
      {
        let twice = [loading, loading]
        expectWiring(of: program, interpreters: twice, fileID: id, filePath: path, line: 7)
      },
      { clock.advance(by: .seconds(-1), fileID: id, filePath: path, line: 7) },
      { clock.advance(to: .seconds(-1), fileID: id, filePath: path, line: 7) },
      {
        let recorder = RecordingDispatcher(fileID: id, filePath: path, line: 7)
        recorder.dispatcher(ShopMessage.ticked)
      },
      {
        let recorder = RecordingDispatcher()
        recorder.dispatcher(ShopMessage.ticked)
        recorder.expectNoMore(fileID: id, filePath: path, line: 7)
      },
      {
        let recorder = RecordingDispatcher()
        recorder.run(loading, Parcel(), fileID: id, filePath: path, line: 7)
      },
      {
        explore(
          seeds: 0..<1, sending: [ShopMessage.ticked], fileID: id, filePath: path, line: 7
        ) { _ in Simulated(program).always("no second passes") { $0.seconds == 0 } }
      },
    ]
    for (index, call) in calls.enumerated() {
      let found = failures(call)
      #expect(found.count == 1, "call \(index): \(found)")
      expectPlaces(found)
    }
  }

  @Test func aCallThatWaitsInVain() async {
    let recorder = RecordingDispatcher()
    let run = recorder.run(
      .command(Parcel.self) { _, dispatch in
        dispatch.clock.schedule(after: .seconds(1)) { dispatch(ShopMessage.ticked) }
      }, Parcel())
    let found = await failures {
      _ = await recorder.next(within: .zero, fileID: id, filePath: path, line: 7)
      _ = await recorder.next(
        as: ShopMessage.self, within: .zero, fileID: id, filePath: path, line: 7)
      await recorder.expect(
        ShopMessage.ticked, within: .zero, fileID: id, filePath: path, line: 7)
      await recorder.expect(
        [ShopMessage.ticked], within: .zero, fileID: id, filePath: path, line: 7)
      await run.ended(within: .zero, fileID: id, filePath: path, line: 7)
      _ = await run.ended(
        throwing: CancellationError.self, within: .zero, fileID: id, filePath: path, line: 7)
      await clock.waitUntilScheduled(within: .zero, fileID: id, filePath: path, line: 7)
    }
    #expect(found.count == 7)
    expectPlaces(found)
    run.cancel()
  }
}
