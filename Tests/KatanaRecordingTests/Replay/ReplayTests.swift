import Foundation
import KatanaRecording
import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct ReplayTests {
  typealias Message = Shop.ShopMessage

  /// Some messages of all kinds.
  private func use(_ runtime: Runtime<Shop.App>) {
    runtime.dispatch(Message.loginTapped(name: "ada", password: Secret("hunter2")))
    for id in 1...3 { runtime.dispatch(Message.itemCreated(id)) }
    runtime.dispatch(Shop.ItemMessage.added(4).to(Shop.App.at.items[2]))
    runtime.dispatch(Message.ticking(true))
    runtime.dispatch(Message.failed(reason: "a \"quoted\"\nline"))
  }

  @Test func theModelsAreComputedAgain() async throws {
    try await withFolder { folder in
      let models = Locked<[Shop.App]>([])
      let path = try await Shop.record(in: folder) { runtime in
        let token = runtime.observe { model in models.withLock { $0.append(model) } }
        use(runtime)
        withExtendedLifetime(token) {}
      }
      let replay = try Replay(Shop.format(), of: path)
      #expect(try replay.recording.messages == 1...8)
      #expect(try replay.recording.isComplete)
      #expect(try replay.recording.problems == [])
      var replayed: [Shop.App] = []
      let result = try replay.run {
        replayed.append($0.after)
        return true
      }
      // All but the token, which was masked.
      let expected = models.withLock { $0 }.map { model in
        var model = model
        if model.token != nil { model.token = Secret("•••") }
        return model
      }
      #expect(replayed == expected)
      #expect(result.divergence == nil)
      #expect(result.problem == nil)
      #expect(result.count == 8)
      #expect(result.model.items[id: 2]?.count == 4)
    }
  }

  @Test func aLineThatIsTooLongIsAProblemThatSaysHowToReadIt() async throws {
    try await withFolder { folder in
      let reason = String(repeating: "x", count: 10_000)
      let path = try await Shop.record(in: folder) { $0.dispatch(Message.failed(reason: reason)) }
      let short = try Replay(Shop.format(), of: path, maximumLineLength: 10_000)
      #expect(try short.recording.problems.count == 1)
      let bytes = try Data(contentsOf: URL(filePath: path))
      let count = try #require(bytes.split(separator: 0x0A).map(\.count).max())
      #expect(
        try short.recording.problems[0].hasSuffix(
          """
          The line has \(count) bytes, more than 10000. To fix this, give the `Replay` a \
          `maximumLineLength` of \(count), or record less in one message or model.
          """))
      #expect(try short.run().count == 0)
      let long = try Replay(Shop.format(), of: path, maximumLineLength: count)
      #expect(try long.recording.problems == [] && long.run().count == 1)
    }
  }

  @Test func aStepHasItsMessageCommandsAndSubscriptions() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let replay = try Replay(Shop.format(), of: path)
      let step = try #require(try replay.step(4))
      #expect(step.message as? Message == .itemCreated(2))
      #expect(step.commands.map { $0 as? Shop.Track } == [Shop.Track(what: "item 2")])
      #expect(step.recorded.name == "ShopMessage.itemCreated")
      #expect(step.recorded.commands == ["Track"])
      #expect(step.before.items.count == 1)
      let answer = try #require(try replay.step(2))
      #expect(answer.recorded.cause == 1)
      #expect(answer.recorded.origin == "command LogIn")
      let ticking = try #require(try replay.step(7))
      #expect(ticking.subscriptionsBefore.isEmpty)
      #expect(ticking.subscriptions.count == 1)
      #expect(try replay.step(9) == nil)
    }
  }

  @Test func anUpdateThatWasChangedIsNamedAsTheFirstDivergence() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, options: .checkpoints(every: 2), use)
      let changed = Shop.format(Shop.program { $0.uppercased() })
      let divergence = try #require(try Replay(changed, of: path).run().divergence)
      #expect(divergence.number == 2)
      #expect(divergence.lastAgreement == 0)
      #expect(
        divergence.causes.map { $0.prefix(26) } == [
          "1 ShopMessage.loginTapped ", "2 ShopMessage.loggedIn (Ka",
        ])
      #expect(
        divergence.difference
          == .model(
            """
              .user
                − "ada"
                + "ADA"
            """))
      #expect(
        divergence.description.hasSuffix(
          """

          The models were equal after message 0; the cause is one of the messages 1 to 2.
          The cause may be a masked secret in message 1, 2.
          """))
    }
  }

  @Test func aDivergenceDirectlyAfterAnAgreementNamesOneMessage() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, options: .checkpoints(every: 1), use)
      let changed = Shop.format(Shop.program { $0.uppercased() })
      let divergence = try #require(try Replay(changed, of: path).run().divergence)
      #expect(divergence.number == 1 && divergence.lastAgreement == 0)
      #expect(!divergence.description.contains("The models were equal"))
    }
  }

  @Test(arguments: [false, true])
  func otherCommandsAreADivergence(isDurable: Bool) async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = isDurable
      let path = try await Shop.record(in: folder, options: options) {
        $0.dispatch(Message.itemCreated(1))
      }
      let silent = Program(
        model: Shop.App(),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in
          if case .itemCreated(let id) = message { model.items[id: id] = Shop.Item(id: id) }
          return []
        })
      let divergence = try #require(
        try Replay(Shop.format(silent), of: path).run().divergence)
      #expect(divergence.number == 1)
      #expect(divergence.difference == .commands(recorded: ["Track"], replayed: []))
      #expect(divergence.secrets == [])
    }
  }

  @Test func payloadsThatAreNotListedAreNotRecordedAndStopTheReplayWithTheirType() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder) { runtime in
        runtime.dispatch(Message.itemCreated(1))
        runtime.dispatch(Shop.Hidden(text: "hunter2"))
        runtime.dispatch(Message.itemCreated(2))
      }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains("hunter2"))
      let result = try Replay(Shop.format(), of: path).run()
      #expect(result.lastNumber == 1)
      let problem = try #require(result.problem)
      #expect(problem.kind == .payloadNotRecorded)
      #expect(
        problem.description == """
          \(path): Message 2, Hidden, was recorded without its payload.
          The replay stops before it: the model after it is not known.
          To fix this, add `KatanaRecordingTests.Shop.Hidden.self` to the payloads of the recording \
          format, and record again.
          """)
    }
  }

  @Test func onlyListedTypesAreDecoded() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let format = Shop.format(payloads: [Shop.App.self, Shop.ShopMessage.self])
      let result = try Replay(format, of: path).run()
      #expect(result.problem?.kind == .typeNotListed)
      #expect(result.lastNumber == 5)
    }
  }

  @Test func secretsAreMaskedAndReplayedByStandIns() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains("hunter2"))
      #expect(!text.contains("token of"))
      let step = try #require(try Replay(Shop.format(), of: path).step(1))
      #expect(step.recorded.maskedSecrets == 1)
      #expect(
        step.message as? Message == .loginTapped(name: "ada", password: Secret("•••")))
    }
  }

  @Test func withoutTheModelsTypeAReplayBeginsWithTheProgramsModel() async throws {
    try await withFolder { folder in
      let payloads: [any (Codable & Sendable).Type] = [
        Shop.ShopMessage.self, Shop.ItemMessage.self,
      ]
      let path = try await Shop.record(in: folder, payloads: payloads, use)
      let replay = try Replay(Shop.format(payloads: payloads), of: path)
      #expect(try replay.recording.checkpoints == [])
      #expect(try replay.run().model.items.count == 3)
    }
  }

  @Test func theFirstStepAtWhichAConditionHoldsIsFoundByBisection() async throws {
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, options: .checkpoints(every: 10)) { runtime in
        for _ in 0..<200 { runtime.dispatch(Message.ticked) }
      }
      let replay = try Replay(Shop.format(), of: path)
      #expect(try replay.recording.checkpoints.count == 21)
      for count in [1, 9, 10, 11, 137, 200] {
        #expect(try replay.first { $0.ticks >= count }?.recorded.number == UInt64(count))
      }
      #expect(try replay.first { $0.ticks > 200 } == nil)
      #expect(try replay.model(after: 57)?.ticks == 57)
      #expect(try replay.model(after: 0)?.ticks == 0)
      #expect(try replay.model(after: 201) == nil)
      #expect(try replay.model(after: .max) == nil)
      #expect(try replay.step(.max) == nil)
    }
  }

  @Test func recordersMayBeCreatedOnManyThreadsAtOnce() async throws {
    try await withFolder { folder in
      let recordings = try await withThrowingTaskGroup(of: Recorder.self) { group in
        for number in 0..<40 {
          group.addTask {
            try Recorder(Shop.format(), in: folder, name: "shop\(number)", build: "1")
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for recorder in recordings { await recorder.close() }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files.filter { $0.hasSuffix(".katana") }.count == 40)
    }
  }

  @Test(arguments: [false, true])
  func eachFileOfARotatedRecordingStandsAlone(isDurable: Bool) async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = isDurable
      options.bytesPerFile = 4_096
      options.fileCount = 100
      let recorder = try Recorder(
        Shop.format(), in: folder, name: "shop", build: "1", options: options)
      let runtime = try Runtime(
        Shop.program(), options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      for number in 0..<300 {
        runtime.dispatch(Message.ticked)
        // So that the writer asks for its checkpoints in time.
        if number % 10 == 0 { _ = await recorder.flush() }
      }
      await runtime.shutdown()
      await recorder.close()
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".katana") }
      #expect(files.count > 3)
      var next: UInt64 = 1
      for file in files {
        let replay = try Replay(Shop.format(), of: "\(folder)/\(file)")
        let result = try replay.run()
        #expect(result.problem == nil)
        #expect(result.divergence == nil)
        guard let messages = try replay.recording.messages else { continue }
        #expect(messages.lowerBound == next)
        #expect(result.model.ticks == Int(messages.upperBound))
        next = messages.upperBound + 1
      }
      #expect(next == 301)
    }
  }

  @Test func aMessageIsWrittenBeforeItsUpdateInDurableMode() async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = true
      let seen = Locked<String>("")
      let path = Locked<String>("")
      let program = Program(
        model: Shop.App(),
        TypedFunctionUpdater { (model: inout Shop.App, message: Message) in
          let path = path.withLock { $0 }
          seen.withLock { $0 = (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
          return [Shop.Track(what: "")]
        })
      let recorder = try Recorder(
        RecordingFormat(program, payloads: Shop.payloads), in: folder, name: "shop",
        options: options)
      path.withLock { $0 = recorder.path }
      let runtime = try Runtime(
        program, interpreters: Shop.interpreters,
        options: RuntimeOptions(eventHandlers: [recorder.eventHandler]))
      runtime.start()
      runtime.dispatch(Message.failed(reason: "durable"))
      #expect(seen.withLock { $0 }.contains("durable"))
      await runtime.shutdown()
      await recorder.close()
      let result = try Replay(RecordingFormat(program, payloads: Shop.payloads), of: recorder.path)
        .run()
      #expect(result.count == 1)
      #expect(result.divergence == nil)
      #expect(result.crashed == nil)
    }
  }

  @Test(arguments: [false, true], [2, 3])
  func aDamagedMessageBeforeACheckpointIsNoDivergence(isDurable: Bool, damaged: Int) async throws {
    try await withFolder { folder in
      var options = RecorderOptions.checkpoints(every: 1)
      options.isDurable = isDurable
      let path = try await Shop.record(in: folder, options: options) { runtime in
        for _ in 1...3 { runtime.dispatch(Message.ticked) }
      }
      var bytes = try Data(contentsOf: URL(filePath: path))
      // In a durable recording, a line of its own says that the message was handled.
      let key = isDurable ? "handled" : "message"
      let name = try #require(bytes.range(of: Data("\"\(key)\":\(damaged),".utf8)))
      bytes[name.upperBound + 1] ^= 1
      try bytes.write(to: URL(filePath: path))
      let result = try Replay(Shop.format(), of: path).run()
      #expect(result.divergence == nil)
      #expect(result.problem?.kind == .messagesMissing)
      #expect(result.problem?.number == UInt64(damaged))
      #expect(
        result.problem?.description.hasPrefix("\(path): Message \(damaged) is missing. Line ")
          == true)
      #expect(result.lastNumber == UInt64(damaged) - 1 && result.crashed == nil)
    }
  }

  @Test(arguments: Array(stride(from: 2_000, through: 2_400, by: 40)))
  func aRotatedFileOfADurableRecordingDoesNotNameACrash(bytesPerFile: Int) async throws {
    try await withFolder { folder in
      var options = RecorderOptions()
      options.isDurable = true
      options.bytesPerFile = bytesPerFile
      options.fileCount = 100
      let payloads: [any (Codable & Sendable).Type] = [Message.self]
      _ = try await Shop.record(in: folder, payloads: payloads, options: options) { runtime in
        for _ in 0..<100 { runtime.dispatch(Message.ticked) }
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .filter { $0.hasSuffix(".katana") }
      #expect(files.count > 1)
      for file in files {
        let replay = try Replay(Shop.format(payloads: payloads), of: "\(folder)/\(file)")
        #expect(try replay.run().crashed == nil, "\(file)")
      }
    }
  }

  @Test func anotherAppsRecordingIsRefused() async throws {
    struct Other: Model {}
    try await withFolder { folder in
      let path = try await Shop.record(in: folder, use)
      let format = RecordingFormat(
        Program(model: Other(), FunctionUpdater<Other> { model, _ in (model, []) }))
      #expect(throws: RecordingError.self) { try Replay(format, of: path) }
    }
  }
}
