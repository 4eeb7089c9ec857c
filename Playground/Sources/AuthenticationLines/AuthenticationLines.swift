public import Lines

/// What a user can type about accounts and sessions, and what the user sees of them.
public let authenticationLines = FeatureLines(
  instructions: authenticationInstructions, presenter: AuthenticationPresenter())
