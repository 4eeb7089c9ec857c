import Foundation
import KatanaScreen
import KatanaTerminalViews

// Long trials of screens: `view-trial pairs COUNT [FIRST]` or `view-trial bytes COUNT`. The folder
// `Shared` has links to files of the tests. `.ci/trial-of-screens` runs both.

let arguments = CommandLine.arguments
let trial = arguments.count > 1 ? arguments[1] : ""
let count = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
let first = arguments.count > 3 ? UInt64(arguments[3]) ?? 0 : 0

switch trial {
case "pairs" where count > 0:
  for seed in first..<first + UInt64(count) {
    guard let problem = RandomPair.problem(seed) else { continue }
    print(problem)
    exit(1)
  }
  print("\(count) pairs: the differences show the same as the whole")
case "bytes" where count > 0:
  let input = RandomInput(bytes: count)
  print("\(count) bytes: \(input.events) events, \(input.messages) messages")
  if !input.screen.lines.allSatisfy({ $0.count <= 30 }) { exit(1) }
default:
  print("view-trial pairs COUNT [FIRST] | bytes COUNT")
  exit(64)
}
