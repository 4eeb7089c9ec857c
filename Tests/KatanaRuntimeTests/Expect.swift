import Testing

/// Expects what a call returns that the macro cannot take: of a value without copies, or one that
/// changes something.
func expect(_ condition: Bool, _ location: SourceLocation = #_sourceLocation) {
  #expect(condition, sourceLocation: location)
}
