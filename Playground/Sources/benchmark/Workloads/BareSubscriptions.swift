import Katana

/// The least that keeps objects in step with a list of values, for W6: a table from each value to its
/// object, and for each of these an object that a dispatcher would hold. All values have one type, so
/// nothing is looked up by type. No causes, no cancellation, no order of starts and stops, no replies.
final class BareSubscriptions {
  private var running: [Listen: Listener] = [:]

  /// What a dispatcher of the subscription would hold: whether messages are dropped.
  private final class Source {
    var isOver = false
  }

  private final class Listener {
    let source: Source
    init(_ listen: Listen, _ source: Source) { self.source = source }
    func start() {}
    func stop() { source.isOver = true }
  }

  @inline(never)
  func declare(_ list: [any Subscription]) {
    var next: [Listen: Listener] = [:]
    next.reserveCapacity(list.count)
    var new: [Listen] = []
    for value in list {
      let listen = content(value)
      if let kept = running.removeValue(forKey: listen) {
        next[listen] = kept
      } else {
        new.append(listen)
      }
    }
    for gone in running.values { gone.stop() }
    for listen in new {
      let listener = Listener(listen, Source())
      next[listen] = listener
      listener.start()
    }
    running = next
  }

  private func content(_ value: any Subscription) -> Listen {
    // By its type: a cast would make the floor dearer than it is.
    func open<Value: Subscription>(_ value: Value) -> Listen {
      precondition(Value.self == Listen.self, "all values have one type")
      return unsafeBitCast(value, to: Listen.self)
    }
    return open(value)
  }
}
