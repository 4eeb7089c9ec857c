import ConduitScreen
import Katana
import KatanaRecording

/// The program as a replay runs it: without its first commands, and with a model that the recording
/// replaces by its own.
let conduitProgram = Program(model: AppModel(), appFeature)

/// What a recording may hold: the model and all messages. Passwords and tokens are `Secret`s in them,
/// and are masked.
let conduitFormat = RecordingFormat(everyPayloadOf: conduitProgram)

/// The program of the screen as a replay runs it.
let conduitScreenProgram = Program(model: ConduitScreenModel(), conduitScreenFeature)

/// What a recording of the screen may hold. The password that is typed into its dialog is masked, so a
/// replay shows another number of dots there.
let conduitScreenFormat = RecordingFormat(everyPayloadOf: conduitScreenProgram)

/// What a test that is generated from a recording imports.
let conduitImports = [
  "import API", "import Articles", "import Authentication", "import Comments",
  "import Drafts", "import Foundation", "import KatanaConsole", "import KatanaEffects",
  "import Profiles",
  "import Terminal", "@testable import ConduitApp",
]

/// What a test that is generated from a recording of the screen imports.
let conduitScreenImports = [
  "import API", "import Articles", "import Authentication", "import Comments",
  "import ConduitScreen", "import Foundation", "import KatanaEffects", "import Profiles",
  "@testable import ConduitApp",
]
