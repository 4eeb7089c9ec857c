public import Katana

// Tells the test generator how to write these values as source, because they have no memberwise
// initialiser.

extension Line: SourceRepresentable {
  /// The line as it may have been entered, with `•••` for a password.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, password.map { "\(text) \($0)" } ?? text)]
  }
}

extension Perform: SourceRepresentable {
  /// The message, and what is sent at the end.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, message), ("done", done)] }
}

extension FindCauses: SourceRepresentable {
  /// The reply.
  public var sourceArguments: [(label: String?, value: Any)] { [(nil, reply)] }
}
