import Katana

/// The contents of one file of a recording, and the problems in it.
public struct RecordingSummary: Sendable, Equatable {
  /// The name of the app.
  public let app: String
  /// The version of the app.
  public let build: String
  /// The name of the model's type, with its module.
  public let model: String
  /// The time at which the recording began, in UTC: `20261123T022044.123Z`.
  public let started: String
  /// The number of this file in the recording, from 1.
  public let part: Int
  /// The numbers of the first and the last message; `nil` if there are no messages.
  public private(set) var messages: ClosedRange<UInt64>?
  /// The numbers of the messages after which the model was recorded; 0 stands for the first model.
  public private(set) var checkpoints: [UInt64] = []
  /// The number of lines that were left out while the file was written.
  public private(set) var leftOut = 0
  /// The first 100 problems with lines of the file. Each names the line, the problem and the fix.
  public private(set) var problems: [String] = []
  /// Whether the recording was closed, or continues in the next file.
  ///
  /// False if the process ended before it closed the recording, or if the end of the file is lost.
  public let isComplete: Bool

  /// Returns the name of the recorded model's type. Reads only the first line of the file.
  static func model(of path: String, _ maximumLineLength: Int) throws(RecordingError) -> String {
    do throws(LineFileError) {
      let reader = try LineFileReader(path, maximumLineLength: maximumLineLength)
      return stableTypeName(try reader.readHeader().entries.name("model") ?? "")
    } catch {
      throw RecordingError(error.description)
    }
  }

  init(of path: String, _ maximumLineLength: Int) throws(RecordingError) {
    do throws(LineFileError) {
      let reader = try LineFileReader(path, maximumLineLength: maximumLineLength)
      let header = try reader.readHeader()
      app = header.entries.name("app") ?? header.name
      build = header.entries.name("build") ?? ""
      model = stableTypeName(header.entries.name("model") ?? "")
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
  }

  /// The findings so far, while the file is read line by line.
  private struct Reading {
    var messages: ClosedRange<UInt64>?
    var checkpoints: [UInt64] = []
    var leftOut = 0
    var problems: [String] = []

    /// Reads the next line. Returns false at the end of the file.
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
      if let number = line.entries.integer(Entry.message, as: UInt64.self) {
        messages = (messages?.lowerBound ?? number)...max(messages?.upperBound ?? number, number)
      } else if let number = line.entries.integer(Entry.checkpoint, as: UInt64.self),
        line.entries.has(Entry.model), !line.entries.has(Entry.replaces)
      {
        checkpoints.append(number)
      }
    }
  }
}
