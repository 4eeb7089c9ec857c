import Katana
import KatanaEffects
import KatanaRuntime
import KatanaSystem
import KatanaTesting

/// Examines files in memory after they have changed.
///
/// It examines them after the delay that the conditions choose, and not before the clock is
/// advanced. All changes until then are examined together.
final class VirtualWatch: Sendable {
  private struct State {
    var isScheduled = false
    var isOver = false
    var next: ScheduledAction?
  }

  private let files: VirtualFiles
  private let clock: any RuntimeClock
  private let look: @Sendable (FileTree) -> Void
  private let state = Locked(State())

  init(
    _ files: VirtualFiles, by clock: any RuntimeClock,
    _ look: @escaping @Sendable (FileTree) -> Void
  ) {
    (self.files, self.clock, self.look) = (files, clock, look)
  }

  /// Begins to watch, and schedules a first examination.
  func begin() {
    files.add(self)
    filesHaveChanged()
  }

  func end() {
    files.remove(self)
    state.withLock { state in
      state.isOver = true
      return state.next
    }?.cancel()
  }

  func filesHaveChanged() {
    let isNew = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled && !state.isOver
    }
    guard isNew else { return }
    let action = files.order.conditions.schedule(on: clock) { [self] in
      let isOver = state.withLock { state in
        state.isScheduled = false
        return state.isOver
      }
      if !isOver { look(files.current) }
    }
    let isTooLate = state.withLock { state in
      state.next = action
      return state.isOver
    }
    if isTooLate { action.cancel() }
  }
}

/// Compares the files with those of the previous examination, and makes events of the differences.
protocol VirtualLooks: Sendable {
  associatedtype Sub: Subscription
  associatedtype Event

  /// Stores the files at the start.
  init(_ subscription: Sub, _ tree: FileTree)

  /// Compares the files with the stored ones, stores them, and returns the events to send.
  mutating func look(at tree: FileTree) -> [Event]

  static func message(_ event: Event, of subscription: Sub) -> any Message
}

/// Runs a subscription to files in memory.
final class VirtualWatchInterpreter<Looks: VirtualLooks>: SubscriptionInterpreter {
  typealias Sub = Looks.Sub

  private let watch: VirtualWatch

  init(_ files: VirtualFiles, _ subscription: Sub, _ dispatch: SubscriptionDispatcher<Sub>) {
    let looks = Locked(Looks(subscription, files.current))
    watch = VirtualWatch(files, by: dispatch.clock) { tree in
      for event in looks.withLock({ $0.look(at: tree) }) {
        dispatch { Looks.message(event, of: $0) }
      }
    }
  }

  func start() { watch.begin() }
  func stop() { watch.end() }
}

/// Finds changes of one file.
struct FileChangedLooks: VirtualLooks {
  private let path: String
  private var last: FileTree.Node?
  private var isOver = false

  init(_ subscription: FileChanged, _ tree: FileTree) {
    path = subscription.path
    last = try? tree.node(at: path)
  }

  mutating func look(at tree: FileTree) -> [FileChange] {
    if isOver { return [] }
    do throws(FileError) {
      let node = try tree.node(at: path)
      defer { last = node }
      if node == last { return [] }
      return [node == nil ? .removed : .changed]
    } catch {
      isOver = true
      return [.failed(error)]
    }
  }

  static func message(_ event: FileChange, of subscription: FileChanged) -> any Message {
    subscription.reply(event)
  }
}

/// Finds changes of the files and folders in a folder.
struct FolderChangedLooks: VirtualLooks {
  private let path: String
  private var last: [SystemPath: FileTree.Content?]?
  private var isOver = false

  init(_ subscription: FolderChanged, _ tree: FileTree) {
    path = subscription.path
    last = try? tree.members(of: path)
  }

  mutating func look(at tree: FileTree) -> [FileChange] {
    if isOver { return [] }
    do throws(FileError) {
      let members = try tree.members(of: path)
      defer { last = members }
      return members == last ? [] : [.changed]
    } catch {
      isOver = true
      return [last == nil ? .failed(error) : .removed]
    }
  }

  static func message(_ event: FileChange, of subscription: FolderChanged) -> any Message {
    subscription.reply(event)
  }
}

/// Finds new lines of a file.
struct FileLinesLooks: VirtualLooks {
  private let path: String
  private let limit: Int
  private var splitter: LineSplitter
  private var file: Int?
  private var count = 0
  private var hasRead = false
  private var isOver = false

  init(_ subscription: FileLines, _ tree: FileTree) {
    (path, limit) = (subscription.path, subscription.lineLimit)
    splitter = LineSplitter(limit: limit)
    if subscription.start == .end, let content = try? tree.content(at: path) {
      (file, count, hasRead) = (content.number, content.data.count, true)
    }
  }

  mutating func look(at tree: FileTree) -> [FileLinesEvent] {
    if isOver { return [] }
    do throws(FileError) {
      let content = try tree.content(at: path)
      let isSame = content?.number == file
      let end = isSame ? [] : endFile()
      guard let content else { return end }
      let restart: [FileLinesEvent] = isSame || !hasRead ? [] : [.restarted]
      let lines = splitter.take(content.data.dropFirst(count))
      (file, count, hasRead) = (content.number, content.data.count, true)
      return end + restart + (lines.isEmpty ? [] : [.lines(lines)])
    } catch {
      isOver = true
      return [.failed(error)]
    }
  }

  /// Ends the current file, which was removed or replaced, and returns its last line.
  private mutating func endFile() -> [FileLinesEvent] {
    let rest = splitter.finish()
    (file, count) = (nil, 0)
    return rest.map { [.lines([$0])] } ?? []
  }

  static func message(_ event: FileLinesEvent, of subscription: FileLines) -> any Message {
    subscription.reply(event)
  }
}
