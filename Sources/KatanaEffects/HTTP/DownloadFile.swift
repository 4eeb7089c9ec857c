public import Katana

/// Sends a request, and writes the body of the response to a file.
///
/// ```swift
/// let request = HTTPRequest.get(url).limited(time: nil, silence: .seconds(30))
/// DownloadFile(request, to: path, reply { .saved($0) })
/// ```
///
/// The interpreter writes the body to a draft file in the same folder as it arrives. When the body
/// is complete, as the headers of the response say, the draft replaces the file as ``WriteFile`` does: its mode and a link at its path are
/// kept, and nobody can read the draft who cannot read the file. After a failure or a cancellation the
/// draft is removed, and the file stays as it was.
///
/// A response with a status code that the request does not accept does not change the file. The
/// error contains up to 64 KiB of its body. Neither does one that has no body, such as a 304.
///
/// ## Pausing
///
/// With `resumes: true`, what has arrived is kept when the download fails, when it is cancelled,
/// and when the process ends. The next download of the same address to the same path asks the
/// server only for the rest. Cancel the command to pause, and return it again to go on:
///
/// ```swift
/// DownloadFile(request, to: path, resumes: true, reply { .saved($0) })
/// ```
///
/// If a paused download is given up, return ``DiscardDownloadPart``.
public struct DownloadFile: HTTPCommand, Hashable {
  /// The request to send.
  public var request: HTTPRequest
  /// The path of the file. Its folder must exist.
  public var path: String
  /// Whether the download goes on where an earlier one to the same path ended.
  ///
  /// The part that has arrived is in the file `.NAME.part` beside the file `NAME`, and its source
  /// in `.NAME.part.json`; a long name is cut there. A part is kept only if the server names the version of the file, by a
  /// strong `ETag` or by `Last-Modified`. If the server has another version by then, or sends no
  /// parts of files, the download begins anew ([RFC 9110, section
  /// 14](https://www.rfc-editor.org/rfc/rfc9110.html#name-range-requests)).
  ///
  /// Only a `GET` request without a `Range` header that accepts the status 206 is resumed. While
  /// two downloads write to the same path, only the first one keeps its part.
  public var resumes: Bool
  /// The reply, which turns the response or the error into a message. The body of the response is
  /// empty. After a download that was resumed, its status is 206, and its size is that of the
  /// whole file.
  public var reply: Reply<Outcome<HTTPResponse, HTTPError>>

  /// Creates a command that downloads a file.
  public init(
    _ request: HTTPRequest, to path: String, resumes: Bool = false,
    _ reply: Reply<Outcome<HTTPResponse, HTTPError>>
  ) {
    (self.request, self.path, self.resumes, self.reply) = (request, path, resumes, reply)
  }

  /// The path of the file.
  public var destination: String? { path }
}

/// Removes the part that a download with ``DownloadFile/resumes`` has kept.
///
/// ```swift
/// case .cancelTapped: return [Cancel(id: ID.transfer), DiscardDownloadPart(of: model.path)]
/// ```
///
/// The file itself stays as it is. If there is no part, or a download writes to it, the command
/// does nothing.
public struct DiscardDownloadPart: Command, Hashable {
  /// The path of the file, as in ``DownloadFile/path``.
  public var path: String

  /// Creates a command that removes the part of a download.
  public init(of path: String) { self.path = path }
}
