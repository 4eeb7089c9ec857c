import KatanaRuntime

/// W6: a number of active subscriptions, of which none, one or all change with a message.
enum Subscriptions {
  static var rows: [Row] { rows(1_000) + rows(10_000) }

  private static func rows(_ count: Int) -> [Row] {
    let name = "W6.\(count)"
    let isSmall = count == 1_000
    let linear: [Goal] = isSmall ? [] : [.times("W6.1000.all", atMost: 15)]
    return [
      Row(
        name: "\(name).list", title: "\(count.text) subscriptions: making the list, without Katana",
        counted: 10
      ) {
        let feed = Boxed(Feed(count))
        return .direct { times in
          for _ in 0..<times { require(feed.value.declared().count == count) }
        }
      },
      Row(
        name: "\(name).floor", title: "\(count.text) subscriptions: all change, by hand",
        counted: count > 1_000 ? 1 : 4
      ) {
        let (bare, feed, step) = (BareSubscriptions(), Boxed(Feed(count)), Boxed(0))
        return .direct { times in
          for _ in 0..<times {
            step.value += 1
            feed.value.replaceAll(step.value)
            bare.declare(feed.value.declared())
          }
        }
      },
      row(
        "\(name).fresh", count, "nothing changes, a fresh equal list",
        isSmall ? [.nanoseconds(atMost: 25_000)] : []
      ) { Look(step: $0) },
      row(
        "\(name).kept", count, "nothing changes that the provider reads",
        isSmall ? [.times("W1.static", atMost: 5)] : []
      ) { Add(amount: $0) },
      row(
        "\(name).full", count, "nothing changes, a provider of the whole model is always asked",
        whole: true
      ) { Add(amount: $0) },
      row("\(name).one", count, "one changes", [.times("\(name).fresh", atMost: 1.5)]) {
        ReplaceOne(step: $0)
      },
      row(
        "\(name).all", count, "all change",
        isSmall ? [.nanoseconds(atMost: 400_000), .times("W6.1000.floor", atMost: 3)] : linear
      ) { ReplaceAll(step: $0) },
    ]
  }

  private static func row<M: Message>(
    _ name: String, _ count: Int, _ title: String, _ goals: [Goal] = [], whole: Bool = false,
    _ message: @escaping (Int) -> M
  ) -> Row {
    Row(
      name: name, title: "\(count.text) subscriptions: \(title)", goals: goals,
      counted: count > 1_000 ? 1 : 4
    ) {
      let runtime = try Runtime(
        Program(
          model: Board(feed: Feed(count)),
          CombinedUpdater([
            .full(Board.updater),
            whole
              ? .full(BoardSubscriptions())
              : .full(CombinedUpdater<Board>([.slice(\.feed, FeedSubscriptions())])),
          ])), interpreters: [.subscription(SilentInterpreter.self)],
        options: RuntimeOptions(issues: .expected))
      runtime.start()
      let step = Boxed(0)
      return .direct { times in
        for _ in 0..<times {
          step.value += 1
          runtime.dispatch(message(step.value))
        }
      }
    }
  }
}

/// Stops a benchmark that does not do what it measures.
@inline(__always)
func require(_ condition: Bool) {
  if !condition { preconditionFailure("the workload does not do what it measures") }
}

extension Int {
  /// With separators.
  var text: String { Double(self).text }
}
