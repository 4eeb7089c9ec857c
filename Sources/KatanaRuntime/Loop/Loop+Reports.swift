import Katana

/// Messages, commands and subscriptions that reach nothing.
extension Loop {
  /// Reports a message that no updater takes, or whose address no part has.
  func reportUnreached(_ site: SendSite, as message: any Message) {
    let scoped = ScopedMessage.unboxed(message)
    guard !takesEveryAddress, unreached.isNew(type(of: scoped?.message ?? message), scoped?.address)
    else { return }
    var values: [(String, String)] = []
    if site.line > 0 { values.append(("Sent at", "\(site.file):\(site.line)")) }
    if let cause = site.cause { values.append(("Cause", core.chain(of: cause))) }
    let isFromOutside = if case .outside = site.sender.origin { true } else { false }
    core.report(.unreached(message, router, values, isFromOutside: isFromOutside))
  }

  /// Returns whether code outside of the updaters takes a message: a call of `settle` that waits for
  /// its type, or an interceptor that observes its type.
  func isAwaited(_ message: any Message, _ tracker: CompletionTracker?) -> Bool {
    let content = ScopedMessage.unboxed(message)?.message ?? message
    return tracker?.waits(for: content) == true || interceptors.contains { $0.takes(content) }
  }

  /// Reports a command or a subscription with an address that no part has.
  func reportUnreached(_ effect: String, _ type: Any.Type, in scope: AnyAddress, cause: UInt64) {
    guard !takesEveryAddress, unreached.isNew(type, scope) else { return }
    core.report(
      .unknownAddress(effect, address: scope.shape, cause: core.chain(of: cause)))
  }
}
