import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// A call that fails shows every issue of that call, before what follows from it.
@Suite struct IssuesFirstTests {
  enum AppMessage: Message, Equatable { case saved, begin }
  enum SheetMessage: Message, Equatable { case saveTapped, closeTapped }

  struct Sheet: Model, Equatable {
    typealias Receives = SheetMessage
    var text = "draft"
  }
  enum Page: Model, Equatable {
    case home
    case sheet(Sheet)

    static let sheetCase = EnumCase("sheet", Page.sheet) {
      if case .sheet(let it) = $0 { it } else { nil }
    }
  }
  struct App: Model, Equatable {
    typealias Receives = AppMessage
    var sheet: Sheet? = Sheet()
    var page = Page.sheet(Sheet())
    var saves = 0
  }

  static let sheet = TypedFunctionUpdater { (model: inout Sheet, message: SheetMessage) in
    message == .saveTapped ? [Send(AppMessage.saved)] : [Dismiss()]
  }
  static let app = CombinedUpdater<App>([
    .full(
      TypedFunctionUpdater { (model: inout App, message: AppMessage) in
        model.saves += 1
        return message == .begin ? [Send(Stranger()), Send(OtherStranger())] : []
      }),
    .optional(\.sheet, sheet), .case(\.page, Page.sheetCase, sheet),
  ])
  struct Stranger: Message, Equatable {}
  struct OtherStranger: Message, Equatable {}

  private func text(
    allowing: [RuntimeIssue.Kind] = [], _ body: (AppTest<App>) -> Void
  ) -> String {
    let found = failures {
      let test = AppTest(Program(model: App(), Self.app), allowing: allowing)
      body(test)
    }
    #expect(found.count == 1)
    return found.first?.text ?? ""
  }

  /// The first mistake of those who come from TCA.
  @Test func aMessageForTheParentIsExplainedBesideTheModelThatDiffers() {
    let text = text { test in
      test.send(
        .saveTapped, to: App.at.sheet, commands: [Send(AppMessage.saved).in(App.at.sheet)]
      ) { $0.saves = 1 }
    }
    #expect(
      text == """
        No updater at the address takes the message AppMessage.saved.
          Address: App.at.sheet
          Taken at: App
          Sent at: KatanaTestingTests/IssuesFirstTests.swift:31
          Cause: saveTapped (KatanaTestingTests/IssuesFirstTests.swift:58)
        It changes nothing: what a child sends goes to that child, not to the models around it.
        To fix this, let App listen to the child, by the closure of its part or `.listen(to:)`, and change the model there, or make AppMessage a `GlobalMessage`, which leaves the child that sends it.
        If that may happen in this test, make the app with `allowing: [.messageNotTaken]`.

        saveTapped: the model is not as expected (− expected, + actual).
        Model:
          .saves
            − 1
            + 0
        """)
  }

  /// The second one.
  @Test func aDismissalInACaseIsExplainedBesideTheModelThatDiffers() {
    let page = App.at.page[case: Page.sheetCase]
    let text = text { test in
      test.send(.closeTapped, to: page, commands: [Dismiss().in(page)]) { $0.page = .home }
    }
    let lines = text.split(separator: "\n")
    #expect(lines.first == "No updater at the address takes the message Dismissed.")
    #expect(text.contains("To fix this, let the parent listen to the child"))
    #expect(text.contains("\n\ncloseTapped: the model is not as expected"))
  }

  @Test func allIssuesAreShownAndNoDifferenceIsNeeded() {
    let text = text { test in
      test.send(.begin, commands: [Send(Stranger()), Send(OtherStranger())]) { $0.saves = 1 }
    }
    #expect(text.hasPrefix("No updater takes the message Stranger "))
    #expect(text.contains("\n\nNo updater takes the message OtherStranger "))
  }

  @Test func anAllowedIssueIsShownIfTheCallFailsOtherwise() {
    let text = text(allowing: [.messageNotTaken]) { test in
      test.send(.begin, commands: [Send(Stranger()), Send(OtherStranger())]) { $0.saves = 7 }
      test.send(.begin, commands: [Send(Stranger()), Send(OtherStranger())]) { $0.saves = 8 }
    }
    #expect(text.hasPrefix("No updater takes the message Stranger "))
    #expect(text.contains("\n\nbegin: the model is not as expected"))
    #expect(!text.contains("allowing:"))
  }

  @Test func aStepShowsItsIssuesFirstToo() {
    struct Named: Subscription {
      var payload: Int
      var id: String { "one" }
    }
    let provider = FunctionSubscriptionProvider<App> { _ in [Named(payload: 1), Named(payload: 2)] }
    let found = failures {
      let test = StepTest(CombinedUpdater([.full(Self.app), .full(provider)]), model: App())
      test.send(Stranger()) { $0.saves = 7 }
    }
    #expect(found.count == 1)
    let parts = (found.first?.text ?? "").components(separatedBy: "\n\n")
    #expect(parts.count == 3)
    #expect(parts.first?.hasPrefix("No updater takes the message Stranger") == true)
    #expect(parts.dropFirst().first?.hasPrefix("The subscription Named is declared with") == true)
    #expect(parts.last?.hasPrefix("Stranger: the model is not as expected") == true)
  }
}
