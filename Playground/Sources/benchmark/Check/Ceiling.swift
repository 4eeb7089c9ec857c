/// The most that one message of each row may cost.
///
/// A ceiling keeps a fault that multiplies a cost from being overlooked. It is far above what was measured
/// when it was set, twice as much, or one and a half times: for commands of control (`C`), and for what
/// was set again when a plainer engine made it dearer (decisions on the engine). A cost below its ceiling
/// is not a reason for or against a change.
enum Ceiling {
  case instructions(Double)
  /// For rows that take too many instructions to be counted.
  case allocations(Double)

  static let all: [String: Ceiling] = [
    "W1.static": .instructions(720),
    "W1.existential": .instructions(900),
    "W1.interceptor": .instructions(3_700),
    "W1.history": .instructions(3_700),
    "W1.listener": .instructions(3_900),
    "W1.declares-none": .instructions(5_500),
    "W1.declares-same": .instructions(7_100),
    "W1o.observer": .instructions(2_100),
    "G.observed.10": .instructions(3_000),
    "G.observed-parts.10": .instructions(5_100),
    "W2.1": .instructions(1_100),
    "W2.1000": .instructions(1_100),
    "W2.100.declares": .instructions(7_700),
    "W3.100": .instructions(800),
    "W4.slice": .instructions(900),
    "W4.slice-addressed": .instructions(5_000),
    "W4.each-first": .instructions(4_100),
    "W4.each-identified": .instructions(4_500),
    "W4.each-history": .instructions(18_700),
    "W4.optional-addressed": .instructions(3_900),
    "W4.case-addressed": .instructions(5_600),
    "W4.function": .instructions(4_000),
    "W5.sync": .instructions(8_000),
    "W5.reply": .instructions(9_600),
    "W6.1000.fresh": .allocations(3),
    "W6.1000.kept": .allocations(2),
    "W6.1000.one": .allocations(42),
    "W6.1000.all": .allocations(6_068),
    "W8.runtimes": .allocations(72),
    "W9.main": .instructions(2_100),
    "C.bare": .instructions(5_300),
    "C.cancellable": .instructions(25_000),
    "C.queued": .allocations(8),
    "C.timeout": .allocations(11),
    "C.retried": .instructions(20_800),
    "C.onFailure": .instructions(20_000),
    "C.Send": .instructions(8_900),
    "C.Sequential": .instructions(21_600),
    "C.Concurrent": .allocations(8),
    "C.delayed": .allocations(14),
  ]
}
