import Foundation
import KatanaFleet
import Logging
import Rendering
import RenderingInterpreters
import ServiceLifecycle
import UnixSignals

let logger = Logger(label: "worker")
var options = FleetOptions()
options.servers = Array(CommandLine.arguments.dropFirst())
options.log = { logger.info("\($0)") }
let worker = FleetWorker(
  performing: [.job(RenderRow.self, reply: \.reply)], interpreters: [.rendering()],
  on: try FleetConnection(options))
try await ServiceGroup(
  services: [worker], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
).run()
