import ConduitApp
import KatanaEffectInterpreters

await ConduitMain.run(transport: URLSessionTransport.shared)
