public import API

/// What a refresh has brought to the watch, for those who show it.
public enum News: Hashable, Codable, Sendable {
  /// Nothing that should be shown.
  case none
  /// New articles, oldest first.
  case articles([Article])
  /// The server could not be asked; mentioned once until it can be asked again.
  case failure(APIError)
}
