/// W11: 50 features, each an interface module and an interpreter module; one interpreter changes.
enum ManyModules {
  private static let count = 50
  private static let changed = 7

  static var rows: [Row] {
    [
      Row(
        name: "W11.build", title: "one of 50 interpreter modules changes",
        goals: [.figure("other features compiled", atMost: 0)], figures: figures)
    ]
  }

  private static func figures() throws -> [Figure] {
    let package = try GeneratedPackage(manifest: manifest, files: files)
    try package.build()
    try package.write(
      interpreter(changed, text: "changed"), to: path(ofInterpreter: changed))
    let compiled = compiledModules(in: try package.build())
    let others = compiled.filter { $0 != "Feature\(changed)Interpreters" && $0 != "app" }
    // Nothing at all would mean that the output was not understood.
    require(compiled.contains("Feature\(changed)Interpreters"))
    return [
      Figure(
        name: "compiled modules", value: Double(compiled.count),
        unit: "(\(compiled.joined(separator: ", ")))"),
      Figure(
        name: "other features compiled", value: Double(others.count),
        unit: "of \(2 * count) modules"),
    ]
  }

  /// The modules that a build has compiled, from lines such as `[3/7] Compiling Feature7 Feature7.swift`.
  static func compiledModules(in output: String) -> [String] {
    let names = output.split(separator: "\n").compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "Compiling"), place + 1 < words.count else {
        return nil
      }
      return String(words[place + 1])
    }
    return Set(names).sorted()
  }

  private static let manifest = """
    let package = Package(
      name: "ManyModules", platforms: [.macOS(.v15)], dependencies: [katana],
      targets: (0..<\(count)).flatMap { number -> [Target] in
        [
          .target(name: "Feature\\(number)", dependencies: [interface]),
          .target(
            name: "Feature\\(number)Interpreters",
            dependencies: [interface, runtime, .target(name: "Feature\\(number)")]),
        ]
      } + [
        .executableTarget(
          name: "app",
          dependencies: [interface, runtime]
            + (0..<\(count)).flatMap { number -> [Target.Dependency] in
              [.target(name: "Feature\\(number)"), .target(name: "Feature\\(number)Interpreters")]
            })
      ])
    """

  private static var files: [String: String] {
    var files = ["Sources/app/main.swift": main]
    for number in 0..<count {
      files["Sources/Feature\(number)/Feature\(number).swift"] = interface(number)
      files[path(ofInterpreter: number)] = interpreter(number, text: "original")
    }
    return files
  }

  private static func path(ofInterpreter number: Int) -> String {
    "Sources/Feature\(number)Interpreters/Interpreter\(number).swift"
  }

  private static func interface(_ number: Int) -> String {
    """
    public import Katana

    public struct Model\(number): Model {
      public var count = 0
      public init() {}
    }
    public struct Message\(number): Message { public init() {} }
    public struct Command\(number): Command { public init() {} }
    public struct Updater\(number): TypedUpdater {
      public init() {}
      public func update(
        model: inout Model\(number), message: Message\(number)
      ) -> [any Command] {
        model.count += 1
        return [Command\(number)()]
      }
    }
    """
  }

  private static func interpreter(_ number: Int, text: String) -> String {
    """
    public import Feature\(number)
    public import KatanaRuntime

    public struct Interpreter\(number): CommandInterpreter {
      public init() {}
      public func interpret(_ command: Command\(number), dispatch: Dispatcher) { print("\(text)") }
    }
    """
  }

  private static var main: String {
    """
    import Katana
    import KatanaRuntime
    \(lines(0..<count) { "import Feature\($0)\nimport Feature\($0)Interpreters" })

    struct App: Model {
    \(lines(0..<count) { "  var slice\($0) = Model\($0)()" })
    }

    let updater = CombinedUpdater<App>([
    \(lines(0..<count) { "  .slice(\\.slice\($0), Updater\($0)())," })
    ])
    let interpreters: [Interpreter] = [
    \(lines(0..<count) { "  .command(Interpreter\($0)())," })
    ]
    let runtime = try Runtime(Program(model: App(), updater), interpreters: interpreters)
    runtime.start()
    runtime.dispatch(Message0())
    """
  }
}
