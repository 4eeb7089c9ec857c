import API
import Articles
public import Katana
import KatanaConsole
import KatanaEffects

/// The feature of articles that the user writes in an editor: its updaters and its effects.
public let draftsFeature = CombinedUpdater<DraftsModel>(
  [.full(DraftsUpdater()), .full(DraftEndUpdater()), .full(DraftsCancellationUpdater())],
  effects: [
    APICommand<Article>.self, WriteFile.self, ReadTextFile.self, RemoveFile.self,
    RunInTerminal.self,
  ])
