import Testing

/// The folders of the engine are layers: a folder uses what stands before it in its module.
///
/// What does not hold is listed here: a use that is not listed fails, and so does a listed one that is gone.
@Suite struct LayerTests {
  /// A module with the order of its folders.
  struct Module: CustomTestStringConvertible {
    let name: String
    /// The folders, each before those that may use it. `.` is for files in no folder.
    let layers: [String]
    /// The types that a folder uses although they stand in a later one.
    let backward: [SourceModule.Arrow: Set<String>]
    /// The files with an unsafe construct.
    let unsafe: Set<String>

    var testDescription: String { name }
  }

  @Test(arguments: [katana, runtime])
  func aFolderUsesWhatStandsBeforeIt(module: Module) throws {
    let sources = try SourceModule(module.name)
    #expect(sources.folders == Set(module.layers))
    let found = sources.arrows.filter { arrow, _ in
      module.layers.firstIndex(of: arrow.from)! < module.layers.firstIndex(of: arrow.to)!
    }
    for arrow in Set(found.keys).union(module.backward.keys) {
      let (new, old) = (found[arrow, default: []], module.backward[arrow, default: []])
      #expect(new.subtracting(old).sorted() == [], "\(arrow): do not use these types there")
      #expect(old.subtracting(new).sorted() == [], "\(arrow): remove these types from the list")
    }
  }

  /// Each of them is a small type with a safe face, or has fields that each message reads, whose checks of
  /// exclusive access ceilings do not allow (the decisions on the engine).
  @Test(arguments: [katana, runtime])
  func unsafeConstructsStandInTheListedFiles(module: Module) throws {
    let files = try SourceModule(module.name).files(containing: [
      "Unsafe", "Unmanaged", "unowned(unsafe)", "@exclusivity(unchecked)", "unsafeBitCast",
      "unsafeDowncast",
    ])
    #expect(files.subtracting(module.unsafe).sorted() == [], "write these files without it")
    #expect(module.unsafe.subtracting(files).sorted() == [], "remove these files from the list")
  }

  static let katana = Module(
    name: "Katana",
    layers: [
      ".", "Memory", "Scopes", "Effects", "Texts", "Control", "Subscriptions", "Tree", "Features",
      "Coding",
    ],
    backward: [:],
    unsafe: [
      "Memory/Place.swift",
      "Scopes/ElementFinder.swift",
      "Scopes/IdentifiedArray.swift",
      "Texts/EnumCaseName.swift",
      "Tree/LastIndices.swift",
      "Tree/ModelPart+Each.swift",
      "Tree/ModelPart+One.swift",
      "Tree/RouteTable.swift",
      "Tree/UpdateLeaf.swift",
    ])

  static let runtime = Module(
    name: "KatanaRuntime",
    layers: [
      ".", "Platform", "Inbox", "Messages", "Issues", "Events", "Runs", "Subscriptions",
      "Interpreters", "Control", "Interceptors", "Loop", "Runtime", "Stores", "TestHooks",
    ],
    // Whoever sends may be the one who executes.
    backward: [SourceModule.Arrow(from: "Runs", to: "Loop"): ["Loop"]],
    unsafe: [
      "Inbox/Inbox.swift",
      "Interpreters/Interpreter.swift",
      "Loop/Loop.swift",
      "Messages/ValueName.swift",
      "Platform/Lock.swift",
      "Platform/MainQueue.swift",
      "Platform/PagedQueue.swift",
      "Platform/Slab.swift",
      "Runs/ChildRecord.swift",
      "Runs/RuntimeCore.swift",
      "Stores/ObservableChild.swift",
      "Stores/ObservableStore.swift",
    ])
}
