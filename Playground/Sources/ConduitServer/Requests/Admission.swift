/// What a server does with a request when it has read its head.
public enum Admission: Sendable {
  /// It answers at once. It need not read the body.
  case answered(Response)
  /// It reads the body if the request has one, and sends the message.
  case admitted(AdmittedRequest)
}
