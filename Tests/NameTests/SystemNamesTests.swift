import KatanaConsole
import KatanaConsoleInterpreters
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import SystemNames
import Testing

// The remedy for the one name that the proposal shares with Combine: a line in the client's module.
private typealias Subscription = Katana.Subscription

/// A file that imports our modules beside SwiftUI and Combine writes the names of all of them.
@Suite struct SystemNamesTests {
  private struct Watching: Subscription {}

  @Test func namesOfSwiftUIMeanSwiftUI() {
    let types: [Any.Type] = [
      Alert.self, Animation.self, App.self, AppStorage.self, Bindable.self, Binding.self,
      Button.self, Color.self, Commands.self, Divider.self, Edge.self, Environment.self,
      FetchRequest.self, FocusState.self, Font.self, ForEach.self, Form.self, Gesture.self,
      Grid.self, Group.self, Image.self, Label.self, Layout.self, Link.self, List.self, Menu.self,
      Namespace.self, NavigationLink.self, NavigationPath.self, NavigationStack.self, Path.self,
      Picker.self, PreviewProvider.self, ProgressView.self, Scene.self, SceneStorage.self,
      Section.self, Shape.self, Slider.self, Spacer.self, State.self, StateObject.self,
      Stepper.self, Tab.self, TabView.self, Table.self, Text.self, TextField.self, Toggle.self,
      Transaction.self, Transition.self, View.self, ViewBuilder.self, ViewModifier.self,
      Window.self,
    ]
    #expect(types.allSatisfy { String(reflecting: $0).hasPrefix("SystemNames.") })
  }

  @Test func namesOfCombineMeanCombine() {
    let types: [Any.Type] = [
      AnyCancellable.self, AnyPublisher.self, AnySubject.self, AnySubscriber.self,
      Cancellable.self, ConnectablePublisher.self, CurrentValueSubject.self,
      CustomCombineIdentifierConvertible.self, Deferred.self, Empty.self, Fail.self, Future.self,
      ImmediateScheduler.self, Just.self, ObservableObject.self, ObservableObjectPublisher.self,
      PassthroughSubject.self, Published.self, Publisher.self, Publishers.self, Record.self,
      Scheduler.self, Subject.self, Subscriber.self, Subscribers.self, Subscriptions.self,
      TopLevelDecoder.self, TopLevelEncoder.self,
    ]
    #expect(types.allSatisfy { String(reflecting: $0).hasPrefix("SystemNames.") })
  }

  @Test func aSubscriptionIsOursWithTheRemedy() {
    #expect(Watching() as any Katana.Subscription is Watching)
  }
}
