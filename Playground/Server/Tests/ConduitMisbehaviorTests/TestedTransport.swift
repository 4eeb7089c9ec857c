import KatanaEffectInterpreters
import NIOTransport

/// The transport that `MisbehaviorTests` use here.
let testedTransport: any HTTPTransport = NIOTransport.shared
