import KatanaEffectInterpreters

/// The transport that the tests use. `Playground/Server` runs them with another one.
let testedTransport: any HTTPTransport = URLSessionTransport.shared
