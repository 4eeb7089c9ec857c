/// What a file of a recording is, and what is wrong with it.
public struct RecordingSummary: Sendable, Equatable {
  /// The name of the app.
  public let app: String
  /// The version of the app.
  public let build: String
  /// The name of the model's type, with its module.
  public let model: String
  /// When the recording began, in UTC: `20261123T022044.123Z`.
  public let started: String
  /// The number of this file in the recording, from 1.
  public let part: Int
  /// The numbers of the first and the last message; `nil` if there are none.
  public private(set) var messages: ClosedRange<UInt64>?
  /// After which messages the model was recorded; 0 stands for the first model.
  public private(set) var checkpoints: [UInt64] = []
  /// How many lines were left out while it was written.
  public private(set) var leftOut = 0
  /// What is wrong with lines of the file: which line, what, and how to fix it; the first 100.
  public private(set) var problems: [String] = []
  /// Whether the recording was closed, or goes on in the next file; not if its process was ended.
  public let isComplete: Bool
  /// The update in which the process ended, if it ended in one.
  public let crashedUpdate: CrashedUpdate?

  init(of path: String) throws(RecordingError) {
    do throws(LineFileError) {
      let reader = try LineFileReader(path)
      let header = try reader.readHeader()
      app = header.entries.text("app") ?? header.name
      build = header.entries.text("build") ?? ""
      model = header.entries.text("model") ?? ""
      started = header.started
      part = header.part
      var reading = Reading()
      while try reading.next(reader) {}
      messages = reading.messages
      (checkpoints, leftOut, problems) = (reading.checkpoints, reading.leftOut, reading.problems)
      isComplete = reader.ending != nil
    } catch {
      throw RecordingError(error.description)
    }
    crashedUpdate =
      switch CrashReport.read(CrashPages.path(ofRecording: path)) {
      case .diedInUpdate(let number, let label): CrashedUpdate(number: number, name: label)
      case .noUpdate, .damaged: nil
      }
  }

  /// What is found line by line.
  private struct Reading {
    var messages: ClosedRange<UInt64>?
    var checkpoints: [UInt64] = []
    var leftOut = 0
    var problems: [String] = []

    /// Takes the next line. Returns false at the end.
    mutating func next(_ reader: LineFileReader) throws(LineFileError) -> Bool {
      do throws(LineFileError) {
        guard let line = try reader.next() else { return false }
        take(line)
      } catch {
        if case .unreadable = error.problem { throw error }
        if problems.count < 100 { problems.append(error.description) }
      }
      return true
    }

    private mutating func take(_ line: FileLine) {
      if case .leftOut(let count, _) = line.content { leftOut += count }
      if let number = line.entries.integer("\(Entry.message)", as: UInt64.self) {
        messages = (messages?.lowerBound ?? number)...max(messages?.upperBound ?? number, number)
      } else if let number = line.entries.integer("\(Entry.checkpoint)", as: UInt64.self),
        line.entries.has("\(Entry.model)"), !line.entries.has("\(Entry.replaces)")
      {
        checkpoints.append(number)
      }
    }
  }
}
