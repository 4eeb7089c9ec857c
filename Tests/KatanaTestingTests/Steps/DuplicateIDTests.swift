import KatanaRuntime
import KatanaTesting
import Testing

/// Elements with the same `id` are reported by tests, and by a runtime with `checksPurity`.
@Suite struct DuplicateIDTests {
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = Touched
    var id: Int
  }
  struct Sheet: Model, Equatable { var rows: [Row] = [] }
  struct List: Model, Equatable {
    typealias Receives = Added
    var sheet: Sheet? = Sheet()
  }
  struct Touched: Message {}
  struct Added: Message { var id: Int }

  static let row = TypedFunctionUpdater { (model: inout Row, message: Touched) in [] }
  static let list = CombinedUpdater<List>([
    .full(
      TypedFunctionUpdater { (model: inout List, message: Added) in
        model.sheet?.rows.append(Row(id: message.id))
        return []
      }),
    .optional(\.sheet, CombinedUpdater<Sheet>([.each(\.rows, row)])),
  ])
  static let expected = """
    Two elements of a collection have the same id.
      Collection: List.at.sheet.rows
      Id: 7
    A message to the id reaches the first of them only, and their commands and subscriptions are taken for \
    those of one element.
    To fix this, give each element an id of its own, or keep them in an `IdentifiedArray`.
    """

  @Test func testsFailOnce() {
    let inSteps = failures {
      let test = StepTest(Self.list, model: List())
      test.send(Added(id: 7)) { $0.sheet?.rows = [Row(id: 7)] }
      test.send(Added(id: 7)) { $0.sheet?.rows.append(Row(id: 7)) }
      test.send(Added(id: 8)) { $0.sheet?.rows.append(Row(id: 8)) }
    }
    #expect(inSteps.map(\.text) == [Self.expected])
    let inApp = failures {
      let test = AppTest(Program(model: List(), Self.list))
      test.send(Added(id: 7)) { $0.sheet?.rows = [Row(id: 7)] }
      test.send(Added(id: 7)) { $0.sheet?.rows.append(Row(id: 7)) }
      test.finish()
    }
    #expect(inApp.map(\.text) == [Self.expected])
  }

  @Test func testsFailForTheModelWithWhichTheyBegin() {
    let model = List(sheet: Sheet(rows: [Row(id: 7), Row(id: 7)]))
    let inSteps = failures {
      StepTest(Self.list, model: model).send(Added(id: 8)) { $0.sheet?.rows.append(Row(id: 8)) }
    }
    #expect(inSteps.map(\.text) == [Self.expected])
    let inApp = failures { AppTest(Program(model: model, Self.list)).finish() }
    #expect(inApp.map(\.text) == [Self.expected])
    let set = failures {
      let test = StepTest(Self.list, model: List())
      test.send(Added(id: 8)) { $0.sheet?.rows.append(Row(id: 8)) }
      test.model = model
      test.send(Added(id: 8)) { $0.sheet?.rows.append(Row(id: 8)) }
    }
    #expect(set.map(\.text) == [Self.expected])
  }

  @Test func aRuntimeThatChecksReportsThemWithoutTheirIDs() throws {
    let issues = IssueRecorder()
    let runtime = try Runtime(
      Program(model: List(), Self.list),
      options: RuntimeOptions(checksPurity: true, issues: issues.handler))
    runtime.start()
    for _ in 0..<3 { runtime.dispatch(Added(id: 7)) }
    #expect(issues.kinds == [.duplicateID])
    #expect(issues.issues[0].text.contains("Collection: List.at.sheet.rows\n"))
    #expect(!issues.issues[0].text.contains("7"))
    runtime.requestShutdown()
  }
}
