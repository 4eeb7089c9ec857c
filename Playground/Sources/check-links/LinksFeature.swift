import Foundation
import Katana
import KatanaConsole
import KatanaEffects

// Asks the servers of some links, and prints a line for each answer. The number of answers is
// shown on the standard error until all have come.

struct Links: Model, Equatable {
  typealias Receives = LinksMessage

  /// Whether the links come from the standard input.
  var readsInput: Bool
  /// Whether somebody sees the standard error.
  var showsProgress: Bool
  var total = 0
  var answered = 0
  var broken = 0

  var isOver: Bool { !readsInput && answered == total }
}

enum LinksMessage: Message, Equatable {
  case started([String])
  case read(LineEvent)
  case answered(String, Outcome<HTTPResponse, HTTPError>)
  case interrupted
}

struct LinksFeature: TypedUpdater, SubscriptionProvider {
  enum ID { case requests }

  var effects: [any Effect.Type] {
    [
      ExitProcess.self, Fetch.self, Print.self, SignalReceived.self, StandardInputLine.self,
    ]
  }

  func update(model: inout Links, message: LinksMessage) -> [any Command] {
    switch message {
    case .started(let links):
      return links.map { ask($0, &model) } + progress(model) + end(model)
    case .read(.line(let line)):
      let link = line.trimmingCharacters(in: .whitespacesAndNewlines)
      return link.isEmpty ? [] : [ask(link, &model)] + progress(model)
    case .read(.tooLong(let limit)):
      model.broken += 1
      return show("check-links: a line is longer than \(limit) bytes", on: .standardError, model)
    case .read(.failed(let error)):
      return show("check-links: \(error)", on: .standardError, model) + [ExitProcess(1)]
    case .read(.end):
      model.readsInput = false
      return end(model)
    case .answered(let link, let result):
      model.answered += 1
      let line = TerminalText.plain("\(outcome(of: result, &model)) \(link)")
      return show(line, on: .standardOutput, model) + end(model)
    case .interrupted:
      return eraseProgress(model) + [ExitProcess(130)]
    }
  }

  private func ask(_ link: String, _ model: inout Links) -> any Command {
    model.total += 1
    // Only the status is of interest.
    let request = HTTPRequest.get(link).limited(time: .seconds(20)).keepingBeginning(1)
    return Fetch(request, reply { .answered(link, $0) })
      .queued(id: ID.requests, .atMost(4))
  }

  private func outcome(
    of result: Outcome<HTTPResponse, HTTPError>, _ model: inout Links
  ) -> String {
    switch result {
    case .success: return "ok    "
    case .failure(let error):
      model.broken += 1
      return "broken (\(error.text))"
    }
  }

  /// Returns the commands that end the program if nothing is left to do.
  private func end(_ model: Links) -> [any Command] {
    if !model.isOver { return [] }
    return eraseProgress(model) + [ExitProcess(model.broken == 0 ? 0 : 1)]
  }

  // MARK: The progress line

  private func progress(_ model: Links) -> [any Command] {
    guard model.showsProgress, model.total > 0, !model.isOver else { return [] }
    let text = "\(model.answered) of \(model.total), \(model.broken) broken"
    return [Print("\r\u{1B}[K" + text, terminator: "", to: .standardError)]
  }

  private func eraseProgress(_ model: Links) -> [any Command] {
    model.showsProgress ? [Print("\r\u{1B}[K", terminator: "", to: .standardError)] : []
  }

  /// Prints a line in place of the progress line, which moves below it.
  private func show(_ line: String, on stream: StandardStream, _ model: Links) -> [any Command] {
    eraseProgress(model) + [Print(line, to: stream)] + progress(model)
  }

  func subscriptions(model: Links) -> [any Subscription] {
    let input = model.readsInput ? [StandardInputLine(reply { .read($0) })] : []
    return [SignalReceived(.interrupt, reply(.interrupted))] + input
  }
}

func linksProgram(_ options: Options, showsProgress: Bool) -> Program<Links> {
  Program(
    model: Links(readsInput: options.links.isEmpty, showsProgress: showsProgress),
    LinksFeature(), commands: [Send(LinksMessage.started(options.links))])
}
