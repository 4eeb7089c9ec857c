import Testing

@testable import benchmark

@Suite struct ArgumentsTests {
  @Test func optionsMayStandAnywhere() throws {
    let arguments = try Arguments(["W1", "--loop", "1000", "W2.100", "--short", "--check"])
    #expect(arguments.names == ["W1", "W2.100"])
    #expect(arguments.loop == 1_000)
    #expect(arguments.isShort && arguments.checks)
  }

  @Test func aLoopNeedsANumber() {
    #expect(throws: BenchmarkError.missingCount(option: "--loop")) {
      try Arguments(["--loop", "0"])
    }
  }

  @Test func anUnknownOptionIsNamed() {
    #expect(throws: BenchmarkError.unknownOption("--fast")) { try Arguments(["--fast"]) }
  }

  @Test func aWorkloadMeansItsRowsAndNoOthers() throws {
    let names = try Arguments(["W5"]).rows(of: Row.all).map(\.name)
    #expect(names == ["W5.floor", "W5.sync", "W5.reply"])
  }

  @Test func anUnknownNameIsAnsweredWithTheKnownOnes() {
    #expect {
      try Arguments(["W99"]).rows(of: Row.all)
    } throws: { error in
      "\(error)".hasPrefix("There is no workload or row W99. Choose from: F0 W1 W1o W8 W9 W2")
    }
  }

  @Test func theShortFormMeansTheRowsThatAreChecked() throws {
    let names = try Arguments(["--short"]).rows(of: Row.all).map(\.name)
    let growths = Growth.all.flatMap { [$0.smallest, $0.largest] }
    #expect(Set(names) == Set(Ceiling.all.keys).union(growths))
  }
}
