import Katana
import KatanaConsole

/// The instructions that concern the terminal itself.
let terminalInstructions = [
  Instruction("why", "show what led to the last message", TerminalMessage.causesRequested),
  Instruction("help", "show this list", TerminalMessage.helpRequested),
  Instruction("quit", "leave", TerminalMessage.quitRequested),
]

extension Output {
  /// All instructions that a line can contain. A summary stands below a long usage, and on a narrow
  /// terminal below each.
  static func help(_ instructions: Instructions, width: Int? = nil) -> Output {
    let summaryColumn = width.map { $0 < 80 } == true ? 4 : 32
    return Output(
      instructions.all.flatMap { instruction -> [Part] in
        let usage = instruction.usage
        let gap = String(repeating: " ", count: max(0, summaryColumn - usage.count))
        let summary = Span(gap + instruction.summary)
        if usage.count + 2 <= summaryColumn { return [.line([Span(usage, .link), summary])] }
        let indented = Span(String(repeating: " ", count: summaryColumn) + instruction.summary)
        return [.line([Span(usage, .link)]), .line([indented])]
      })
  }

  static func causes(_ causes: [Cause]) -> Output {
    if causes.isEmpty { return Output("nothing has happened yet") }
    return Output(
      Table(
        [
          Table.Column("SENT BY", .link, isClipped: true), Table.Column("MESSAGE", .strong),
          Table.Column("WHERE", .faint),
        ],
        rows: causes.map { [$0.sender, $0.message, $0.place] }))
  }
}
