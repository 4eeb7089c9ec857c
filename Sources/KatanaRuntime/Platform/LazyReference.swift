import Synchronization

/// A reference to an object that is created when it is first needed, by any thread.
///
/// As the standard library's `AtomicLazyReference`, whose functions cannot be inlined: they look up
/// the type of the object at each call, which takes 300 instructions.
struct LazyReference<Object: AnyObject>: ~Copyable {
  private let pointer = Atomic<Unmanaged<Object>?>(nil)

  /// The object; `nil` if it was not created yet.
  @inline(__always)
  var created: Object? { pointer.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Calls a function with the object, if it was created, without a retain.
  @inline(__always)
  func withCreated(_ body: (Object) -> Void) {
    pointer.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body)
  }

  /// Returns the object. If several threads create it at the same time, all get the first one.
  func get(_ create: () -> Object) -> Object {
    if let created { return created }
    let new = Unmanaged.passRetained(create())
    let (isFirst, other) = pointer.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isFirst { return new.takeUnretainedValue() }
    new.release()
    return other!.takeUnretainedValue()
  }

  deinit { pointer.load(ordering: .acquiring)?.release() }
}
