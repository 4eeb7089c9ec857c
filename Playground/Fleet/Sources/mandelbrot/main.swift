import FleetInterface
import Foundation
import KatanaConsoleInterpreters
import KatanaFleet
import KatanaRuntime
import KatanaTerminalViews
import Rendering
import RenderingInterpreters

// A picture of the Mandelbrot set: `mandelbrot FILE` renders its rows here, and `mandelbrot FILE SERVER …` on the
// workers of a fleet, which `mandelbrot-worker SERVER …` starts. It goes on where it was if it was ended, or killed.

let arguments = Array(CommandLine.arguments.dropFirst())
guard let path = arguments.first else {
  print("usage: mandelbrot FILE [SERVER …]")
  exit(64)
}
let file = try PictureFile(path, rows: 20)

var options = FleetOptions()
options.servers = Array(arguments.dropFirst())
let connection = options.servers.isEmpty ? nil : try FleetConnection(options)
let rendering: [Interpreter] =
  if let connection {
    [.fleet(RenderRow.self, reply: \.reply, tag: \.tag, app: "mandelbrot", on: connection)]
  } else {
    [.rendering(), .fleetAtHome(RenderRow.self, reply: \.reply)]
  }

let (picture, feature) = (try file.picture(), PictureFeature())
let runtime = try Runtime(
  Program(model: picture, feature, commands: feature.openRows(of: picture)),
  interpreters: rendering + [file.interpreter, .terminal()])
try await runtime.runOnTerminal(pictureView, usesMouse: true)
await connection?.close()
