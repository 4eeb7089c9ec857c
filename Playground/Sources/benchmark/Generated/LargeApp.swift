/// W10: an app of 1,000 models with an updater and an interpreter each, in a package of its own.
enum LargeApp {
  private static let groups = 100
  private static let features = 10

  static var rows: [Row] {
    [
      Row(
        name: "W10.start", title: "starting an app of 1,000 models, updaters and interpreters",
        goals: [.figure("start", atMost: 5)], figures: figures)
    ]
  }

  private static func figures() throws -> [Figure] {
    let package = try GeneratedPackage(manifest: manifest, files: files)
    try package.build("-c", "release")
    let milliseconds = try (0..<9).map { _ in
      guard let time = Double(try package.runProgram("app", configuration: "release")) else {
        throw BenchmarkError.failed(command: "app", output: "It has not printed a number.")
      }
      return time
    }
    return [
      Figure(
        name: "start", value: Sample(milliseconds).value,
        unit: "ms, wiring included, in a new process")
    ]
  }

  private static let manifest = """
    let package = Package(
      name: "LargeApp", platforms: [.macOS(.v15)], dependencies: [katana],
      targets: [.executableTarget(name: "app", dependencies: [interface, runtime])])
    """

  private static var files: [String: String] {
    var files = ["Sources/app/main.swift": main]
    for group in 0..<groups { files["Sources/app/Group\(group).swift"] = source(ofGroup: group) }
    return files
  }

  private static func source(ofGroup group: Int) -> String {
    let numbers = (0..<features).map { group * features + $0 }
    return """
      import Katana
      import KatanaRuntime

      struct Group\(group): Model {
      \(lines(numbers) { "  var slice\($0) = Slice\($0)()" })
      }

      func updater\(group)() -> CombinedUpdater<Group\(group)> {
        CombinedUpdater<Group\(group)>([
      \(lines(numbers) { "    .slice(\\.slice\($0), Updater\($0)())," })
        ])
      }

      func interpreters\(group)() -> [Interpreter] {
        [
      \(lines(numbers) { "    .command(Interpreter\($0)())," })
        ]
      }

      \(lines(numbers, feature))
      """
  }

  private static func feature(_ number: Int) -> String {
    """
    struct Slice\(number): Model { var value = 0 }
    struct Message\(number): Message { var amount: Int }
    struct Command\(number): Command {}
    struct Updater\(number): TypedUpdater {
      func update(model: inout Slice\(number), message: Message\(number)) -> [any Command] {
        model.value += message.amount
        return [Command\(number)()]
      }
    }
    struct Interpreter\(number): CommandInterpreter {
      func interpret(_ command: Command\(number), dispatch: Dispatcher) {}
    }
    """
  }

  private static var main: String {
    """
    import Katana
    import KatanaRuntime

    struct App: Model {
    \(lines(0..<groups) { "  var group\($0) = Group\($0)()" })
    }

    func updater() -> CombinedUpdater<App> {
      CombinedUpdater<App>([
    \(lines(0..<groups) { "    .slice(\\.group\($0), updater\($0)())," })
      ])
    }

    func interpreters() -> [Interpreter] {
      var all: [Interpreter] = []
    \(lines(0..<groups) { "  all += interpreters\($0)()" })
      return all
    }

    let start = ContinuousClock.now
    let runtime = try Runtime(Program(model: App(), updater()), interpreters: interpreters())
    runtime.start()
    let time = start.duration(to: .now)
    runtime.dispatch(Message\(groups * features - 1)(amount: 1))
    precondition(runtime.model.group\(groups - 1).slice\(groups * features - 1).value == 1)
    print(time / .milliseconds(1), terminator: "")
    """
  }
}

func lines(_ numbers: some Sequence<Int>, _ line: (Int) -> String) -> String {
  numbers.map(line).joined(separator: "\n")
}
