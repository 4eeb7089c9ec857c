import Foundation
import Katana
import KatanaRecording
import KatanaRuntime
import Testing

@testable import KatanaMonitor
@testable import KatanaMonitorScreen

/// What the monitor reads of recordings, live and from files, equals what has happened.
@Suite struct RecordingTests {
  /// The monitor's parts without a screen.
  private struct Reading {
    let index = RecordingIndex()
    let source: RecordingSource
    let tail: RecordingTail
    var log = MonitorLog()

    init(_ place: String, types: RecordingTypes? = nil) {
      let place = RecordingPlace(path: place)
      source = RecordingSource(place: place, index: index, types: types)
      tail = RecordingTail(place, index) { types?.changes($0) }
    }

    /// Reads until a condition holds.
    mutating func read(until isMet: (MonitorLog) -> Bool) async {
      while !isMet(log) { for fact in await tail.next() { log.add(fact) } }
    }
  }

  private static let types = RecordingTypes(shopFormat, nil)
  private static let names = [
    "ShopMessage.added", "ShopMessage.loadTapped", "ShopMessage.loaded",
    "ShopMessage.passwordTyped", "ShopMessage.seen",
  ]

  private func messages(_ log: MonitorLog) -> [LogMessage] {
    log.entries.positions.map { log.entries[$0].message }.filter { $0.number > 0 }
  }

  @Test(arguments: [false, true]) func theFileSaysWhatHasHappened(knowsTypes: Bool) async throws {
    try await withFolder { folder in
      let shop = try RecordedShop(in: folder)
      try await shop.use()
      await shop.end()
      var reading = Reading(shop.recorder.path, types: knowsTypes ? Self.types : nil)
      await reading.read { $0.isEnded }
      let messages = messages(reading.log)
      #expect(messages.map(\.name) == Self.names)
      #expect(messages.map(\.number) == [1, 2, 3, 4, 5])
      #expect(messages.map(\.cause) == [nil, nil, 2, nil, nil])
      #expect(messages[1].commands == ["LoadBasket"])
      #expect(messages[2].origin == "command LoadBasket")
      #expect(messages[0].place.hasPrefix("KatanaMonitorTests/Shop.swift:"))
      #expect(messages[0].payload == #"{"added":{"_0":"jam"}}"#)
      #expect(messages.allSatisfy { ($0.took ?? 0) > 0 })
      #expect(reading.log.running.isEmpty && reading.log.ended.last?.end == .finished)
      #expect(
        messages.map(\.isChanged)
          == (knowsTypes ? [true, true, true, nil, false] : [nil, nil, nil, nil, nil]))
      #expect(!"\(reading.log)".contains("hunter2"))
      #expect(messages[3].payload?.contains("•••") == true)
    }
  }

  /// The model at each message with types; at checkpoints without.
  @Test func theModelIsThatOfTheMessage() async throws {
    try await withFolder { folder in
      let shop = try RecordedShop(in: folder)
      try await shop.use()
      await shop.end()
      var typed = Reading(folder, types: Self.types)
      await typed.read { $0.isEnded }
      let loaded = typed.source.model(after: 3)
      #expect(loaded.after == 3 && loaded.problem == nil)
      func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
      #expect(text(loaded.model).contains(#""basket":["tea","rice"],"isLoading":false"#))
      #expect(text(loaded.before).contains(#""basket":["jam"],"isLoading":true"#))
      #expect(loaded.step?.message == #"ShopMessage.loaded(["tea", "rice"])"#)
      #expect(loaded.step?.changes?.contains("basket") == true)
      #expect(text(typed.source.model(after: 4).model).contains("•••"))
      #expect(typed.source.model(after: 99).problem != nil)

      var plain = Reading(folder)
      await plain.read { $0.isEnded }
      let first = plain.source.model(after: 3)
      #expect(
        first.after == 0 && text(first.model).contains(#""basket":[]"#) && first.before == nil)
    }
  }

  /// The monitor is there before the recording, goes on in its next files, and with the next recording.
  @Test func aFolderIsFollowed() async throws {
    try await withFolder { folder in
      var reading = Reading(folder)
      let waiting = Task { [tail = reading.tail] in await tail.next() }
      var options = RecorderOptions()
      options.bytesPerFile = 2_000
      let first = try RecordedShop(in: folder, options: options)
      for fact in await waiting.value { reading.log.add(fact) }
      for number in 1...40 {
        await first.runtime.deliver(ShopMessage.added("item \(number)"))
        // Lines that wait for the disk would all go to one file.
        await first.recorder.flush()
      }
      await reading.read { $0.handledCount == 40 }
      #expect(messages(reading.log).map(\.number) == Array(1...40))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count > 3)
      let started = reading.log.source?.started
      await first.end()
      let second = try RecordedShop(in: folder)
      await second.runtime.deliver(ShopMessage.emptied)
      await second.recorder.flush()
      await reading.read { $0.source?.started != started && $0.handledCount == 1 }
      #expect(messages(reading.log).map(\.name) == ["ShopMessage.emptied"])
      await second.end()
    }
  }

  @Test func olderMessagesAreReadFromTheRecording() async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.bytesPerFile = 4_000
      let shop = try RecordedShop(in: folder, options: options)
      for number in 1...100 {
        await shop.runtime.deliver(ShopMessage.added("\(number)"))
        await shop.recorder.flush()
      }
      await shop.end()
      var reading = Reading(folder)
      await reading.read { $0.isEnded }
      let range = reading.source.range(around: 30)
      let found = log(range.facts)
      #expect(found.message(30)?.payload == #"{"added":{"_0":"30"}}"#)
      #expect(reading.source.range(around: 1).problem == nil)
      let later = reading.source.range(around: 999_999).problem
      #expect(later == "The recording has no message 999999. Its last one is 100.")
      // A recording whose first files were removed.
      let removed = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      for name in removed.prefix(2) {
        try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      var rest = Reading(folder)
      await rest.read { $0.isEnded }
      let problem = rest.source.range(around: 1).problem ?? ""
      #expect(
        problem.hasPrefix("The recording has no message 1. The first message that it has is "))
    }
  }

  /// Half a line waits for its other half; a damaged one is said.
  @Test func aTornLineIsWaitedForAndADamagedOneIsSaid() async throws {
    try await withFolder { folder in
      let shop = try RecordedShop(in: folder)
      try await shop.use()
      await shop.end()
      let text = try String(contentsOfFile: shop.recorder.path, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let path = "\(folder)/copy.katana"
      let place = lines.firstIndex { $0.contains("\"message\":2,") } ?? 0
      let half = lines[place].prefix(40)
      try (lines[..<place].joined(separator: "\n") + "\n" + half).write(
        toFile: path, atomically: false, encoding: .utf8)
      var reading = Reading(path)
      await reading.read { $0.handledCount == 1 }
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.seekToEnd()
      try handle.write(
        contentsOf: Data((lines[place].dropFirst(40) + "\n").utf8)
          + Data((lines[place + 1].replacing("command", with: "cammand") + "\n").utf8))
      await reading.read { $0.handledCount == 2 && $0.entries.last?.kind == .note }
      #expect(reading.log.entries.last?.text.contains("copy.katana") == true)
    }
  }

  /// A process that is gone holds no lock.
  @Test func aRecordingThatNobodyWritesHasEnded() async throws {
    try await withFolder { folder in
      let shop = try RecordedShop(in: folder)
      try await shop.use()
      let text = try String(contentsOfFile: shop.recorder.path, encoding: .utf8)
      #expect(isBeingWritten(shop.recorder.path))
      let path = "\(folder)/cut.katana"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
      var reading = Reading(path)
      await reading.read { $0.isEnded }
      #expect(reading.log.handledCount == 5)
      await shop.end()
    }
  }

  @Test func aFileThatIsNoRecordingIsAnError() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt").path()
    try "some text\n".write(toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: LineFileError.self) { try RecordingPlace(path: path).check() }
    try RecordingPlace(path: "/nowhere/at/all").check()
  }

  @Test func testsTracesAndReduxFilesAreWritten() async throws {
    try await withFolder { folder in
      let shop = try RecordedShop(in: folder)
      try await shop.use()
      await shop.end()
      var reading = Reading(
        folder, types: RecordingTypes(shopFormat, .init(program: "shopProgram", imports: [])))
      await reading.read { $0.isEnded }
      let test = try String(contentsOfFile: reading.source.writeTest(1...3), encoding: .utf8)
      #expect(test.contains("shopProgram") && test.contains(#".loaded(["tea", "rice"])"#))
      let path = try reading.source.writeTest(1...2)
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
      // A second one gets another name.
      #expect(try reading.source.writeTest(1...3).hasSuffix("RecordedTest-1-3-2.swift"))
      let redux = try String(contentsOfFile: reading.source.writeReduxFile(), encoding: .utf8)
      #expect(redux.contains("\"nextActionId\":6"))
      let trace = try Data(contentsOf: URL(filePath: reading.source.writeTrace()))
      let json = try JSONSerialization.jsonObject(with: trace) as? [String: [[String: Any]]]
      let names = json?["traceEvents"]?.compactMap { $0["name"] as? String } ?? []
      #expect(names.filter { $0.hasPrefix("ShopMessage") } == Self.names)
      #expect(names.filter { $0 == "LoadBasket" }.count == 1)
      // From the update to the run, and from the run to the update of its answer.
      let phases = json?["traceEvents"]?.compactMap { $0["ph"] as? String } ?? []
      #expect(phases.filter { $0 == "s" }.count == 2 && phases.filter { $0 == "f" }.count == 2)
    }
  }
}

/// A monitor in the process of the app.
@Suite struct InsideTests {
  private func app(
    _ monitor: Monitor, _ body: (Runtime<Shop>, RecordingSource, MonitoredApp) async throws -> Void
  ) async throws {
    let runtime = try Runtime(
      shopProgram, interpreters: shopInterpreters,
      options: RuntimeOptions(eventHandlers: monitor.eventHandlers))
    runtime.start()
    await runtime.deliver(ShopMessage.added("jam"))
    try await runtime.settle(ShopMessage.loadTapped)
    try await body(runtime, monitor.source, monitor.app(beside: runtime))
    await runtime.shutdown()
  }

  private func act(_ action: MonitorAction, _ number: UInt64) -> Act {
    Act(action, number...number, Reply { MonitorMessage.acted($0) })
  }

  @Test func actingIsRefusedUnlessTheAppHasAllowedIt() async throws {
    try await withFolder { folder in
      let monitor = try Monitor(recording: shopFormat, name: "shop", in: folder)
      try await app(monitor) { runtime, source, app in
        for action in [MonitorAction.travel, .showPresent, .goOn, .send] {
          #expect(throws: ActionFailure.self) { try perform(act(action, 1), source, app) }
        }
        #expect(runtime.model.basket == ["tea", "rice"])
        #expect(await app.facts().statistics.contains("handled: 3"))
      }
    }
  }

  @Test func theAppTravelsGoesOnAndGetsAMessageAgain() async throws {
    try await withFolder { folder in
      let monitor = try Monitor(
        recording: shopFormat, name: "shop", in: folder, allowsActing: true)
      try await app(monitor) { runtime, source, app in
        let tail = RecordingTail(source.place, source.index) { _ in nil }
        var log = MonitorLog()
        while log.handledCount < 3 { for fact in await tail.next() { log.add(fact) } }
        let shown = Locked<[[String]]>([])
        let token = runtime.observe { model in shown.withLock { $0.append(model.basket) } }
        func last() async -> [String]? {
          _ = await runtime.snapshot()
          return shown.withLock { $0.last }
        }
        #expect(try perform(act(.travel, 1), source, app).shows == .some(1))
        #expect(await last() == ["jam"] && runtime.model.basket == ["tea", "rice"])
        #expect(try perform(act(.showPresent, 0), source, app).shows == .some(nil))
        #expect(await last() == ["tea", "rice"])
        #expect(try perform(act(.send, 1), source, app).shows == nil)
        #expect(await last() == ["tea", "rice", "jam"])
        _ = try perform(act(.goOn, 1), source, app)
        #expect(await runtime.snapshot().basket == ["jam"])
        token.cancel()
        #expect(throws: (any Error).self) { try perform(act(.travel, 77), source, app) }
        #expect(throws: (any Error).self) { try perform(act(.send, 77), source, app) }
      }
    }
  }

  /// Neither the order nor the history nor the statistics of an app tell whether it is watched.
  @Test func watchingChangesNothing() async throws {
    func facts(_ handlers: [EventHandler], _ monitor: Monitor? = nil) async throws -> [String] {
      let history = History()
      var options = RuntimeOptions<Shop>(eventHandlers: handlers)
      options.history = history
      let runtime = try Runtime(shopProgram, interpreters: shopInterpreters, options: options)
      runtime.start()
      await runtime.deliver(ShopMessage.added("jam"))
      try await runtime.settle(ShopMessage.loadTapped)
      let app = monitor?.app(beside: runtime)
      #expect(await app?.facts().statistics.contains("handled: 3") ?? true)
      try app?.acting?.travel(1)
      app?.acting?.showPresent()
      let result = (1...history.latest).map { history.chain(of: $0) } + ["\(runtime.statistics)"]
      await runtime.shutdown()
      return result
    }
    try await withFolder { folder in
      let monitor = try Monitor(
        recording: shopFormat, name: "shop", in: folder, allowsActing: true)
      // It reads what the app does while that happens.
      let end = Locked(false)
      let reading = Task {
        await monitor.follow { _ in !end.withLock { $0 } }
      }
      let watched = try await facts(monitor.eventHandlers, monitor)
      end.withLock { $0 = true }
      reading.cancel()
      await reading.value
      #expect(try await facts([]) == watched)
    }
  }
}
