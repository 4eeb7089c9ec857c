import KatanaRuntime
import Testing

extension RealEffects {
  /// Each stand-in for an effect runs beside the real one, with the same inputs. What the real one
  /// refuses, the stand-in refuses with the same error.
  ///
  /// A test that uses a stand-in would be green otherwise for an app that never works.
  @Suite struct TwinTests {
    /// Returns the interpreters of a real effect and of its stand-in, with their names.
    func twins(
      _ real: Interpreter, _ virtual: Interpreter
    ) -> [(name: String, interpreters: Interpreter)] {
      [("real", real), ("stand-in", virtual)]
    }
  }
}
