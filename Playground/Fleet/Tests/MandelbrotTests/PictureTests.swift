import FleetInterface
import Foundation
import Katana
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Rendering
import Testing

@testable import mandelbrot

struct PictureTests {
  private func app(_ count: Int = 2) -> AppTest<Picture> {
    let rows = (0..<count).map { Picture.Row(id: $0, tag: "t\($0)") }
    let feature = PictureFeature()
    let picture = Picture(rows: rows, width: 4)
    return AppTest(Program(model: picture, feature, commands: feature.openRows(of: picture)))
  }

  private func answer(_ tag: String, _ text: String) -> PictureMessage {
    .answered(FleetAnswer(tag: tag, result: .success(text)))
  }

  @Test func anAnswerIsAcknowledgedWhenItIsInTheFile() {
    let feature = PictureFeature()
    var model = Picture(rows: [Picture.Row(id: 0, tag: "a")])
    let keep = feature.update(model: &model, message: answer("a", "@"))
    #expect(keep.count == 1 && model.rows[0].state == .done("@") && !model.rows[0].isKept)
    // It comes again before that, and afterwards.
    #expect(feature.update(model: &model, message: answer("a", "@")).isEmpty)
    let kept = feature.update(model: &model, message: .kept(tag: "a"))
    let acknowledge = AcknowledgeAnswer(of: RenderRow.self, "a")
    #expect(kept.first as? AcknowledgeAnswer<RenderRow> == acknowledge)
    let again = feature.update(model: &model, message: answer("a", "@"))
    #expect(again.first as? AcknowledgeAnswer<RenderRow> == acknowledge)
    #expect(feature.subscriptions(model: model).isEmpty)
  }

  @Test func anotherRunHasAnotherTagThatIsInTheFileBeforeItIsSent() {
    let feature = PictureFeature()
    var model = Picture(rows: [Picture.Row(id: 0, tag: "a", state: .failed("no worker"))])
    #expect(feature.update(model: &model, message: .againTapped(0)).count == 1)
    #expect(model.rows[0].tag == "a'" && model.rows[0].state == .waits)
    let sent = feature.update(model: &model, message: .kept(tag: "a'"))
    #expect("\(sent)".contains("RenderRow"))
    // The answer of the former run has come late.
    let late = feature.update(model: &model, message: answer("a", "@"))
    #expect(
      late.first as? AcknowledgeAnswer<RenderRow> == AcknowledgeAnswer(of: RenderRow.self, "a"))
  }

  @Test func theScreenShowsWhatWaitsRunsAndFailed() {
    var rows = (0..<4).map { Picture.Row(id: $0, tag: "\($0)") }
    (rows[0].state, rows[0].worker) = (.done(".+@."), "vm-1")
    (rows[1].state, rows[1].worker) = (.runs, "vm-2")
    rows[2].state = .failed("no worker")
    let picture = Picture(rows: rows, width: 4)
    let test = ViewTest(
      Program(model: picture, PictureFeature()), columns: 60, rows: 14, pictureView)
    let text = test.lines.joined(separator: "\n")
    for part in [
      ".+@.", "····", "!!!!", "done", "runs", "vm-2", "no worker", "1 wait, 1 run, 1 failed",
    ] {
      #expect(text.contains(part), "\(part) in\n\(text)")
    }
  }

  @Test func aFileKeepsItsRows() async throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "katana-picture-\(UUID().uuidString)"
    ).path()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let tags = try PictureFile(path, rows: 3).picture().rows.map(\.tag)
    #expect(Set(tags).count == 3)
    #expect(try PictureFile(path, rows: 3).picture().rows.map(\.tag) == tags)
  }
}
