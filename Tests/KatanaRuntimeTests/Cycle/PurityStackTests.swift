import Katana
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

  @Test func aModelOf20KilobytesIsCheckedOnASmallStack() throws {
    #expect((20_000...21_000).contains(MemoryLayout<Large>.size))
    let issues = IssueRecorder()
    let count = Locked(0)
    @Sendable func runtime(checksPurity: Bool) throws -> Runtime<Large> {
      let updater = TypedFunctionUpdater { (model: inout Large, _: Touched) in
        model.sixth.h.p += 1
        count.withLock { $0 += 1 }
        return []
      }
      let runtime = try Runtime(
        Program(model: Large(), updater),
        options: RuntimeOptions(checksPurity: checksPurity, issues: issues.handler))
      runtime.start()
      return runtime
    }
    let (checked, plain) = (try runtime(checksPurity: true), try runtime(checksPurity: false))
    let use = stackUse { checked.dispatch(Touched()) } - stackUse { plain.dispatch(Touched()) }
    #expect(count.withLock { $0 } == 4)
    #expect(issues.kinds == [])
    #expect(use <= 100 * 1_024, "\(use) bytes")
  }
}
