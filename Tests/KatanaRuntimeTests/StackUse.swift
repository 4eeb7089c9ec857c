import Foundation

/// Returns how many bytes of stack a closure uses on a thread of its own, which waits for it.
func stackUse(of body: @escaping @Sendable () -> Void) -> Int {
  measuredStack(of: body) - measuredStack {}
}

private func measuredStack(of body: @escaping @Sendable () -> Void) -> Int {
  let size = 8 << 20
  let stack = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1 << 14)
  defer { stack.deallocate() }
  stack.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  defer { attributes.deallocate() }
  pthread_attr_init(attributes)
  pthread_attr_setstack(attributes, stack, size)
  let content = Unmanaged.passRetained(StackBody(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(&thread, attributes, { perform($0) }, content.toOpaque())
    if let thread { pthread_join(thread, nil) }
  #else
    var thread = pthread_t()
    pthread_create(&thread, attributes, { perform($0) }, content.toOpaque())
    pthread_join(thread, nil)
  #endif
  pthread_attr_destroy(attributes)
  // The stack grows downwards.
  let words = stack.assumingMemoryBound(to: UInt8.self)
  let unused = (0..<size).first { words[$0] != 0xA5 } ?? size
  return size - unused
}

private final class StackBody {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func perform(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let body { Unmanaged<StackBody>.fromOpaque(body).takeRetainedValue().body() }
  return nil
}
