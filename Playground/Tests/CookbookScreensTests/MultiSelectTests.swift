import KatanaRuntime
import KatanaTesting
import Testing

struct Mail: Model, Equatable, Identifiable {
  typealias Receives = MailMessage
  let id: Int
  var isRead = false
}

enum MailMessage: Message { case readTapped }

struct MailUpdater: TypedUpdater {
  func update(model: inout Mail, message: MailMessage) -> [any Command] {
    switch message {
    case .readTapped: model.isRead = true
    }
    return []
  }
}

struct DeleteMails: Command, Equatable { var ids: [Int] }

enum InboxMessage: Message {
  case selected(Set<Int>), toggled(Int), allTapped
  case readTapped, deleteTapped
  case loaded([Mail])
}

struct Inbox: Model, Equatable {
  typealias Receives = InboxMessage
  var mails: IdentifiedArray<Mail> = []
  var selected: Set<Int> = []

  /// The selected mails that are there, in the order of the list.
  var selection: [Int] { mails.ids.filter(selected.contains) }
}

struct InboxUpdater: TypedUpdater {
  func update(model: inout Inbox, message: InboxMessage) -> [any Command] {
    switch message {
    case .selected(let ids): model.selected = ids
    case .toggled(let id): model.selected.formSymmetricDifference([id])
    case .allTapped: model.selected = Set(model.mails.ids)
    case .readTapped:
      return model.selection.map { Send(.readTapped, to: Inbox.at.mails[$0]) }
    case .deleteTapped:
      let ids = model.selection
      model.mails.removeAll { ids.contains($0.id) }
      model.selected = []
      return ids.isEmpty ? [] : [DeleteMails(ids: ids)]
    case .loaded(let mails): model.mails = IdentifiedArray(mails)
    }
    return []
  }
}

@Suite struct MultiSelectTests {
  let app = AppTest(
    Program(
      model: Inbox(mails: [Mail(id: 1), Mail(id: 2), Mail(id: 3)]),
      InboxUpdater().with(.each(\.mails, MailUpdater()))),
    ignoringPending: [DeleteMails.self])

  @Test func eachSelectedMailIsRead() {
    app.send(.selected([3, 1])) { $0.selected = [1, 3] }
    app.send(
      .readTapped,
      commands: [1, 3].map { Send(.readTapped, to: Inbox.at.mails[$0]) }
    ) {
      $0.mails[id: 1]?.isRead = true
      $0.mails[id: 3]?.isRead = true
    }
  }

  @Test func withoutASelectionNothingIsDeleted() {
    app.send(.deleteTapped)
    app.send(.selected([4])) { $0.selected = [4] }  // It is not in the list.
    app.send(.deleteTapped) { $0.selected = [] }
  }

  @Test func aMailThatIsGoneIsNotDeletedAgain() {
    app.send(.allTapped) { $0.selected = [1, 2, 3] }
    app.send(.toggled(1)) { $0.selected = [2, 3] }
    app.send(.loaded([Mail(id: 4), Mail(id: 3)])) { $0.mails = [Mail(id: 4), Mail(id: 3)] }
    app.send(.deleteTapped, commands: [DeleteMails(ids: [3])]) {
      $0 = Inbox(mails: [Mail(id: 4)])
    }
  }
}
