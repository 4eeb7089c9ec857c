import Counters

/// What can be counted exactly: the same in each run.
@MainActor
struct Counts {
  /// For each time that the work is done; `nil` where they cannot be counted.
  var mallocs: Double?
  var instructions: Double?

  /// - Parameter budget: About how many instructions are counted at once. Of a work that takes more than
  ///   four times as many, none are.
  ///
  /// Counts what a work costs that has been done before, so that nothing is made for the first time.
  init(of work: Work, times: Int, budget: Int = 10_000) async {
    beginCountingMallocs()
    await work(times)
    let mallocs = endCountingMallocs()
    self.mallocs = mallocs < 0 ? nil : Double(mallocs) / Double(times)
    guard case .direct(let work) = work else { return }
    self.instructions = instructionsOnce(work, budget)
    if self.instructions == nil {
      // A table may be about to grow or to be tidied up, which is rare and costs its whole size: the
      // counted copies of the process would all do that. So the work is done here, and counted again.
      work(times)
      self.instructions = instructionsOnce(work, budget)
    }
  }
}

/// The instructions of doing a work once more, in user space: what two numbers of times differ by, so
/// that what comes before and after the work is not counted.
///
/// Where each instruction is a step, one takes up to 20 µs; so few are made, and none of a work that takes
/// very many. A single call is counted up to four times the budget: with the budget alone, a work that takes
/// about as many would be counted in some runs only.
private func instructionsOnce(_ work: @escaping (Int) -> Void, _ budget: Int) -> Double? {
  guard let once = total(times: 1, work, limit: 4 * budget) else { return nil }
  let times = min(8, max(1, budget / max(1, once)))
  guard let few = total(times: times, work, limit: 8 * budget),
    let many = total(times: 2 * times, work, limit: 8 * budget)
  else { return nil }
  return Double(many - few) / Double(times)
}

private func total(times: Int, _ work: @escaping (Int) -> Void, limit: Int) -> Int? {
  let context = Unmanaged.passRetained(Context { work(times) })
  defer { context.release() }
  let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context else { return }
    Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().work()
  }
  let counted = countInstructions(call, context.toOpaque())
  if counted >= 0 { return counted }
  let stepped = stepInstructions(call, context.toOpaque(), limit)
  return stepped >= 0 ? stepped : nil
}

/// A closure on its way through C.
private final class Context {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}
