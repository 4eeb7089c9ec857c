public import Katana

// Tells the test generator how to write these values as source, because they have no memberwise
// initialiser.

extension Perform: SourceRepresentable {
  /// The message, and what is sent at the end.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, message), ("done", done)] }
}

extension FindCauses: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}

extension EndProgram: SourceRepresentable {
  /// The status.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, status as Any)] }
}
