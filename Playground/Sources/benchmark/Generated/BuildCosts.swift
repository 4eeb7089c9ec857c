import Foundation

/// W13: what it costs to build with Katana, beside an app of 100 features without a framework.
enum BuildCosts {
  private static let count = 100

  static var rows: [Row] {
    [
      Row(
        name: "W13.framework", title: "building Katana itself, and its part of a program",
        figures: frameworkFigures),
      Row(name: "W13.app", title: "building an app of \(count) features", figures: appFigures),
    ]
  }

  private static func frameworkFigures() throws -> [Figure] {
    var figures: [Figure] = []
    for configuration in ["debug", "release"] {
      let bare = try Built(Hello.bare, configuration)
      let katana = try Built(Hello.katana, configuration)
      let plain = try Built(Hello.bare, configuration, then: plainFiles)
      figures.append(
        ratio("\(configuration) build", katana.seconds - bare.seconds, to: plain.rest))
      if configuration == "release" {
        let more = Double(katana.bytes - bare.bytes) / 1_024
        let size = Double(plain.bytes) / 1_024
        figures.append(ratio("stripped size", more, to: size, unit: "KiB"))
      }
    }
    return figures
  }

  /// A figure beside that of the plain app.
  private static func ratio(
    _ name: String, _ value: Double, to plain: Double, unit: String = "s of the processor"
  ) -> Figure {
    let digits: FloatingPointFormatStyle<Double> = .number.precision(.significantDigits(3))
    return Figure(
      name: name, value: value / plain,
      unit: "× the plain app: \(value.formatted(digits)) / \(plain.formatted(digits)) \(unit)")
  }

  private static let plainFiles = [
    "Sources/app": files(main: PlainApp.main(count), PlainApp.feature)
  ]
  private static let katanaFiles = [
    "Sources/app": files(main: KatanaApp.main(count), KatanaApp.feature)
  ]

  /// The files of an app: one of them for each feature.
  private static func files(main: String, _ feature: (Int) -> String) -> [String: String] {
    var files = ["main.swift": main]
    for number in 0..<count { files["Feature\(number).swift"] = feature(number) }
    return files
  }

  private static func appFigures() throws -> [Figure] {
    try ["debug", "release"].flatMap { configuration in
      let katana = try Built(Hello.katana, configuration, then: katanaFiles)
      let plain = try Built(Hello.bare, configuration, then: plainFiles)
      return [
        ratio("\(configuration), without Katana's own", katana.rest, to: plain.rest),
        ratio("\(configuration), one feature changes", katana.change, to: plain.change),
      ]
    }
  }
}

/// A package that was built, and what that took.
private struct Built {
  /// Of the processor, for the first build.
  let seconds: Double
  /// The same for what came then.
  var rest = 0.0
  /// The same after one file has changed.
  var change = 0.0
  /// Of the stripped program, after all.
  private(set) var bytes: Int

  /// - Parameter more: By folder: what the app consists of besides, once its dependencies are built.
  init(
    _ hello: (manifest: String, main: String), _ configuration: String,
    then more: [String: [String: String]] = [:]
  ) throws {
    let main = "Sources/app/main.swift"
    let package = try GeneratedPackage(manifest: hello.manifest, files: [main: hello.main])
    func build() throws -> Double {
      let start = childSeconds()
      try package.build("-c", configuration)
      return childSeconds() - start
    }
    seconds = try build()
    bytes = try package.strippedSize(of: "app", configuration: configuration)
    guard let (folder, files) = more.first else { return }
    for (name, text) in files { try package.write(text, to: "\(folder)/\(name)") }
    rest = try build()
    bytes = try package.strippedSize(of: "app", configuration: configuration)
    guard let changed = files["Feature7.swift"] else { return }
    try package.write(
      changed.replacingOccurrences(of: "count += 1", with: "count += 2"),
      to: "\(folder)/Feature7.swift")
    change = try build()
  }
}

/// The processor's seconds of all programs that this one has started and waited for.
private func childSeconds() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(RUSAGE_CHILDREN.rawValue, &usage)
  #else
    getrusage(RUSAGE_CHILDREN, &usage)
  #endif
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

private enum Hello {
  static let bare = (manifest: manifest("[]"), main: "print(\"hello\")")
  static let katana = (
    manifest: manifest("[interface, runtime]"),
    main: """
    import Katana
    import KatanaRuntime
    struct Counter: Model { var value = 0 }
    struct Add: Message {}
    struct Adder: TypedUpdater {
      func update(model: inout Counter, message: Add) -> [any Command] {
        model.value += 1
        return []
      }
    }
    let runtime = try Runtime(Program(model: Counter(), Adder()))
    runtime.start()
    runtime.dispatch(Add())
    print(runtime.model.value)
    """
  )

  private static func manifest(_ dependencies: String) -> String {
    """
    let package = Package(
      name: "Costs", platforms: [.macOS(.v15)], dependencies: [katana],
      targets: [.executableTarget(name: "app", dependencies: \(dependencies))])
    """
  }
}

private enum KatanaApp {
  static func feature(_ number: Int) -> String {
    """
    import Katana
    import KatanaRuntime

    struct Feature\(number): Model {
      var count = 0
      var text = ""
      var isOn = false
    }
    enum Message\(number): Message { case tapped, typed(String), loaded(Int) }
    struct Load\(number): Command {
      var id: Int
      var reply: Reply<Int>
    }
    struct Updater\(number): TypedUpdater {
      func update(model: inout Feature\(number), message: Message\(number)) -> [any Command] {
        switch message {
        case .tapped:
          model.isOn.toggle()
          return [Load\(number)(id: model.count, reply: Reply(Message\(number).loaded))]
        case .typed(let text): model.text = text
        case .loaded(let number): model.count += 1; model.text = "\\(number)"
        }
        return []
      }
    }
    struct Loader\(number): CommandInterpreter {
      func interpret(_ command: Load\(number), dispatch: Dispatcher) {
        dispatch(command.reply(command.id))
      }
    }
    """
  }

  static func main(_ count: Int) -> String {
    """
    import Katana
    import KatanaRuntime

    struct App: Model {
    \(lines(0..<count) { "  var feature\($0) = Feature\($0)()" })
    }
    let updater = CombinedUpdater<App>([
    \(lines(0..<count) { "  .slice(\\.feature\($0), Updater\($0)())," })
    ])
    let interpreters: [Interpreter] = [
    \(lines(0..<count) { "  .command(Loader\($0)())," })
    ]
    let runtime = try Runtime(Program(model: App(), updater), interpreters: interpreters)
    runtime.start()
    \(lines(0..<count) { "runtime.dispatch(Message\($0).tapped)" })
    print(runtime.model.feature7.count)
    """
  }
}

/// The same app by hand: one enum of all messages, one switch, functions in place of commands.
private enum PlainApp {
  static func feature(_ number: Int) -> String {
    """
    struct Feature\(number): Sendable {
      var count = 0
      var text = ""
      var isOn = false

      mutating func update(_ message: Message\(number)) -> Load\(number)? {
        switch message {
        case .tapped:
          isOn.toggle()
          return Load\(number)(id: count)
        case .typed(let text): self.text = text
        case .loaded(let number): count += 1; text = "\\(number)"
        }
        return nil
      }
    }
    enum Message\(number): Sendable { case tapped, typed(String), loaded(Int) }
    struct Load\(number): Sendable {
      var id: Int
      func perform(_ send: (AppMessage) -> Void) { send(.feature\(number)(.loaded(id))) }
    }
    """
  }

  static func main(_ count: Int) -> String {
    """
    enum AppMessage: Sendable {
    \(lines(0..<count) { "  case feature\($0)(Message\($0))" })
    }
    struct App: Sendable {
    \(lines(0..<count) { "  var feature\($0) = Feature\($0)()" })
    }
    final class Store {
      var app = App()
      func send(_ message: AppMessage) {
        switch message {
    \(lines(0..<count) { "    case .feature\($0)(let message): app.feature\($0).update(message)?.perform(send)" })
        }
      }
    }
    let store = Store()
    \(lines(0..<count) { "store.send(.feature\($0)(.tapped))" })
    print(store.app.feature7.count)
    """
  }
}
