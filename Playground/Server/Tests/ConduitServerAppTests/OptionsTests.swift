import Testing

@testable import conduit_server

@Suite struct OptionsTests {
  @Test func thePortAndTheFolderAreRead() throws {
    let options = try Options(["--port", "80", "--data", "d"])
    #expect(options.port == 80 && options.dataFolder == "d" && !options.wantsHelp)
    #expect(try Options([String]()).port == 8_080)
    #expect(try Options(["--help"]).wantsHelp)
  }

  @Test(arguments: [["--port"], ["--port", "x"], ["--port", "65536"], ["--data"], ["--x"]])
  func aMistakeIsALine(arguments: [String]) {
    #expect(throws: OptionError.self) { try Options(arguments) }
  }
}
