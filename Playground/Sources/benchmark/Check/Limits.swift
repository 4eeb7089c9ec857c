/// What one message of each row may cost at most. What is not here is not checked.
///
/// These are the counts that were measured when something last became cheaper, or had to become dearer.
/// Where the workload's goal is lower, the goal is in the workload's file.
///
/// All counts of instructions were measured again when `W4.each-history` exceeded its limit by more than a
/// tenth. Queued messages and commands had become 3 to 8 % dearer in several steps, and each step alone was
/// within the tenth. Most of that row's excess was lasting; the rest differs from process to process, since
/// hash tables are seeded anew: 9,175 to 9,552 instructions were measured.
enum Limits {
  static let all: [String: Limit] = [
    // Higher since all messages go one way (decision 75): those from outside by 75 to 150 instructions, and
    // queued ones by 500.
    "W1.static": Limit(mallocs: 0, instructions: 267),
    "W1.existential": Limit(mallocs: 0, instructions: 403),
    "W1.main": Limit(mallocs: 0, instructions: 281),
    "W1.dispatcher": Limit(mallocs: 0, instructions: 340),
    "W1.24-bytes": Limit(mallocs: 0, instructions: 272),
    "W1.32-bytes": Limit(mallocs: 0, instructions: 275),
    "W1.interceptor": Limit(mallocs: 0, instructions: 1_693),
    "W1.history": Limit(mallocs: 0, instructions: 2_117),
    "W1.listener": Limit(mallocs: 0, instructions: 1_939),
    "W1.updates": Limit(mallocs: 0, instructions: 1_839),
    "W1.commands": Limit(mallocs: 0, instructions: 1_603),
    "W1.declares-none": Limit(mallocs: 0, instructions: 940),
    "W1.declares-same": Limit(mallocs: 1, instructions: 1_776),
    // An observer takes the value itself, not its memory: 50 instructions more, and no raw pointer.
    "W1o.observer": Limit(mallocs: 0, instructions: 672),
    "W2.1": Limit(mallocs: 0, instructions: 506),
    "W2.1000": Limit(mallocs: 0, instructions: 510),
    "W2.100.declares": Limit(mallocs: 1, instructions: 2_002),
    "W3.100": Limit(mallocs: 0, instructions: 363),
    "W4.slice": Limit(mallocs: 0, instructions: 444),
    "W4.slice-addressed": Limit(mallocs: 0, instructions: 1_899),
    "W4.each-first": Limit(mallocs: 0, instructions: 2_019),
    "W4.each-identified": Limit(mallocs: 0, instructions: 2_648),
    "W4.each-built": Limit(mallocs: 3, instructions: 5_085),
    "W4.each-heard": Limit(mallocs: 2, instructions: 5_437),
    "W4.each-unheard": Limit(mallocs: 0, instructions: 2_822),
    "W4.each-unheard-100": Limit(mallocs: 0, instructions: 2_822),
    "W4.each-history": Limit(mallocs: 6, instructions: 9_311),
    "W4.each-interceptor": Limit(mallocs: 4, instructions: 7_402),
    "W4.each-listener": Limit(mallocs: 4, instructions: 7_600),
    "W4.each-commands": Limit(mallocs: 4, instructions: 7_219),
    "W4.optional-addressed": Limit(mallocs: 0, instructions: 1_936),
    "W4.case-addressed": Limit(mallocs: 0, instructions: 2_772),
    "W12.row": Limit(mallocs: 0, instructions: 2_646),
    // A loop, so that a global message through 1,000 levels fits on a small stack.
    "W4.optional": Limit(mallocs: 0, instructions: 777),
    "W4.case": Limit(mallocs: 1, instructions: 1_332),
    "W4.function": Limit(mallocs: 0, instructions: 2_000),
    "W5.sync": Limit(mallocs: 2, instructions: 3_231),
    "W5.reply": Limit(mallocs: 3, instructions: 4_270),
    "W5.result": Limit(mallocs: 3, instructions: 4_092),
    "W5.history": Limit(mallocs: 2, instructions: 5_583),
    "W6.1000.fresh": Limit(mallocs: 1),
    "W6.1000.kept": Limit(mallocs: 0),
    "W6.1000.one": Limit(mallocs: 21),
    // A dictionary of hashes in place of a table of its own (decision 77).
    "W6.1000.all": Limit(mallocs: 3034),
    // The program of one updater is made as that of several (decision 77). 33 before the nodes of a tree
    // were listed, and its routes grouped in a dictionary: less code for what an app does once.
    "W8.runtimes": Limit(mallocs: 36),
    "W9.main": Limit(mallocs: 0, instructions: 689),
    "CL.bare": Limit(mallocs: 3, instructions: 4_319),
    "C.bare": Limit(mallocs: 2, instructions: 1_780),
    "C.cancellable": Limit(mallocs: 4, instructions: 10_612),
    "C.cancel": Limit(mallocs: 2, instructions: 4_445),
    "C.queued": Limit(mallocs: 5),
    "C.timeout": Limit(mallocs: 7),
    "C.retried": Limit(mallocs: 4, instructions: 9_180),
    "C.onFailure": Limit(mallocs: 4, instructions: 8_689),
    "C.Send": Limit(mallocs: 3, instructions: 3_764),
    "C.Sequential": Limit(mallocs: 4, instructions: 9_756),
    "C.Sequential-3": Limit(mallocs: 8),
    "C.Concurrent": Limit(mallocs: 5),
    "C.Concurrent-3": Limit(mallocs: 11),
    "C.delayed": Limit(mallocs: 9),
    "C.debounced": Limit(mallocs: 9),
    "C.throttled": Limit(mallocs: 9),
    "CX.cancelled": Limit(mallocs: 13),
  ]
}
