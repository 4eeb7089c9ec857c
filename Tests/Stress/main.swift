import Foundation
import Promises

// Long trials of the contract: `swift run -c release stress [--minutes N] [--seed S] [--first SEED]
// [--cases N] [names]`. Prints a table, and ends with 1 if something was violated.

let options = Options(CommandLine.arguments.dropFirst())
let promises = Promise.all.filter { options.names.isEmpty || options.names.contains($0.name) }
let watchdog = Watchdog()
watchdog.start()
var hasViolations = false
Table.printHead(options)
let end = ContinuousClock.now + .seconds(options.minutes * 60)
for (index, promise) in promises.enumerated() {
  // An equal part of what is left: what one does not need, the others get.
  let time = (end - .now) / (promises.count - index)
  let trial = Trial(
    seed: options.seed, wanted: options.cases ?? promise.wanted, time: time, first: options.first)
  watchdog.watch(promise.name, trial)
  let start = ContinuousClock.now
  do { try await promise.run(trial) } catch { trial.check(false, "\(error)") }
  print(Table.row(promise, trial, ContinuousClock.now - start))
  fflush(nil)
  hasViolations = hasViolations || trial.violations > 0
}
exit(hasViolations ? 1 : 0)
