/// What the reference hears from outside of the runtime.
extension Reference {
  /// Whether the event is none that the runtime answers for.
  func hear(_ event: Event) -> Bool {
    switch event {
    case .startCalled: open()
    case .shutdownCalled: close()
    case .shutdownReturned: checkShutdown()
    case .turn(let isSerial): turn(isSerial: isSerial)
    case .sentFromOutside(let id, let script, let place):
      if isClosing {
        refuseFromOutside()
      } else {
        post(.message(Sent(id: id, script: script, place: place, sender: .outside)))
      }
    case .sent(let id, let script, let toRoot, let run): send(id, script, toRoot, runs[run])
    case .sentFailure(let id, let script, let run):
      send(id, script, false, runs[run], tellsFailure: true)
    case .began(let id): began(id)
    case .ended(let id, let hasFailed): ended(id, hasFailed)
    case .cancelled(let id): return isToldAtTheEnd(id)
    case .fired(let number): fired(number)
    case .event(let number): eventBegan(number)
    case .emitted(let number, let id, let script): emitted(number, id, script)
    case .eventEnded(let number):
      if emissions[number]?.isEmpty == false { fail("feed \(number) did not answer all") }
    default: return false
    }
    return true
  }

  private func send(
    _ id: ID, _ script: Int, _ toRoot: Bool, _ run: Run?, tellsFailure: Bool = false
  ) {
    guard let run else { return fail("a command that was not started sends \(id)") }
    if isClosing { return counts.lost += 1 }
    run.waiting += 1
    let place = toRoot ? .root : run.place
    var sent = Sent(id: id, script: script, place: place, sender: .run(run))
    sent.tellsFailure = tellsFailure
    post(.message(sent))
  }

  private func began(_ id: ID) {
    guard let run = runs[id], !run.hasBegun, !run.isSilenced else {
      return fail("\(id) must not begin")
    }
    run.hasBegun = true
  }

  private func ended(_ id: ID, _ hasFailed: Bool) {
    guard let run = runs[id] else { return fail("\(id) was not started, and ends") }
    run.hasEnded = true
    if hasFailed {
      run.waiting += 1
      post(.failed(run))
    }
    finishIfDone(run)
  }

  private func isToldAtTheEnd(_ id: ID) -> Bool {
    guard let run = runs[id], run.mustHearOfCancellation else { return false }
    run.mustHearOfCancellation = false
    return true
  }

  private func fired(_ number: Int) {
    let timer = timers[number - 1]
    if timer.isOver { return fail("timer \(number) was cancelled, and fired") }
    post(.time(timer))
  }

  private func checkShutdown() {
    if !hasEnded { fail("the shutdown returned before the end") }
    for run in runs.values where !run.hasEnded { fail("the shutdown did not wait for \(run.id)") }
  }

  private func eventBegan(_ number: Int) {
    let instance = instances.values.first { $0.number == number }
    emissions[number] = instance?.answering.map { ($0, $0.spec) } ?? []
    guard emissions[number]?.isEmpty == true else { return }
    if isClosing { counts.lost += 1 } else { counts.silenced += 1 }
  }

  private func emitted(_ number: Int, _ id: ID, _ script: Int) {
    guard let (declaration, spec) = emissions[number]?.first else {
      return fail("feed \(number) must not answer with \(id)")
    }
    emissions[number]?.removeFirst()
    if spec.reply != script { return fail("feed \(number) answers \(script), not \(spec.reply)") }
    // Without its sender, which would keep itself alive.
    var sent = Sent(id: id, script: script, place: declaration.key.place, sender: .outside)
    if let limit = program.feeds[spec.name][spec.payload].newestOnly {
      declaration.waiting.append(sent)
      if declaration.waiting.count > limit {
        declaration.waiting.removeFirst()
        counts.superseded += 1
        return
      }
      sent.isBuffered = true
    }
    sent.sender = .declaration(declaration)
    if isClosing { counts.lost += 1 } else { post(.message(sent)) }
  }
}
