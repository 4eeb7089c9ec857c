// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stand-ins for the public names of Combine, since Combine does not exist on Linux. `Subscription` is
// one of them: the proposal names ours so too, and `Tests/NameTests` compiles the one-line remedy.

public enum AnyCancellable {}
public enum AnyPublisher {}
public enum AnySubject {}
public enum AnySubscriber {}
public enum Cancellable {}
public enum ConnectablePublisher {}
public enum CurrentValueSubject {}
public enum CustomCombineIdentifierConvertible {}
public enum Deferred {}
public enum Empty {}
public enum Fail {}
public enum Future {}
public enum ImmediateScheduler {}
public enum Just {}
public enum ObservableObject {}
public enum ObservableObjectPublisher {}
public enum PassthroughSubject {}
public enum Published {}
public enum Publisher {}
public enum Publishers {}
public enum Record {}
public enum Scheduler {}
public enum Subject {}
public enum Subscriber {}
public enum Subscribers {}
public enum Subscription {}
public enum Subscriptions {}
public enum TopLevelDecoder {}
public enum TopLevelEncoder {}
