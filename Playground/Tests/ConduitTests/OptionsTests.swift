import Foundation
import Testing

@testable import ConduitApp

@Suite struct OptionsTests {
  @Test func nothingIsRequired() throws {
    let options = try Options([])
    #expect(options.server == nil)
    #expect(options.timeLimit == .seconds(10))
    #expect(!options.isLogging && !options.wantsHelp)
    #expect(options.recordingFolder == nil && options.monitoredPlace == nil)
  }

  @Test func everythingCanBeGiven() throws {
    let options = try Options([
      "--server", "http://localhost:3000", "--time-limit", "1.5", "--log", "--record", "recordings",
      "--monitor", "a.katana", "--help",
    ])
    #expect(options.server == URL(string: "http://localhost:3000"))
    #expect(options.timeLimit == .milliseconds(1_500))
    #expect(options.isLogging && options.wantsHelp)
    #expect(options.recordingFolder == "recordings" && options.monitoredPlace == "a.katana")
  }

  @Test(arguments: [
    ("--server=http://a:1", "http://a:1"), ("--server=HTTP://a", "http://a"),
    ("--server=https://a/api", "https://a"), ("--server=https://a/x/api/", "https://a/x"),
    ("--server=https://a/", "https://a"),
  ])
  func theServerIsUnderstoodAsPeopleWriteIt(option: String, url: String) throws {
    #expect(try Options([option]).server?.absoluteString == url)
  }

  @Test func whatIsNoOptionIsACommand() throws {
    let options = try Options([
      "--time-limit=2", "articles", "--tag", "two words", "--author", "",
    ])
    #expect(options.timeLimit == .seconds(2))
    #expect(options.command == "articles --tag \"two words\" --author \"\"")
  }

  @Test(arguments: [
    (["--log=yes"], "--log takes no value"),
    (["--sever"], "unknown option \"--sever\""),
    (["--server"], "--server needs a URL such as http://localhost:3000"),
    (["--server", "localhost"], "--server needs a URL such as http://localhost:3000"),
    (["--server", "ftp://a"], "--server needs a URL such as http://localhost:3000"),
    (
      ["--server", "http://ada:secret@host"],
      "--server takes no name and no password; use the command login"
    ),
    (["--time-limit", "soon"], "--time-limit needs a number of seconds, from 0.1 to 3600"),
    (["--record"], "--record needs a FOLDER"),
    (["--record", "--log"], "--record needs a FOLDER"),
    (["--monitor"], "--monitor needs a FILE or a FOLDER"),
    (["--time-limit", "0"], "--time-limit needs a number of seconds, from 0.1 to 3600"),
  ])
  func mistakesAreNamed(arguments: [String], text: String) {
    #expect(throws: OptionError(text: text)) { try Options(arguments) }
  }
}
