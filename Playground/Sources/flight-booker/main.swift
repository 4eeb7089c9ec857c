import Dispatch
import KatanaEffectInterpreters
import KatanaRuntime

let booker = try Runtime(flightProgram, interpreters: [.time(), .terminal()])
booker.start()
dispatchMain()
