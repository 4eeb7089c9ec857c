import Foundation
import KatanaRuntime
import KatanaTesting
import Testing

/// A purity check runs where the update runs, so it must not need much more stack.
@Suite struct PurityStackTests {
  struct Kilobyte: Model, Equatable {
    typealias Word = (Int, Int, Int, Int, Int, Int, Int, Int)
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0
    var i = 0, j = 0, k = 0, l = 0, m = 0, n = 0, o = 0, p = 0
  }
  struct Eight<Part: Model & Equatable>: Model, Equatable {
    var a: Part, b: Part, c: Part, d: Part, e: Part, f: Part, g: Part, h: Part
    init(_ part: Part) {
      (a, b, c, d, e, f, g, h) = (part, part, part, part, part, part, part, part)
    }
  }
  struct Touched: Message {}
  /// 160 times 128 bytes.
  struct Large: Model {
    var first = Eight(Eight(Kilobyte()))
    var second = Eight(Eight(Kilobyte()))
    var third = Eight(Kilobyte())
    var fourth = Eight(Kilobyte())
    var fifth = Eight(Kilobyte())
    var sixth = Eight(Kilobyte())
  }
  struct Whole: Model, Equatable {
    var first = Eight(Eight(Kilobyte()))
    var second = Eight(Eight(Kilobyte()))
    var third = Eight(Kilobyte())
    var fourth = Eight(Kilobyte())
    var fifth = Eight(Kilobyte())
    var sixth = Eight(Kilobyte())
  }

  @Test(arguments: [false, true])
  func aModelOf20KilobytesIsCheckedOnASmallStack(isEquatable: Bool) throws {
    let use =
      try isEquatable
      ? stackOfCheck(Whole()) { $0.sixth.h.p += 1 } : stackOfCheck(Large()) { $0.sixth.h.p += 1 }
    #expect(use <= 100 * 1_024, "\(use) bytes")
  }

  /// Returns how many bytes of stack a check adds to a message.
  private func stackOfCheck<Checked: Model>(
    _ model: Checked, _ update: @escaping @Sendable (inout Checked) -> Void
  ) throws -> Int {
    #expect((20_000...21_000).contains(MemoryLayout<Checked>.size))
    let issues = IssueRecorder()
    let count = Locked(0)
    @Sendable func runtime(checksPurity: Bool) throws -> Runtime<Checked> {
      let updater = TypedFunctionUpdater { (model: inout Checked, _: Touched) in
        update(&model)
        count.withLock { $0 += 1 }
        return []
      }
      let runtime = try Runtime(
        Program(model: model, updater),
        options: RuntimeOptions(checksPurity: checksPurity, issues: issues.handler))
      runtime.start()
      return runtime
    }
    let (checked, plain) = (try runtime(checksPurity: true), try runtime(checksPurity: false))
    let use = stackUse { checked.dispatch(Touched()) } - stackUse { plain.dispatch(Touched()) }
    #expect(count.withLock { $0 } == 4)
    #expect(issues.kinds == [])
    return use
  }

  struct Row: Model, Identifiable {
    var id: Int
    var title = "a title"
    var isDone = false
  }
  struct List: Model { var rows: [Row] }
  struct EqualRow: Model, Equatable, Identifiable {
    var id: Int
    var title = "a title"
    var isDone = false
  }
  struct EqualList: Model, Equatable { var rows: [EqualRow] }

  /// The figures of `Docs/running.md`.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["KATANA_MEASURE"] != nil))
  func whatACheckCostsForEachRow() throws {
    func time(_ model: some Model, checksPurity: Bool) throws -> Duration {
      func measured<Measured: Model>(_ model: Measured) throws -> Duration {
        let updater = TypedFunctionUpdater { (_: inout Measured, _: Touched) in [] }
        let runtime = try Runtime(
          Program(model: model, updater), options: RuntimeOptions(checksPurity: checksPurity))
        runtime.start()
        runtime.dispatch(Touched())
        return ContinuousClock().measure { for _ in 0..<5 { runtime.dispatch(Touched()) } } / 5
      }
      return try measured(model)
    }
    for count in [100, 1_000, 10_000] {
      let models: [(String, any Model)] = [
        ("not Equatable", List(rows: (0..<count).map { Row(id: $0) })),
        ("Equatable", EqualList(rows: (0..<count).map { EqualRow(id: $0) })),
      ]
      for (name, model) in models {
        let cost = try time(model, checksPurity: true) - time(model, checksPurity: false)
        print("\(count) rows, \(name): \(cost / count) a row")
      }
    }
  }
}
