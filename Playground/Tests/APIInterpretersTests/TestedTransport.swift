import KatanaEffectInterpreters

/// The transport that `MisbehaviorTests` use. `Playground/Server` runs them with another one.
let testedTransport: any HTTPTransport = URLSessionTransport.shared
