import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct RootTests {
    private let folder = TemporaryFolder()
    private let tester: FileTester

    init() {
      folder.makeFolder("root")
      folder.makeFolder("root/sub")
      folder.write("secret", to: "outside")
      tester = FileTester(.files(root: folder("root")))
    }

    @Test func namesBelowTheRootWork() async {
      #expect(await tester.write("1", to: "sub/a") == .done(nil))
      #expect(await tester.text("./sub//a") == .readText(.success("1")))
      #expect(await tester.append("2", to: "sub/a") == .done(nil))
      #expect(await tester.makeFolder("x/y") == .done(nil))
      #expect(folder.read("root/sub/a") == "12")
      #expect(
        await tester.list(".")
          == .listed(
            .success([
              FolderEntry(name: "sub", kind: .folder), FolderEntry(name: "x", kind: .folder),
            ])))
      #expect(await tester.remove("sub/a") == .done(nil))
      #expect(await tester.text("sub/a") == .readText(.failure(.notFound(path: "sub/a"))))
    }

    @Test func noPathLeadsOut() async {
      folder.link("root/up", to: "..")
      folder.link("root/file", to: "../outside")
      folder.link("root/inside", to: "sub")
      let paths = [
        "../outside", "sub/../../outside", "up/outside", "file", "inside/a", folder("outside"),
        "/etc/passwd",
      ]
      for path in paths {
        #expect(await tester.text(path) == .readText(.failure(.outsideRoot(path: path))))
        #expect(await tester.write("x", to: path) == .done(.outsideRoot(path: path)))
        #expect(await tester.append("x", to: path) == .done(.outsideRoot(path: path)))
      }
      for path in ["../outside", "up/outside", folder("outside")] {
        #expect(await tester.remove(path) == .done(.outsideRoot(path: path)))
      }
      for path in ["..", "up", "up/new", "/"] {
        #expect(await tester.list(path) == .listed(.failure(.outsideRoot(path: path))))
        #expect(await tester.makeFolder(path) == .done(.outsideRoot(path: path)))
      }
      #expect(await tester.remove("file") == .done(.notARegularFile(path: "file")))
      #expect(folder.read("outside") == "secret")
      #expect(folder.names == ["outside", "root"])
    }
  }
}
