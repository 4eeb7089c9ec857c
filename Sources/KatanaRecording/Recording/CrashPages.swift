/// Where the page of memory is that belongs to a recording.
enum CrashPages {
  /// The page of a recording: `NAME-START.update`, beside its files `NAME-START-PART.katana`.
  static func path(ofRecording file: String) -> String {
    guard let dash = file.lastIndex(of: "-") else { return file + ".update" }
    return file[..<dash] + ".update"
  }
}
