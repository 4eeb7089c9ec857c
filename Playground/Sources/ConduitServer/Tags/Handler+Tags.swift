extension Handler {
  /// Tags.
  static let tags = [Handler(ListTags.self)]
}
