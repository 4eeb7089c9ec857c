/// What one message of each row may cost at most. What is not here is not checked.
///
/// These are the counts that were measured when something last became cheaper, or had to become dearer.
/// Where the workload's goal is lower, the goal is in the workload's file.
enum Limits {
  static let all: [String: Limit] = [
    // Higher since all messages go one way (decision 75): those from outside by 75 to 150 instructions, and
    // queued ones by 500.
    "W1.static": Limit(mallocs: 0, instructions: 263),
    "W1.existential": Limit(mallocs: 0, instructions: 399),
    "W1.main": Limit(mallocs: 0, instructions: 277),
    "W1.dispatcher": Limit(mallocs: 0, instructions: 336),
    "W1.24-bytes": Limit(mallocs: 0, instructions: 268),
    "W1.32-bytes": Limit(mallocs: 0, instructions: 271),
    "W1.interceptor": Limit(mallocs: 0, instructions: 1_608),
    "W1.history": Limit(mallocs: 0, instructions: 2_029),
    "W1.listener": Limit(mallocs: 0, instructions: 1_841),
    "W1.updates": Limit(mallocs: 0, instructions: 1_735),
    "W1.commands": Limit(mallocs: 0, instructions: 1_510),
    "W1.declares-none": Limit(mallocs: 0, instructions: 880),
    "W1.declares-same": Limit(mallocs: 1, instructions: 1_773),
    // An observer takes the value itself, not its memory: 50 instructions more, and no raw pointer.
    "W1o.observer": Limit(mallocs: 0, instructions: 625),
    "W2.1": Limit(mallocs: 0, instructions: 502),
    "W2.1000": Limit(mallocs: 0, instructions: 506),
    "W2.100.declares": Limit(mallocs: 1, instructions: 1_842),
    "W3.100": Limit(mallocs: 0, instructions: 359),
    "W4.slice": Limit(mallocs: 0, instructions: 440),
    "W4.slice-addressed": Limit(mallocs: 0, instructions: 1_899),
    "W4.each-first": Limit(mallocs: 0, instructions: 2_095),
    "W4.each-identified": Limit(mallocs: 0, instructions: 2_617),
    "W4.each-built": Limit(mallocs: 3, instructions: 5_071),
    "W4.each-heard": Limit(mallocs: 2, instructions: 5_719),
    "W4.each-unheard": Limit(mallocs: 0, instructions: 2_932),
    "W4.each-unheard-100": Limit(mallocs: 0, instructions: 2_932),
    "W4.each-history": Limit(mallocs: 6, instructions: 8_475),
    "W4.each-interceptor": Limit(mallocs: 4, instructions: 6_863),
    "W4.each-listener": Limit(mallocs: 4, instructions: 7_368),
    "W4.each-commands": Limit(mallocs: 4, instructions: 6_663),
    "W4.optional-addressed": Limit(mallocs: 0, instructions: 1_936),
    "W4.case-addressed": Limit(mallocs: 0, instructions: 2_772),
    "W12.row": Limit(mallocs: 0, instructions: 2_524),
    // A loop, so that a global message through 1,000 levels fits on a small stack.
    "W4.optional": Limit(mallocs: 0, instructions: 773),
    "W4.case": Limit(mallocs: 1, instructions: 1_233),
    "W4.function": Limit(mallocs: 0, instructions: 2_128),
    "W5.sync": Limit(mallocs: 2, instructions: 3_163),
    "W5.reply": Limit(mallocs: 3, instructions: 4_213),
    "W5.result": Limit(mallocs: 3, instructions: 4_042),
    "W5.history": Limit(mallocs: 2, instructions: 5_471),
    "W6.1000.fresh": Limit(mallocs: 1),
    "W6.1000.kept": Limit(mallocs: 0),
    "W6.1000.one": Limit(mallocs: 21),
    // A dictionary of hashes in place of a table of its own (decision 77).
    "W6.1000.all": Limit(mallocs: 3034),
    // The program of one updater is made as that of several (decision 77). 33 before the nodes of a tree
    // were listed, and its routes grouped in a dictionary: less code for what an app does once.
    "W8.runtimes": Limit(mallocs: 36),
    "W9.main": Limit(mallocs: 0, instructions: 642),
    "CL.bare": Limit(mallocs: 3, instructions: 4_089),
    "C.bare": Limit(mallocs: 2, instructions: 1_780),
    "C.cancellable": Limit(mallocs: 4, instructions: 9_935),
    "C.cancel": Limit(mallocs: 2, instructions: 4_242),
    "C.queued": Limit(mallocs: 5),
    "C.timeout": Limit(mallocs: 7),
    "C.retried": Limit(mallocs: 4, instructions: 8_559),
    "C.onFailure": Limit(mallocs: 4, instructions: 8_092),
    "C.Send": Limit(mallocs: 3, instructions: 3_678),
    "C.Sequential": Limit(mallocs: 4, instructions: 9_162),
    "C.Sequential-3": Limit(mallocs: 8),
    "C.Concurrent": Limit(mallocs: 5),
    "C.Concurrent-3": Limit(mallocs: 11),
    "C.delayed": Limit(mallocs: 9),
    "C.debounced": Limit(mallocs: 9),
    "C.throttled": Limit(mallocs: 9),
    "CX.cancelled": Limit(mallocs: 13),
  ]
}
