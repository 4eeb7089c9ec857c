public import API

/// The result of a refresh of the watch, for a feature that shows it.
public enum News: Hashable, Codable, Sendable {
  /// Nothing to show.
  case none
  /// New articles, oldest first.
  case articles([Article])
  /// The refresh failed. Only the first of several failures in a row is news, except the end of the
  /// session.
  case failure(APIError)
}
