import Katana

/// The context of a command: what happens to its messages, the child that it belongs to, the
/// message that caused it, and the tracker that counts it.
///
/// Four words: the compiler copies structures of more words by slow functions.
struct CommandContext {
  var effects = EffectContext()
  var scope: ChildRecord?
  let cause: UInt64
  var tracker: CompletionTracker?
}
