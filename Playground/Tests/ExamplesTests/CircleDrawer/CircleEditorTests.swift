import Katana
import KatanaTesting
import Testing

@testable import Examples

@Suite struct CircleEditorTests {
  private let drawing = CircleEditor.at.drawing
  private let small = Circle(id: 1, center: Point(10, 10))
  private let large = Circle(id: 2, center: Point(30, 10), diameter: 80)

  private func makeApp(_ circles: Circle...) -> AppTest<CircleEditor> {
    AppTest(
      Program(
        model: CircleEditor(Drawing(circles: IdentifiedArray(circles))), circleEditorFeature),
      exhaustive: [.model, .messages])
  }

  private func select(_ point: Point, in app: AppTest<CircleEditor>) {
    app.send(.pointerSeen(point)) { $0.pointer = point }
  }

  // MARK: Create and select

  @Test func aClickDrawsACircle() {
    let app = AppTest(circleEditorProgram)
    let edit = DrawingMessage.circleAdded(at: Point(10, 10)).to(drawing.present)
    app.send(
      .clicked(Point(10, 10)),
      commands: [Cancel(waiting: CircleEditorUpdater.ID.pointer), Send(edit)]
    ) {
      $0.pointer = Point(10, 10)
      $0.drawing.present.circles = [small]
      $0.drawing.past = [Drawing()]
    }
    #expect(app.model.selected == small)
  }

  @Test func aClickOnACircleDrawsNothing() {
    let app = makeApp(small)
    app.send(.clicked(Point(20, 10))) { $0.pointer = Point(20, 10) }
    app.finish()
  }

  @Test func theNearestCircleAroundThePointerIsSelected() {
    let app = makeApp(small, large)
    for (point, circle) in [
      (Point(12, 10), small), (Point(25, 10), large), (Point(60, 10), large), (Point(200, 10), nil),
      // On the line of a circle, the pointer is not in it.
      (Point(30, 50), nil),
    ] {
      select(point, in: app)
      #expect(app.model.selected == circle)
    }
    app.send(.pointerSeen(nil)) { $0.pointer = nil }
    #expect(app.model.selected == nil)
  }

  // MARK: Many moves

  private func seen(_ x: Double) -> CircleEditorMessage { .pointerSeen(Point(x, 0)) }

  @Test func ofManyMovesOneIsSeenInEachFrame() {
    let app = makeApp()
    app.send(.pointerMoved(Point(1, 0))) { $0.pointer = Point(1, 0) }
    for x in 2...9 { app.send(.pointerMoved(Point(Double(x), 0))) }
    app.advance(by: .milliseconds(15))
    app.advance(by: .milliseconds(1), sends: [seen(9)]) { $0.pointer = Point(9, 0) }
    app.finish()
  }

  @Test func aMoveFromBeforeAClickIsNotSeenAfterIt() {
    let app = makeApp(small)
    app.send(.pointerMoved(Point(1, 0))) { $0.pointer = Point(1, 0) }
    app.send(.pointerMoved(Point(2, 0)))
    app.send(.clicked(Point(10, 10))) { $0.pointer = Point(10, 10) }
    app.advance(by: .seconds(1))
    app.finish()
  }

  // MARK: Adjust

  @Test func theCanvasShowsTheDiameterOfTheSlider() {
    let app = makeApp(small)
    select(Point(10, 10), in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    app.send(.sliderMoved(60)) { $0.dialog?.diameter = 60 }
    let wide = Circle(id: 1, center: Point(10, 10), diameter: 60)
    #expect(app.model.shown.circles == [wide])
    #expect(app.model.drawing.present.circles == [small])
    // The pointer is on the slider, and the circle stays selected.
    app.send(.pointerSeen(nil)) { $0.pointer = nil }
    #expect(app.model.selected == wide)
  }

  @Test func oneAdjustmentIsOneStep() {
    let app = makeApp(small)
    select(Point(10, 10), in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    for diameter in [50.0, 90, 60] {
      app.send(.sliderMoved(diameter)) { $0.dialog?.diameter = diameter }
    }
    let edit = DrawingMessage.diameterChanged(circle: 1, to: 60).to(drawing.present)
    app.send(.dialogClosed, commands: [Send(edit)]) {
      $0.dialog = nil
      $0.drawing.past = [$0.drawing.present]
      $0.drawing.present.circles[id: 1]?.diameter = 60
    }
    app.send(.undo, to: drawing) {
      $0.drawing.future = [$0.drawing.present]
      $0.drawing.present.circles = [small]
      $0.drawing.past = []
    }
    app.send(.redo, to: drawing) {
      $0.drawing.past = [$0.drawing.present]
      $0.drawing.present.circles[id: 1]?.diameter = 60
      $0.drawing.future = []
    }
  }

  /// The canvas must not fall back to the old diameter between two messages.
  @Test func theDialogClosesInTheStepThatChangesTheDrawing() {
    var model = CircleEditor(Drawing(circles: [small]))
    model.dialog = DiameterDialog(circle: 1, diameter: 60)
    let edit = DrawingMessage.diameterChanged(circle: 1, to: 60)
    let test = StepTest(circleEditorFeature, model: model)
    test.send(.dialogClosed, commands: [Send(edit, to: drawing.present)])
    let shown = test.model.shown
    test.send(edit, to: drawing.present, exhaustive: false) { $0.dialog = nil }
    #expect(test.model.shown == shown)
  }

  @Test func aDialogThatChangesNothingIsNoStep() {
    let app = makeApp(small)
    select(Point(10, 10), in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    app.send(.sliderMoved(50)) { $0.dialog?.diameter = 50 }
    app.send(.sliderMoved(40)) { $0.dialog?.diameter = 40 }
    app.send(.dialogClosed, commands: []) { $0.dialog = nil }
    #expect(!app.model.drawing.canUndo)
  }

  @Test func aDiameterIsAtLeastOne() {
    let app = makeApp(small)
    select(Point(10, 10), in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    app.send(.sliderMoved(-5)) { $0.dialog?.diameter = 1 }
  }

  @Test func withoutASelectedCircleThereIsNoDialog() {
    let app = makeApp(small)
    app.send(.adjustTapped)
    app.send(.sliderMoved(50))
    app.send(.dialogClosed, commands: [])
  }

  @Test func aClickBesideTheDialogDrawsNothing() {
    let app = makeApp(small)
    select(Point(10, 10), in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    app.send(.clicked(Point(200, 10))) { $0.pointer = Point(200, 10) }
  }

  // MARK: Undo and redo

  private func click(_ x: Double, in app: AppTest<CircleEditor>) {
    app.send(.clicked(Point(x, 0)), exhaustive: false) { _ in }
  }

  private func places(in app: AppTest<CircleEditor>) -> [Double] {
    app.model.shown.circles.map(\.center.x)
  }

  @Test func circlesAreUndoneAndRedone() {
    let app = makeApp()
    click(100, in: app)
    click(200, in: app)
    app.send(.undo, to: drawing, exhaustive: false) { _ in }
    #expect(places(in: app) == [100])
    app.send(.undo, to: drawing, exhaustive: false) { _ in }
    #expect(places(in: app) == [])
    app.send(.undo, to: drawing)
    app.send(.redo, to: drawing, exhaustive: false) { _ in }
    app.send(.redo, to: drawing, exhaustive: false) { _ in }
    #expect(places(in: app) == [100, 200])
    app.send(.redo, to: drawing)
  }

  @Test func aNewEditDropsWhatCouldBeRedone() {
    let app = makeApp()
    click(100, in: app)
    click(200, in: app)
    app.send(.undo, to: drawing, exhaustive: false) { _ in }
    click(300, in: app)
    #expect(!app.model.drawing.canRedo)
    app.send(.redo, to: drawing)
    #expect(places(in: app) == [100, 300])
  }

  @Test func anUndoClosesTheDialogAboutTheStateBefore() {
    let app = makeApp()
    click(100, in: app)
    app.send(.adjustTapped) { $0.dialog = DiameterDialog(circle: 1, diameter: 40) }
    app.send(.undo, to: drawing, exhaustive: false) { $0.dialog = nil }
    #expect(app.model.selected == nil)
  }
}
