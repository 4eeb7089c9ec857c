extension Duration {
  /// The duration in seconds, as a text for the user: `1 second`, `0.5 seconds`, `10 seconds`.
  public var inSeconds: String {
    let (seconds, attoseconds) = components
    if attoseconds == 0 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\(Double(seconds) + Double(attoseconds) / 1e18) seconds"
  }
}
