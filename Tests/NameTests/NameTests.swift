import Dispatch
import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTerminalViews
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Observation
import Testing

/// All our modules beside all those of the system, in one file: the everyday names still mean what
/// they mean everywhere.
@Suite struct NameTests {
  @Test func everydayNamesAreNotShadowed() {
    let result: Result<Int, any Error> = .success(1)
    let sequence: any Sequence<Int> = [1]
    let queue: DispatchQueue = Dispatch.DispatchQueue(label: "names")
    let duration: Duration = .seconds(1)
    let clock: any Clock<Duration> = ContinuousClock()
    let operation: Operation = BlockOperation {}
    let notification = Notification(name: Notification.Name("name"))
    let comment: Comment = "comment"
    let data: Data = Data()
    let timer: Timer? = nil
    let progress: Progress = Progress(totalUnitCount: 1)
    let issue: Issue? = nil
    let trait: any Trait = .serialized
    let registrar: ObservationRegistrar = ObservationRegistrar()
    _ = (sequence, queue, duration, clock, operation, notification, comment, data, timer, progress)
    _ = (issue, trait, registrar)
    #expect(try! result.get() == 1)
  }

  @Test func noPublicTypeSharesItsModulesName() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let kinds = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    for module in try FileManager.default.contentsOfDirectory(
      atPath: top.appending(path: "Sources").path())
    {
      let files = FileManager.default.enumerator(
        at: top.appending(path: "Sources/\(module)"), includingPropertiesForKeys: nil)
      for case let file as URL in files! where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for kind in kinds {
          #expect(
            !text.contains("public \(kind) \(module) ")
              && !text.contains("public \(kind) \(module)<"))
        }
      }
    }
  }

  /// An interface that imports another module of ours must not see more than it names. A module is
  /// exported only by one that is of no use without it (`Docs/maintaining/decisions/why-names.md`).
  @Test func fourModulesExportOthers() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var exporting: [String] = []
    for case let file as URL in files! where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.contains("@_exported") { exporting.append(file.lastPathComponent) }
    }
    #expect(
      exporting.sorted() == [
        "KatanaRuntime.swift", "KatanaTerminalViews.swift", "KatanaTesting.swift",
        "KatanaViewsTesting.swift",
      ])
  }

  @Test func theInterfaceModuleImportsNothing() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/Katana")
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    var count = 0
    for case let file as URL in files! where file.pathExtension == "swift" {
      count += 1
      let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("import ") || $0.hasPrefix("public import ") })
    }
    #expect(count > 20)
  }
}
