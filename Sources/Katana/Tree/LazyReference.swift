public import Synchronization

/// A reference to an object that is created when it is first needed, by any thread.
///
/// As the standard library's `AtomicLazyReference`, whose functions cannot be inlined: they look up
/// the type of the object at each call, which takes 300 instructions.
@usableFromInline
package struct LazyReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let pointer = Atomic<Unmanaged<Object>?>(nil)

  @inlinable
  package init() {}

  /// The object; `nil` if it was not created yet.
  @inlinable @inline(__always)
  package var created: Object? { pointer.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Calls a function with the object, if it was created, without a retain.
  @inlinable @inline(__always)
  package func withCreated(_ body: (Object) -> Void) {
    pointer.load(ordering: .acquiring)?._withUnsafeGuaranteedRef(body)
  }

  /// Returns the object. If several threads create it at the same time, all get the first one.
  @inlinable @inline(__always)
  package func get(_ create: () -> Object) -> Object { unretained(create).takeUnretainedValue() }

  /// Returns the object, not retained. Valid as long as the reference.
  @inlinable
  package func unretained(_ create: () -> Object) -> Unmanaged<Object> {
    if let created = pointer.load(ordering: .acquiring) { return created }
    let new = Unmanaged.passRetained(create())
    let (isFirst, other) = pointer.compareExchange(
      expected: nil, desired: new, ordering: .acquiringAndReleasing)
    if isFirst { return new }
    new.release()
    return other!
  }

  @inlinable
  deinit { pointer.load(ordering: .acquiring)?.release() }
}
