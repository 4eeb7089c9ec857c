import Katana
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@Suite struct ViewTestTests {
  @Test func anAppIsUsedByItsLabels() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    test.press("+")
    test.type("xa", into: "Name")
    test.submit("Name")
    #expect(
      test.outline == """
        column "Counting" [+ more]
          text "Counter" heading
          row
            button "-"
            text "2" strong
            button "+"
            button "Reset"
          input "Name" = "A"
          text "Hello, A!" muted
        """)
  }

  @Test func whatIsMissingDisabledOrAmbiguousFailsWithWhatIsThere() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    let texts = failures {
      test.press("Rest")
      test.press("Reset")
      test.type("a", into: "Reset")
      test.key("q")
    }.map(\.text)
    #expect(
      texts == [
        "Nothing is called “Rest”. There are: “-”, “+”, “Name”.",
        "“Reset” is disabled.", "“Reset” is disabled.", "No key q acts here. There are: + more.",
      ])
  }

  @Test func anotherOutlineFailsWithTheLinesThatDiffer() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    let outline = test.outline
    test.expectOutline(outline)
    test.press("+")
    let texts = failures { test.expectOutline(outline) }.map(\.text)
    #expect(
      texts == [
        """
        The outline is not as expected (− expected, + actual).
            …
              row
                button "-"
          −     text "0" strong
          +     text "1" strong
                button "+"
          −     button "Reset" disabled
          +     button "Reset"
              input "Name" = ""
              text "Hello, !" muted
        """
      ])
  }

  @Test func keysAroundADialogActInIt() {
    struct Desk: Model, Equatable {
      typealias Receives = Touch
      var touches: [Touch] = []
    }
    enum Touch: Message, Equatable { case around, behind, inside, cancelled }
    let view = { @Sendable (model: Desk) -> ViewOf<Desk> in
      .layers([
        .column([.text("behind")]).onKey("b", "behind", .behind),
        .dialog("Dialog", .button("ok", .inside), cancel: .cancelled),
      ]).onKey(.control("q"), "quit", .around)
    }
    let updater = TypedFunctionUpdater { (model: inout Desk, touch: Touch) in
      model.touches.append(touch)
      return []
    }
    let test = ViewTest(Program(model: Desk(), updater), view)
    test.key(.control("q"))
    #expect(test.model.touches == [.around])
    #expect(failures { test.key("b") }.count == 1)
  }

  @Test func aControlOfARowIsNamedByATextBesideIt() {
    var model = Article()
    model.comments.all = [Comment(id: 1, text: "first"), Comment(id: 2, text: "second")]
    let test = ViewTest(Program(model: model, articleFeature), articleView)
    #expect(
      failures { test.press("like") }.map(\.text) == [
        "“like” is the name of 2 controls. To fix this, name a text beside the one that you mean: "
          + "`in: …`."
      ])
    test.press("like", in: "second")
    #expect(test.model.comments.all[id: 2]?.isLiked == true)
    test.key("d", in: "first")
    #expect(test.model.comments.all.ids == [2])
  }

  @Test func aDialogCoversTheRest() {
    let test = ViewTest(Program(model: Article(), articleFeature), articleView)
    test.press("Delete")
    #expect(
      failures { test.submit("Comment") }.map(\.text) == [
        "“Comment” is behind the dialog “Delete it?”."
      ])
    test.cancelDialog()
    #expect(!test.model.isDeleting)
  }
}
