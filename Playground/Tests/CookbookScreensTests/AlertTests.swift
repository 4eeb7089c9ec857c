import KatanaRuntime
import KatanaTesting
import Testing

struct DeleteBook: Command, Equatable { var book: Int }

struct Library: Model, Equatable {
  typealias Receives = LibraryMessage
  var books: [Int] = []
  var deletion: Int?  // The book that the alert asks about.
}

enum LibraryMessage: Message {
  case deleteTapped(book: Int), deletionConfirmed(book: Int), deletionCancelled
}

struct LibraryUpdater: TypedUpdater {
  func update(model: inout Library, message: LibraryMessage) -> [any Command] {
    switch message {
    case .deleteTapped(let book): model.deletion = book
    case .deletionCancelled: model.deletion = nil
    case .deletionConfirmed(let book):
      if model.deletion == book { model.deletion = nil }
      guard let index = model.books.firstIndex(of: book) else { return [] }
      model.books.remove(at: index)
      return [DeleteBook(book: book)]
    }
    return []
  }
}

struct NoteList: Model, Equatable {
  typealias Receives = NoteListMessage
  var notes: [Int] = []
  var alert: DeletionAlert?
}

enum NoteListMessage: Message { case deleteTapped(note: Int) }

struct DeleteNote: Command, Equatable { var note: Int }

struct DeletionAlert: Model, Equatable, Identifiable {
  typealias Receives = DeletionAlertMessage
  let id: Int
}

enum DeletionAlertMessage: Message { case deleteTapped, keepTapped }

let noteListFeature = CombinedUpdater<NoteList>([
  .full(
    TypedFunctionUpdater { (model: inout NoteList, message: NoteListMessage) in
      switch message {
      case .deleteTapped(let note): model.alert = DeletionAlert(id: note)
      }
      return []
    }),
  .optional(
    \.alert,
    // Each button closes the alert.
    TypedFunctionUpdater { (_: inout DeletionAlert, _: DeletionAlertMessage) in [Dismiss()] }
  ) { model, message in
    guard message == .deleteTapped, let note = model.alert?.id else { return [] }
    model.notes.removeAll { $0 == note }
    return [DeleteNote(note: note)]
  },
])

@Suite struct SimpleAlertTests {
  @Test func aBookIsDeletedAfterTheConfirmationOnly() {
    let test = StepTest(LibraryUpdater(), model: Library(books: [1, 2]))
    test.send(.deleteTapped(book: 1)) { $0.deletion = 1 }
    test.send(.deletionCancelled) { $0.deletion = nil }
    test.send(.deleteTapped(book: 1)) { $0.deletion = 1 }
    test.send(.deletionConfirmed(book: 1), commands: [DeleteBook(book: 1)]) {
      $0 = Library(books: [2])
    }
  }

  /// The system may report that the alert has ended before it calls the action of the button.
  @Test func theConfirmationCountsAlsoIfTheAlertHasEndedBefore() {
    let test = StepTest(LibraryUpdater(), model: Library(books: [1, 2]))
    test.send(.deleteTapped(book: 1)) { $0.deletion = 1 }
    test.send(.deletionCancelled) { $0.deletion = nil }
    test.send(.deleteTapped(book: 2)) { $0.deletion = 2 }
    test.send(.deletionConfirmed(book: 1), commands: [DeleteBook(book: 1)]) { $0.books = [2] }
    test.send(.deletionConfirmed(book: 1))
  }
}

@Suite struct AlertTests {
  let app = AppTest(
    Program(model: NoteList(notes: [1, 2]), noteListFeature), ignoringPending: [DeleteNote.self])

  @Test func aNoteIsDeletedAfterTheConfirmationOnly() {
    app.send(.deleteTapped(note: 1)) { $0.alert = DeletionAlert(id: 1) }
    app.send(
      .keepTapped, to: NoteList.at.alert, commands: [Dismiss().in(NoteList.at.alert[1])]
    ) { $0.alert = nil }
    app.send(.deleteTapped(note: 1)) { $0.alert = DeletionAlert(id: 1) }
    app.send(
      .deleteTapped, to: NoteList.at.alert,
      commands: [Dismiss().in(NoteList.at.alert[1]), DeleteNote(note: 1)]
    ) { $0 = NoteList(notes: [2]) }
  }

  @Test func theLateDismissalOfAnAlertDoesNotCloseTheNextOne() {
    app.send(.deleteTapped(note: 1)) { $0.alert = DeletionAlert(id: 1) }
    app.send(.deleteTapped(note: 2)) { $0.alert = DeletionAlert(id: 2) }
    app.send(Dismissed().to(NoteList.at.alert[1]), expectingNoReceiver: true)
    app.send(Dismissed().to(NoteList.at.alert[2])) { $0.alert = nil }
  }
}
