import Foundation
import KatanaScreen
import KatanaTerminalViews

// Long trials of screens: `view-trial pairs COUNT [FIRST]`, `view-trial bytes COUNT` or `view-trial events
// COUNT [FIRST]`. The folder `Shared` has links to files of the tests. `.ci/long screens` runs all.

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
case "events" where count > 0:
  var (events, messages, stops) = (0, 0, 0)
  for seed in first..<first + UInt64(max(count / 50, 1)) {
    var app = RandomApp(seed)
    if let problem = app.problem(events: 50) {
      print(problem)
      exit(1)
    }
    events += app.events
    messages += app.messages
    stops += app.stops
  }
  print("\(events) events, \(messages) messages, \(stops) stops of Tab: what acts is what is seen")
default:
  print("view-trial pairs COUNT [FIRST] | bytes COUNT | events COUNT [FIRST]")
  exit(64)
}
