import Katana
import KatanaRuntime

// Each row in the same run as its floor; compare ratios, not nanoseconds, between machines.

var model = Counter()
let floor = Measurement("a direct call of the update") { times in
  for number in 0..<times { _ = updateDirectly(&model, Add(amount: number)) }
}
var rows = [floor]

let one = try Runtime(model: Counter(), updater: AddUpdater())
one.start()
rows.append(
  Measurement("one updater") { times in
    for number in 0..<times { one.dispatch(Add(amount: number)) }
  })

let message: any Message = Add(amount: 1)
rows.append(
  Measurement("one updater, the message as any Message") { times in
    for _ in 0..<times { one.dispatch(message) }
  })

let dispatch = one.dispatcher
rows.append(
  Measurement("one updater, through a Dispatcher") { times in
    for number in 0..<times { dispatch(Add(amount: number)) }
  })

let history = History()
let remembering = try Runtime(model: Counter(), updater: AddUpdater(), history: history)
remembering.start()
rows.append(
  Measurement("one updater, with a history of causes") { times in
    for number in 0..<times { remembering.dispatch(Add(amount: number)) }
  })

for count in [1, 100, 1_000] {
  var parts: [CombinedUpdater<Wide>.Part] = []
  var messages: [any Message] = []
  addParts(Int.self, count, to: &parts, &messages)
  let wide = try Runtime(model: Wide(), updater: CombinedUpdater<Wide>(parts))
  wide.start()
  rows.append(
    Measurement("\(count) slices with a message type each, in turn") { times in
      for number in 0..<times { wide.dispatch(messages[number % count]) }
    })
}

let asking = try Runtime(
  model: Counter(),
  updater: CombinedUpdater<Counter>([.full(AskUpdater()), .full(AddUpdater())]),
  interpreters: [.command(GoInterpreter())])
asking.start()
rows.append(
  Measurement("message → command → interpreter → message") { times in
    for _ in 0..<times { asking.dispatch(Ask()) }
  })

print("per message".padded(to: 44) + "       ns" + "× direct" + "  mallocs")
for row in rows { print(row.row(floor: floor)) }
