import Testing

@testable import benchmark

@Suite struct ArgumentsTests {
  @Test func optionsMayStandAnywhere() throws {
    let arguments = try Arguments(["W1", "--json", "a.json", "W2.10", "--short", "--check"])
    #expect(arguments.names == ["W1", "W2.10"])
    #expect(arguments.json == "a.json")
    #expect(arguments.isShort && arguments.checks)
  }

  @Test func aFileThatIsMissingIsNamed() {
    #expect(throws: BenchmarkError.missingFile(option: "--json")) {
      try Arguments(["--json", "--short"])
    }
    #expect("\(BenchmarkError.missingFile(option: "--json"))".hasPrefix("--json needs the path"))
  }

  @Test func aLoopNeedsANumber() throws {
    #expect(try Arguments(["W1.static", "--loop", "1000"]).loop == 1_000)
    #expect(throws: BenchmarkError.missingCount(option: "--loop")) {
      try Arguments(["--loop", "0"])
    }
  }

  @Test func anUnknownOptionIsNamed() {
    #expect(throws: BenchmarkError.unknownOption("--fast")) { try Arguments(["--fast"]) }
  }

  @Test func aWorkloadMeansItsRowsAndNoOthers() throws {
    let names = try Arguments(["W5"]).rows(of: Row.all).map(\.name)
    #expect(names == ["W5.floor", "W5.sync", "W5.history", "W5.reply", "W5.result"])
  }

  @Test func aRowIsMeantByItsWholeName() throws {
    #expect(try Arguments(["W2.10"]).rows(of: Row.all).map(\.name) == ["W2.10"])
  }

  @Test func anUnknownNameIsAnsweredWithTheKnownOnes() {
    #expect {
      try Arguments(["W99"]).rows(of: Row.all)
    } throws: { error in
      "\(error)".hasPrefix("There is no workload or row W99. Choose from: F0 F0b F1b F1 W1 W1o W2")
    }
  }

  @Test func withoutNamesEverythingButTheGeneratedPackagesIsMeant() throws {
    let workloads = Arguments.workloads(try Arguments([]).rows(of: Row.all))
    #expect(workloads.contains("W9") && !workloads.contains("W10") && !workloads.contains("W11"))
  }

  @Test func theShortFormMeansTheRowsThatAreChecked() throws {
    let names = try Arguments(["--short"]).rows(of: Row.all).map(\.name)
    let growths = Growth.all.flatMap { [$0.smallest, $0.largest] }
    #expect(Set(names) == Set(Ceiling.all.keys).union(growths))
  }
}
