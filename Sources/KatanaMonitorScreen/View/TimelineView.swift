import Katana
import KatanaViews

func timelineView(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  .column([
    chart(model.shownLog).width(.fill).height(.cells(3)),
    .row([
      .input(
        "Filter", model.filter, MonitorMessage.filterChanged,
        placeholder: "name, address, origin, text, -without",
        suggestions: ["slow", "dropped", "issue", "unchanged", "subscription"]
      ).width(.fill).focused(when: model.filterVisits > 0).key(model.filterVisits),
      .checkbox("follow", model.follows, { _ in .followTapped }),
    ]).width(.fill),
    .table(
      [
        .column("No.").align(.trailing), .column("Time").align(.trailing),
        .column("").align(.trailing), .column("Message", .fill(3)),
        .column("Took").align(.trailing), .column("From", .fill(2)),
      ],
      TimelineRows(log: model.shownLog, lines: model.lines),
      selected: selected(model),
      follows: model.follows
    ).label("Messages").height(.fill.least(4)).focused(when: model.asksForList),
    model.lines.lines.count == 0 && !model.filter.isEmpty
      ? .text("No line has “\(model.filter)”.", .muted) : .empty,
    detail(model),
  ])
}

/// The row of the chosen entry, or the last one.
private func selected(_ model: MonitorModel) -> Int? {
  let lines = model.lines.lines
  if model.follows { return lines.last?.first }
  return model.chosen.flatMap { model.lines.line(of: $0) }.map { lines[$0].first }
}

struct TimelineRows: ViewRows {
  typealias Receiver = MonitorModel
  var log: MonitorLog
  var lines: TimelineLines

  var count: Int { lines.lines.count }
  func id(at index: Int) -> Int { lines.lines[lines.lines.first + index].first }
  func index(of id: Int) -> Int? { lines.line(of: id).map { $0 - lines.lines.first } }

  func row(at index: Int) -> ViewOf<MonitorModel> {
    let line = lines.lines[lines.lines.first + index]
    guard log.entries.positions.contains(line.last) else { return .text("") }
    let entry = log.entries[line.last]
    let message = entry.message
    return .row([
      .text(message.number > 0 ? "\(message.number)" : "", .muted),
      .text(seconds(message.time), .muted),
      mark(entry, line.count), name(entry),
      .text(message.took.map(duration) ?? (message.isOpen ? "open" : "")).style(
        .warning, if: entry.isSlow),
      .text(origin(message), .muted),
    ]).onSelect(.chosen(line.last)).onPress(.chosen(line.last))
  }

  /// How many equal entries the line stands for, or the mark of an unusual one.
  private func mark(_ entry: MonitorLog.Entry, _ count: Int) -> ViewOf<MonitorModel> {
    if count > 1 { return .text("×\(count)", .strong) }
    return switch entry.kind {
    case .dropped: .text("✗", .warning)
    case .issue: .text("!", .danger)
    case .message where entry.message.isChanged == false: .text("·", .muted)
    case .message, .subscription, .note: .text("")
    }
  }

  private func name(_ entry: MonitorLog.Entry) -> ViewOf<MonitorModel> {
    let name = entry.message.name + (entry.message.address.map { " in \($0)" } ?? "")
    return switch entry.kind {
    case .message: .text(name).style(.muted, if: entry.message.isChanged == false)
    case .dropped(let reason): .text("\(name.isEmpty ? "a message" : name) (\(reason))", .warning)
    case .subscription(let step): .text("\(name) \(step.rawValue)", .accent)
    case .issue: .text(name, .danger)
    case .note: .text(name, .muted)
    }
  }

  private func origin(_ message: LogMessage) -> String {
    message.origin == "outside" && !message.place.isEmpty ? fileName(message.place) : message.origin
  }
}

/// The numbers of the last messages over time; a bar with a slow update stands out.
private func chart(_ log: MonitorLog) -> ViewOf<MonitorModel> {
  let width = 60
  let positions = max(log.entries.end - 2_000, log.entries.first)..<log.entries.end
  guard let first = positions.first.map({ log.entries[$0].message.time }), !positions.isEmpty else {
    return .text("")
  }
  let span = max(log.now - first, 1)
  var counts = [Double](repeating: 0, count: width)
  var slow = Set<Int>()
  for position in positions {
    let entry = log.entries[position]
    let bar = Int(min(max(entry.message.time - first, 0), span - 1) * Int64(width) / span)
    counts[bar] += 1
    if entry.isSlow { slow.insert(bar) }
  }
  let most = max(counts.max() ?? 1, 1)
  return .drawing(
    "Messages over time", DrawingWindow(width: Double(width), height: most), scaling: .stretched,
    counts.enumerated().filter { $0.element > 0 }.map { bar, count in
      .rectangle(
        x: Double(bar), y: most - count, width: 1, height: count,
        slow.contains(bar) ? .warning : .accent)
    })
}

/// What is known of the chosen entry.
private func detail(_ model: MonitorModel) -> ViewOf<MonitorModel> {
  guard let entry = model.chosenEntry else { return .empty }
  let message = entry.message
  var lines: [ViewOf<MonitorModel>] = []
  func line(_ label: String, _ text: String, _ style: ViewStyle = []) {
    if !text.isEmpty {
      lines.append(.text(styled: [StyledText("\(label): ", .muted), StyledText(text, style)]))
    }
  }
  line("from", message.origin + (message.place.isEmpty ? "" : " (\(message.place))"))
  if let cause = message.cause {
    line("cause", "\(cause) \(model.shownLog.message(cause)?.name ?? "")")
  }
  let step: StepTexts? =
    if case .shown(let shown) = model.detail, shown.number == message.number { shown.step } else {
      nil
    }
  line("commands", (step?.commands ?? message.commands).joined(separator: ", "))
  line("text", entry.text, .danger)
  if message.isChanged == false { line("changes", "nothing") }
  line("changes", step?.changes ?? "")
  line("message", step?.message ?? message.payload ?? "", .code)
  return .scroll(.column(lines)).height(.cells(7)).label(message.name).border()
}
