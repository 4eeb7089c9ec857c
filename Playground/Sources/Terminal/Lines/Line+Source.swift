public import Katana

extension Line: SourceRepresentable {
  /// Tells the test generator how to write a line as source, with `•••` for a password.
  public var sourceArguments: [(label: String?, value: Any)] {
    [(nil, text)] + (password.map { [("password", $0)] } ?? [])
  }
}
