import Katana

// Which interpreters perform the effects of this module, for the texts of errors.

extension Print: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension Prompt: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension PromptSecret: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension StandardInputLine: SuppliedEffect {
  package static var supplier: String { ".terminal()" }
}
extension TerminalInput: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension TerminalScreen: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension ExitProcess: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension OpenURL: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension RingBell: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension RunInTerminal: SuppliedEffect { package static var supplier: String { ".terminal()" } }
extension SignalReceived: SuppliedEffect { package static var supplier: String { ".signals()" } }
extension RunProgram: SuppliedEffect { package static var supplier: String { ".processes()" } }
extension ProgramOutput: SuppliedEffect { package static var supplier: String { ".processes()" } }
