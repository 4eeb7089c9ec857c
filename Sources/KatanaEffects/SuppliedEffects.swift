import Katana

// Which interpreters perform the effects of this module, for the texts of errors.

extension Fetch: SuppliedEffect { package static var supplier: String { ".http()" } }
extension FetchJSON: SuppliedEffect { package static var supplier: String { ".http()" } }
extension DownloadFile: SuppliedEffect { package static var supplier: String { ".http()" } }
extension DiscardDownloadPart: SuppliedEffect { package static var supplier: String { ".http()" } }
extension HTTPProgress: SuppliedEffect { package static var supplier: String { ".http()" } }
extension ServerSentEvents: SuppliedEffect { package static var supplier: String { ".http()" } }
extension WebSocketMessages: SuppliedEffect { package static var supplier: String { ".http()" } }
extension SendToWebSocket: SuppliedEffect { package static var supplier: String { ".http()" } }
extension ReadFile: SuppliedEffect { package static var supplier: String { ".files()" } }
extension ReadTextFile: SuppliedEffect { package static var supplier: String { ".files()" } }
extension WriteFile: SuppliedEffect { package static var supplier: String { ".files()" } }
extension AppendToFile: SuppliedEffect { package static var supplier: String { ".files()" } }
extension RemoveFile: SuppliedEffect { package static var supplier: String { ".files()" } }
extension ListFolder: SuppliedEffect { package static var supplier: String { ".files()" } }
extension MakeFolder: SuppliedEffect { package static var supplier: String { ".files()" } }
extension FileChanged: SuppliedEffect { package static var supplier: String { ".files()" } }
extension FolderChanged: SuppliedEffect { package static var supplier: String { ".files()" } }
extension FileLines: SuppliedEffect { package static var supplier: String { ".files()" } }
extension LoadValue: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension SaveValue: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension RemoveValue: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension AddToValue: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension Persisted: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension LoadPersisted: SuppliedEffect { package static var supplier: String { ".store(folder)" } }
extension NewID: SuppliedEffect { package static var supplier: String { ".random()" } }
extension RandomNumber: SuppliedEffect { package static var supplier: String { ".random()" } }
extension RandomFraction: SuppliedEffect { package static var supplier: String { ".random()" } }
extension RandomElement: SuppliedEffect { package static var supplier: String { ".random()" } }
extension Shuffle: SuppliedEffect { package static var supplier: String { ".random()" } }
extension Every: SuppliedEffect { package static var supplier: String { ".time()" } }
extension After: SuppliedEffect { package static var supplier: String { ".time()" } }
extension Now: SuppliedEffect { package static var supplier: String { ".time()" } }
extension Today: SuppliedEffect { package static var supplier: String { ".time()" } }
extension CurrentTimeZone: SuppliedEffect { package static var supplier: String { ".time()" } }
extension NotificationPosted: SuppliedEffect {
  package static var supplier: String { ".notifications()" }
}
extension Call: SuppliedEffect { package static var supplier: String { ".functions()" } }
extension Elements: SuppliedEffect { package static var supplier: String { ".functions()" } }
