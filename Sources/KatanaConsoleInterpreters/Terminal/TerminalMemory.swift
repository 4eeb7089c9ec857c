import KatanaEffectInterpreters
import KatanaRuntime
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The state with which the signal handler and the end of the process restore terminals.
///
/// The memory is never freed, and the code that reads it is async-signal-safe.
enum TerminalMemory {
  /// A terminal whose mode or content was changed.
  struct Slot {
    var input: Int32 = -1
    var output: Int32 = -1
    var original = termios()
    var changed = termios()
    /// Whether `input` is a terminal.
    var hasMode = false
    /// Two buffers for the text that restores what the terminal shows. A new text is written to the
    /// buffer that is not in use, and then becomes the one in use.
    let texts = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * textSize)
  }

  private static let slotCount = 64
  private static let textSize = 256

  // Safe, because a slot is written only by the console that has claimed it, before `isActive`
  // permits the handler to read it. `changed` may be read while it is written; drawing again
  // repairs that.
  nonisolated(unsafe) private static let slots = {
    let memory = UnsafeMutablePointer<Slot>.allocate(capacity: slotCount)
    for index in 0..<slotCount { (memory + index).initialize(to: Slot()) }
    return memory
  }()

  nonisolated(unsafe) private static let isClaimed = flags()
  nonisolated(unsafe) private static let isActive = flags()
  /// Whether the terminals were restored for the stop from which the process goes on.
  nonisolated(unsafe) private static let isGivenBack = flags(1)
  /// For each slot, the length of the text in use times two, plus the index of its buffer.
  nonisolated(unsafe) private static let text = {
    let memory = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: slotCount)
    for index in 0..<slotCount { (memory + index).initialize(to: Atomic(0)) }
    return memory
  }()

  private static func flags(_ count: Int = slotCount) -> UnsafeMutablePointer<Atomic<Bool>> {
    let memory = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: count)
    for index in 0..<count { (memory + index).initialize(to: Atomic(false)) }
    return memory
  }

  /// Creates the memory that the signal handler reads.
  static func prepare() { _ = (slots, isClaimed, isActive, isGivenBack, text) }

  /// Claims a free slot; `nil` if all are in use. A terminal without a slot must keep its mode,
  /// because nothing would restore it.
  static func claim() -> Int? {
    prepare()
    ProcessEnd.register(.terminalModes, restoreAll)
    return (0..<slotCount).first {
      isClaimed[$0].compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged
    }
  }

  static func release(_ index: Int) {
    isActive[index].store(false, ordering: .releasing)
    isClaimed[index].store(false, ordering: .releasing)
  }

  /// Stores how to restore a terminal, and makes the slot visible to the handler.
  static func activate(
    _ index: Int, input: Int32, output: Int32, original: termios, changed: termios,
    hasMode: Bool
  ) {
    slots[index].input = input
    slots[index].output = output
    slots[index].original = original
    slots[index].changed = changed
    slots[index].hasMode = hasMode
    isActive[index].store(true, ordering: .releasing)
  }

  /// Stores the bytes that restore what the terminal shows.
  static func setText(_ index: Int, _ bytes: [UInt8]) {
    let bytes = bytes.prefix(textSize)
    let half = 1 - (text[index].load(ordering: .relaxed) & 1)
    let target = slots[index].texts + half * textSize
    for (offset, byte) in bytes.enumerated() { target[offset] = byte }
    text[index].store(bytes.count << 1 | half, ordering: .releasing)
  }

  /// Restores all terminals. Async-signal-safe.
  static func restoreAll() { for index in 0..<slotCount { restore(index) } }

  /// Restores all terminals before the process stops. Async-signal-safe.
  static func giveBackAll() {
    restoreAll()
    isGivenBack[0].store(true, ordering: .relaxed)
  }

  /// Restores one terminal if its slot is active. Async-signal-safe.
  static func restore(_ index: Int) {
    guard isActive[index].load(ordering: .acquiring) else { return }
    restoreText(index)
    if slots[index].hasMode {
      _ = tcsetattr(slots[index].input, TCSANOW, &slots[index].original)
    }
  }

  private static func restoreText(_ index: Int) {
    let current = text[index].load(ordering: .acquiring)
    let source = slots[index].texts + (current & 1) * textSize
    let output = StreamHold.descriptor(slots[index].output)
    if current >> 1 > 0 { _ = write(output, source, current >> 1) }
  }

  /// Sets the changed modes of all terminals again after the process was stopped. A process in the
  /// background is left out, because changing the terminal would stop it. Async-signal-safe.
  ///
  /// - Parameter afterStop: Whether this is the end of a stop. What one without a handler, such as that of
  ///   `SIGSTOP`, shows is restored first, because all of it is drawn anew.
  static func enterAll(afterStop: Bool = false) {
    let isLeft = afterStop && !isGivenBack[0].exchange(false, ordering: .relaxed)
    for index in 0..<slotCount where isActive[index].load(ordering: .acquiring) {
      guard slots[index].hasMode else { continue }
      guard tcgetpgrp(slots[index].input) == getpgrp() else { continue }
      if isLeft { restoreText(index) }
      _ = tcsetattr(slots[index].input, TCSANOW, &slots[index].changed)
    }
  }
}
