import ConduitApp
import NIOTransport

await ConduitMain.run(transport: NIOTransport())
