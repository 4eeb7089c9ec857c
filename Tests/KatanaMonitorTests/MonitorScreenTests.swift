import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaMonitorScreen
import KatanaViews
import KatanaViewsTesting
import Testing

/// Every function of the monitor by keys and by the mouse, at 80 × 24.
@Suite struct MonitorScreenTests {
  private static let facts: [LogFact] = [
    .began(LogSource(app: "shop", started: "20261130T100000.000Z", path: "shop.katana")),
    message(1, "ShopMessage.added", at: 1_000_000),
    message(2, "ShopMessage.loadTapped", at: 2_000_000),
    run(.started, 1, "LoadBasket", cause: 2, at: 2_100_000),
    message(3, "ShopMessage.loaded", cause: 2, at: 90_000_000, took: 20_000_000),
    run(.finished, 1, "LoadBasket", cause: 2, at: 91_000_000),
    message(4, "ShopMessage.ticked", at: 95_000_000),
    message(5, "ShopMessage.ticked", at: 96_000_000),
    message(6, "ShopMessage.emptied", cause: 3, at: 97_000_000),
    .notHandled(
      reason: "silenced", LogMessage(number: 0, time: 98_000_000, name: "RowMessage.late")),
    .issue(kind: "messageNotTaken", text: "Nobody takes it.\nTo fix this, …", time: 99_000_000),
    run(.started, 2, "Upload", cause: 6, at: 99_000_000),
  ]

  private func started(
    isInside: Bool = true, columns: Int = 80, rows: Int = 24
  ) -> ViewTest<MonitorModel> {
    var model = MonitorModel(place: "recordings")
    (model.hasTypes, model.isInside, model.acts) = (isInside, isInside, isInside)
    let test = ViewTest(
      monitorProgram(model),
      interpreters: [.time()], columns: columns, rows: rows, monitorView)
    #expect(test.lines[0].hasPrefix("waiting for a recording"))
    test.app.answer(\ReadMore.reply, with: Self.facts, exhaustive: [])
    return test
  }

  /// What the monitor still asks for when a test ends does not matter.
  private func end(_ test: ViewTest<MonitorModel>) {
    test.app.finish(
      ignoringPending: [
        ReadMore.self, LoadModel.self, AskRuntime.self, Act.self, EndMonitor.self,
      ])
  }

  private func line(_ text: String, _ test: ViewTest<MonitorModel>) -> String? {
    test.lines.first { $0.contains(text) }
  }

  /// Answers the command that asks for the model of a message.
  private func load(_ number: UInt64, _ test: ViewTest<MonitorModel>, changes: String? = nil) {
    test.app.advance(by: .milliseconds(120), exhaustive: [])
    test.app.answer(
      \LoadModel.reply,
      with: LoadedModel(
        number: number, after: number, model: Array(#"{"basket":["tea"],"total":3}"#.utf8),
        before: Array(#"{"basket":[],"total":3}"#.utf8),
        step: StepTexts(message: "m", commands: [], changes: changes)), exhaustive: [])
  }

  @Test func theTimelineShowsWhatHasHappened() {
    let test = started()
    #expect(test.lines[0].contains("6 messages") && test.lines[0].hasSuffix("live"))
    #expect(line("×2  ShopMessage.ticked", test) != nil)
    #expect(line("ShopMessage.loaded", test)?.contains("20 ms") == true)
    #expect(line("✗  RowMessage.late (silenced)", test) != nil)
    #expect(line("!  messageNotTaken", test) != nil)
    test.click("ShopMessage.loaded")
    load(3, test, changes: "basket")
    #expect(line("cause: 2 ShopMessage.loadTapped", test) != nil)
    #expect(line("changes: basket", test) != nil)
    // More arrives, and the chosen one stays.
    test.app.answer(
      \ReadMore.reply, with: (7...60).map { message($0, "More.\($0)") }, exhaustive: [])
    #expect(line("ShopMessage.loaded", test) != nil && line("More.60", test) == nil)
    test.click("follow")
    #expect(line("More.60", test) != nil)
    end(test)
  }

  @Test(arguments: [false, true]) func theFilterNarrowsTheLines(byMouse: Bool) {
    let test = started()
    if byMouse { test.click("Filter:") } else { test.key("/") }
    #expect(test.focusedLabel == "Filter")
    test.type("slow", into: "Filter")
    #expect(line("ShopMessage.loaded", test) != nil && line("ShopMessage.added", test) == nil)
    test.replace("Filter", with: "-shop")
    #expect(line("RowMessage.late", test) != nil && line("ShopMessage", test) == nil)
    end(test)
  }

  /// A durable recording has the message before its update.
  @Test func aSlowUpdateIsFoundAlsoIfItEndsLater() {
    let test = started()
    test.click("Filter:")
    test.type("slow", into: "Filter")
    test.app.answer(
      \ReadMore.reply,
      with: [
        .message(LogMessage(number: 7, time: 99_000_000, name: "ShopMessage.heavy", isOpen: true))
      ], exhaustive: [])
    #expect(line("ShopMessage.heavy", test) == nil)
    test.app.answer(
      \ReadMore.reply,
      with: [.handled(number: 7, commands: [], took: 30_000_000, isChanged: nil)], exhaustive: [])
    #expect(line("ShopMessage.heavy", test) != nil)
    end(test)
  }

  @Test func pausedNothingMovesUntilItIsLiveAgain() {
    let test = started()
    test.click("pause")
    #expect(test.lines[0].hasSuffix("paused"))
    test.app.answer(\ReadMore.reply, with: [message(7, "New.one")], exhaustive: [])
    #expect(line("New.one", test) == nil && test.lines[0].contains("7 messages"))
    test.key("p")
    #expect(line("New.one", test) != nil && test.lines[0].hasSuffix("live"))
    end(test)
  }

  @Test func aMessageIsFoundByItsNumberAlsoWhereItIsNotInMemory() {
    let test = started()
    test.key("g")
    test.type("3", into: "Number")
    test.submit("Number")
    #expect(test.model.chosenNumber == 3)
    test.click("go to")
    test.type("77", into: "Number")
    test.click("[ Go ]")
    #expect(line("Reading the recording up to message 77", test) != nil)
    test.app.answer(
      \ReadRange.reply, with: RangeRead((70...80).map { message($0, "Old.\($0)") }, around: 77),
      exhaustive: [])
    #expect(line("Old.77", test) != nil && test.lines[0].hasSuffix("paused"))
    // One that is not there is said, and what was shown stays.
    test.key("g")
    test.type("90", into: "Number")
    test.submit("Number")
    test.app.answer(
      \ReadRange.reply, with: RangeRead((91...95).map { message($0, "Old.\($0)") }, around: 90),
      exhaustive: [])
    #expect(line("Message 90 was not handled", test) != nil && line("Old.77", test) != nil)
    #expect(test.model.chosenNumber == 77)
    test.key("p")
    #expect(line("ShopMessage.added", test) != nil)
    end(test)
  }

  @Test func theCausesAreATreeWithBars() {
    let test = started()
    test.click("ShopMessage.emptied")
    test.click("Causes")
    let lines = test.lines.filter { $0.contains("ShopMessage") || $0.contains("→") }
    #expect(lines.count == 5)
    #expect(lines[0].contains("2 ShopMessage.loadTapped"))
    #expect(lines[1].contains("  → LoadBasket 88 ms") && lines[1].contains("█"))
    let depths = lines.map { $0.prefix { !$0.isNumber && $0 != "→" }.count }
    #expect(lines[2].contains("3 ShopMessage.loaded"))
    #expect(depths[1] > depths[0] && depths[2] == depths[1] && depths[3] > depths[2])
    #expect(lines[3].contains("6 ShopMessage.emptied") && lines[4].contains("→ Upload runs since"))
    // Another message of the tree is chosen by its row.
    test.select("3 ShopMessage.loaded")
    #expect(test.model.chosenNumber == 3)
    end(test)
  }

  /// The tree of a long chain begins far above the chosen message, which is shown all the same.
  @Test func theChosenMessageOfALongTreeIsOnTheScreen() {
    let test = started()
    test.app.answer(
      \ReadMore.reply,
      with: (7...60).map { message($0, "Chain.\($0)", cause: $0 == 7 ? 6 : $0 - 1) }, exhaustive: []
    )
    test.click("Chain.60")
    test.key("2")
    #expect(line("60 Chain.60", test) != nil && line("2 ShopMessage.loadTapped", test) == nil)
    // The rows of commands are stepped over one by one, too.
    for _ in 0..<70 { test.key(.up) }
    #expect(line("2 ShopMessage.loadTapped", test) != nil && test.model.chosenNumber == 2)
    end(test)
  }

  @Test func aModelThatIsNotWaitedForIsAskedForAgain() {
    let test = started()
    test.click("ShopMessage.emptied")
    test.key("3")
    test.key("1")
    test.click("messageNotTaken")
    load(6, test)
    test.click("ShopMessage.emptied")
    load(6, test)
    test.key("3")
    #expect(line("After message 6", test) != nil)
    end(test)
  }

  @Test func whatTheAppShowsIsSaidUntilItShowsAnother() {
    let test = started()
    func act(_ title: String, _ result: ActionResult) {
      test.click(title)
      test.app.answer(\Act.reply, with: result, exhaustive: [])
    }
    test.click("ShopMessage.loaded")
    test.key("4")
    test.key(.end)
    act("Show the app as it was", ActionResult("shown", shows: .some(3)))
    act("Write a trace", ActionResult("written"))
    #expect(test.model.travelledTo == 3)
    // It takes no messages.
    test.click("Send it again")
    #expect(test.model.notice.contains("first go back to the present"))
    act("Back to the present", ActionResult("present", shows: .some(nil)))
    #expect(test.model.travelledTo == nil)
    end(test)
  }

  @Test func theModelIsOpenedSearchedAndMarked() {
    let test = started()
    test.click("ShopMessage.loaded")
    load(3, test)
    test.key("3")
    #expect(line("After message 3", test)?.contains("▪ changed by this message") == true)
    #expect(line("▸ basket [\"tea\"]", test)?.hasSuffix("▪") == true)
    #expect(line("total 3", test)?.contains("▪") == false)
    test.click("▸ basket")
    #expect(line("    0 \"tea\"", test) != nil)
    test.key(.left)
    #expect(line("0 \"tea\"", test) == nil)
    test.type("tea", into: "Search")
    test.submit("Search")
    #expect(line("0 \"tea\"", test) != nil)
    test.replace("Search", with: "nothing")
    test.submit("Search")
    #expect(line("“nothing” is not in the model.", test) != nil)
    end(test)
  }

  @Test func nowSaysWhatRunsAndWaits() {
    let test = started()
    test.key("4")
    #expect(line("Upload runs since", test)?.contains("caused by 6") == true)
    test.app.answer(
      \AskRuntime.reply,
      with: RuntimeFacts(waiting: ["Upload waits for its turn"], statistics: "handled: 6"),
      exhaustive: [])
    #expect(line("Upload waits for its turn", test) != nil)
    #expect(line("not handled: 1 silenced", test) != nil && line("handled: 6", test) != nil)
    #expect(line("Nobody takes it.", test) != nil)
    // An age grows though no line comes.
    test.app.advance(by: .seconds(2), exhaustive: [])
    #expect(line("Upload runs since 2000 ms", test) != nil)
    end(test)
  }

  @Test func whatIsActedIsAskedOfTheApp() {
    let test = started()
    test.click("ShopMessage.added")
    load(1, test)
    test.key("4")
    let expected: [(String, MonitorAction)] = [
      ("Show the app as it was", .travel), ("Back to the present", .showPresent),
      ("Send it again", .send), ("Write a test of it", .writeTest),
      ("Write a trace", .writeTrace), ("Write a Redux DevTools file", .writeReduxFile),
    ]
    for (label, action) in expected {
      test.press(label)
      #expect(test.app.pending(Act.self).map(\.action) == [action])
      #expect(test.app.pending(Act.self).first?.numbers == 1...1)
      test.app.answer(
        \Act.reply, with: ActionResult("did: \(label)"), exhaustive: [])
      #expect(line("did: \(label)", test) != nil)
    }
    // What is lost is asked before.
    test.press("Go on from there")
    test.click("[ No ]")
    #expect(test.app.pending(Act.self).isEmpty)
    test.press("Go on from there")
    test.press("Go on")
    #expect(test.app.pending(Act.self).map(\.action) == [.goOn])
    test.app.answer(\Act.reply, with: ActionResult("gone on"), exhaustive: [])
    test.press("A test begins here")
    test.key("1")
    test.select("ShopMessage.emptied")
    test.key("4")
    test.press("Write the test from 1")
    #expect(test.app.pending(Act.self).map(\.numbers) == [1...6])
    test.app.answer(\Act.reply, with: ActionResult("refused"), exhaustive: [])
    #expect(line("refused", test) != nil)
    end(test)
  }

  @Test func whatIsNotAllowedIsDisabledAndSaid() {
    let test = started(isInside: false)
    test.key("4")
    #expect(line("The app has not allowed acting.", test) != nil)
    #expect(
      failures { test.press("Send it again") }.map(\.text) == ["“Send it again” is disabled."])
    #expect(line("need the types", test) != nil)
    test.click("quit")
    #expect(test.app.pending(EndMonitor.self).count == 1)
    end(test)
  }

  /// What is typed into the filter reaches it, also while the lines come and go.
  @Test func typingStaysInTheFilter() {
    let test = started()
    test.key("/")
    test.keys("z", "z", .backspace, .backspace, "e", "q", .backspace, "m", "p")
    #expect(test.model.filter == "emp" && test.focusedLabel == "Filter")
    test.replace("Filter", with: "nothing")
    #expect(line("No line has “nothing”.", test) != nil)
    #expect(test.app.pending(EndMonitor.self).isEmpty)
    end(test)
  }

  @Test func aMessageLeadsToItsCauseAndOutOfTheFilter() {
    let test = started()
    test.type("emptied", into: "Filter")
    test.click("ShopMessage.emptied")
    test.key("c")
    #expect(test.model.chosenNumber == 3 && test.model.filter.isEmpty)
    #expect(line("The filter is off", test) != nil)
    test.key("c")
    #expect(test.model.chosenNumber == 2 && line("The filter is off", test) == nil)
    end(test)
  }

  @Test func burstsAreUnfolded() {
    let test = started()
    test.key("f")
    #expect(test.lines.filter { $0.contains("ShopMessage.ticked") }.count == 2)
    test.click("fold")
    #expect(test.lines.filter { $0.contains("ShopMessage.ticked") }.count == 1)
    end(test)
  }

  /// Another part of the recording takes the place of what was shown, and nothing refers to the former one.
  @Test func nothingIsLeftOfAnotherPartOfTheRecording() {
    let test = started()
    test.click("ShopMessage.emptied")
    test.key("2")
    test.key("g")
    test.type("77", into: "Number")
    test.submit("Number")
    test.app.answer(
      \ReadRange.reply, with: RangeRead([message(77, "Old.77")], around: 77), exhaustive: [])
    #expect(line("77 Old.77", test) != nil && line("emptied", test) == nil)
    test.key("g")
    test.submit("Number")
    #expect(test.model.chosenNumber == 77)
    test.app.answer(
      \ReadRange.reply, with: RangeRead([], around: 6, problem: "no message 6"), exhaustive: [])
    #expect(line("no message 6", test) != nil && test.model.chosenNumber == 77)
    end(test)
  }

  @Test func theChosenLineStaysVisibleWhenTheWindowChanges() {
    let test = started()
    test.app.answer(
      \ReadMore.reply, with: (7...90).map { message($0, "More.\($0)") }, exhaustive: [])
    test.keys(.up, .up, .up)
    let chosen = "More.\(test.model.chosenNumber ?? 0)"
    #expect(line(chosen, test) != nil)
    for (columns, rows) in [(60, 20), (80, 24), (40, 12), (120, 40)] {
      test.resize(columns: columns, rows: rows)
      #expect(line(chosen, test) != nil, "\(columns) × \(rows)")
    }
    end(test)
  }

  /// A small and a large window.
  @Test(arguments: [(40, 12), (200, 60)]) func eachPageFits(_ columns: Int, _ rows: Int) {
    let test = started(columns: columns, rows: rows)
    for page in ["1", "2", "3", "4"] as [Shortcut] {
      test.key(page)
      #expect(test.lines.count <= rows)
      #expect(test.lines.last?.contains("pause") == true)
    }
    end(test)
  }
}
