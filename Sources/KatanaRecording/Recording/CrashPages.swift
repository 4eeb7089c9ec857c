/// The path of the crash page of a recording.
enum CrashPages {
  /// Returns the path of the page: `NAME-START.update`, beside the files `NAME-START-PART.katana`.
  static func path(ofRecording file: String) -> String {
    guard let dash = file.lastIndex(of: "-") else { return file + ".update" }
    return file[..<dash] + ".update"
  }
}
