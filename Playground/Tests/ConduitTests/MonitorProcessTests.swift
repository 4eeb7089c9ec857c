#if os(Linux)
  import Foundation
  import ProgramProcess
  import Testing

  /// The monitor on a terminal, beside a running conduit and after it: what it shows equals what has happened,
  /// which the lines of the recording say, read here as JSON.
  @Suite struct MonitorProcessTests {
    private struct Line {
      var number: Int
      var name: String
      var cause: Int?
    }

    private func messages(in folder: String) throws -> [Line] {
      let file = try #require(FileManager.default.contentsOfDirectory(atPath: folder).first)
      return try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
        .compactMap { text in
          let line = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
          guard let number = line?["message"] as? Int, let name = line?["name"] as? String else {
            return nil
          }
          return Line(number: number, name: name, cause: line?["cause"] as? Int)
        }
    }

    /// Expects the newest messages on the timeline, in their order.
    private func expect(_ messages: [Line], on lines: [String]) {
      let shown = lines.compactMap { line -> (Int, String)? in
        let words = line.split(separator: " ")
        guard words.count > 2, let number = Int(words[0]), Double(words[1]) != nil else {
          return nil
        }
        return (number, line)
      }
      #expect(shown.count > 3)
      for (number, line) in shown {
        let name = messages.first { $0.number == number }?.name ?? "?"
        #expect(line.contains(name.prefix(20)), "\(number)")
      }
      #expect(shown.last?.0 == messages.last?.number)
      #expect(lines[0].contains("\(messages.count) messages"))
    }

    @Test(arguments: ["katana-monitor", "conduit"])
    func whatIsShownIsWhatHasHappened(program: String) async throws {
      try await withRecordingFolder { folder in
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
        let arguments = program == "conduit" ? ["--monitor", folder] : [folder]
        let monitor = try ProgramTerminal(program, arguments)
        defer { monitor.end() }
        #expect(await monitor.wait { $0.first?.hasPrefix("waiting for a recording") == true })
        let conduit = try ConduitProcess("conduit", ["--record", folder])
        try conduit.send("login demo@example.com demo-password\narticles --author tobias\n")
        while let line = await conduit.nextLine(), !line.contains("articles by tobias") {}
        #expect(
          await monitor.wait { lines in lines.contains { $0.contains("ArticlesMessage.listed") } })
        try conduit.send("quit\n")
        _ = try await conduit.finish()
        #expect(await monitor.wait { $0.first?.hasSuffix("ended") == true })
        let all = try messages(in: folder)
        #expect(
          await monitor.wait { lines in lines.contains { $0.contains("\(all.count) messages") } })
        expect(all, on: monitor.lines)

        // Its causes: from the line that was typed on.
        let listed = try #require(all.last { $0.name == "ArticlesMessage.listed" })
        monitor.type("g\(listed.number)\r2")
        #expect(
          await monitor.wait { lines in lines.contains { $0.contains("░ waits") } })
        let rows = monitor.lines.joined(separator: "\n")
        #expect(rows.contains("\(listed.number) ArticlesMessage.li"))
        let cause = all.first { $0.number == listed.cause }
        #expect(rows.contains("\(cause?.number ?? 0) \(cause?.name.prefix(12) ?? "")"))

        // Its model: with the types that of the message, otherwise the first one.
        monitor.type("3")
        let isTyped = program == "conduit"
        let model = isTyped ? "After message \(listed.number)" : "The first model"
        #expect(await monitor.wait { lines in lines.contains { $0.contains(model) } })
        let user = monitor.lines.first { $0.contains("authentication") } ?? ""
        #expect(user.contains("demo@example.com") == isTyped && !user.contains("demo-password"))
        monitor.type("q")
        #expect(await monitor.wait { !$0.joined().contains("Timeline") })
      }
    }
  }
#endif
