/// Which todos are shown.
public enum TodoFilter: String, CaseIterable, Sendable {
  /// All todos.
  case all
  /// Those that are not completed.
  case active
  /// Those that are completed.
  case completed

  /// Reads a route, such as `#/active` or `#!/active`; `nil` if it is none of the three.
  public init?(route: String) {
    let route = route.replacing("#!/", with: "#/", maxReplacements: 1)
    guard let filter = Self.allCases.first(where: { $0.route == route }) else { return nil }
    self = filter
  }

  /// The route that shows these todos.
  public var route: String { self == .all ? "#/" : "#/\(rawValue)" }

  func shows(_ todo: Todo) -> Bool {
    switch self {
    case .all: true
    case .active: !todo.isCompleted
    case .completed: todo.isCompleted
    }
  }
}
