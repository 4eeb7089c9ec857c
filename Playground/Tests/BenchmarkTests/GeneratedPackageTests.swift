import Testing

@testable import benchmark

@Suite struct GeneratedPackageTests {
  @Test func theModulesThatABuildCompiledAreReadFromItsOutput() {
    let output = """
      Building for debugging...
      [3/7] Compiling Feature7 Feature7.swift
      [4/7] Emitting module Feature7
      [5/7] Compiling app main.swift
      [6/7] Compiling app Other.swift
      Build complete!
      """
    #expect(ManyModules.compiledModules(in: output) == ["Feature7", "app"])
  }
}
