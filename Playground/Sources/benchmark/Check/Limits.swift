/// What one message of each row may cost at most. What is not here is not checked.
///
/// These are the counts that were measured when something last became cheaper, or had to become dearer.
/// Where the workload's goal is lower, the goal is in the workload's file.
enum Limits {
  static let all: [String: Limit] = [
    // 193 until dispatchers came to take the same way, which needed 420 of their own before.
    "W1.static": Limit(mallocs: 0, instructions: 230),
    "W1.existential": Limit(mallocs: 0, instructions: 351),
    "W1.dispatcher": Limit(mallocs: 0, instructions: 254),
    "W1.24-bytes": Limit(mallocs: 0, instructions: 233),
    "W1.32-bytes": Limit(mallocs: 0, instructions: 236),
    "W1o.observer": Limit(mallocs: 0, instructions: 533),
    "W2.1": Limit(mallocs: 0, instructions: 423),
    "W2.1000": Limit(mallocs: 0, instructions: 424),
    "W3.100": Limit(mallocs: 0, instructions: 307),
    "W4.slice": Limit(mallocs: 0, instructions: 387),
    "W4.each-first": Limit(mallocs: 1, instructions: 5_563),
    "W4.each-identified": Limit(mallocs: 1, instructions: 4_631),
    "W4.optional": Limit(mallocs: 0, instructions: 579),
    "W4.case": Limit(mallocs: 0, instructions: 808),
    "W4.function": Limit(mallocs: 0, instructions: 2_189),
    "W5.sync": Limit(mallocs: 2, instructions: 3_920),
    "W5.history": Limit(mallocs: 2, instructions: 6_507),
    "W6.1000.fresh": Limit(mallocs: 3),
    "W6.1000.kept": Limit(mallocs: 0),
    "W6.1000.one": Limit(mallocs: 32),
    "W6.1000.all": Limit(mallocs: 7_074),
    "W8.runtimes": Limit(mallocs: 28),
    "W9.main": Limit(mallocs: 0, instructions: 765),
    "C.bare": Limit(mallocs: 2, instructions: 2_364),
    "C.cancellable": Limit(mallocs: 13),
    "C.cancel": Limit(mallocs: 4, instructions: 7_963),
    "C.queued": Limit(mallocs: 14),
    "C.timeout": Limit(mallocs: 11),
    "C.retried": Limit(mallocs: 9),
    "C.onFailure": Limit(mallocs: 10),
    "C.Send": Limit(mallocs: 9),
    "C.Sequential": Limit(mallocs: 8),
    "C.Sequential-3": Limit(mallocs: 16),
    "C.Concurrent": Limit(mallocs: 11),
    "C.Concurrent-3": Limit(mallocs: 20),
    "C.delayed": Limit(mallocs: 13),
    "C.debounced": Limit(mallocs: 17),
    "C.throttled": Limit(mallocs: 19),
    "CX.cancelled": Limit(mallocs: 17),
  ]
}
