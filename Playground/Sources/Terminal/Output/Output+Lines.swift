import Authentication

extension Output {
  /// Returns the lines of the output in a style. Pure.
  public func lines(in style: Style) -> [String] {
    switch self {
    case .connected(let server, let isEmbedded):
      let kind = isEmbedded ? " (embedded, sample data)" : ""
      return ["conduit: connected to \(style(server, .link))\(kind)"]
    case .hint(let text): return [style(text.printable, .faint)]
    case .success(let text): return [style(text.printable, .good)]
    case .failure(let texts): return texts.map { "\(style("error:", .bad)) \($0.printable)" }
    case .account(let session): return account(session).lines(in: style)
    case .articles(let page, let filter): return lines(for: page, filter, in: style)
    case .article(let article): return lines(for: article, in: style)
    case .tags(let tags): return tags.isEmpty ? ["no tags"] : tags.map(\.printable)
    case .news(let articles): return articles.map { news(of: $0, in: style) }
    case .causes(let causes): return lines(for: causes, in: style)
    case .help: return help.lines(in: style)
    }
  }

  private func account(_ session: Session) -> Table {
    Table(
      columns: [Table.Column(emphasis: .faint), Table.Column()],
      rows: [
        ["name", session.username],
        ["email", session.email],
        ["bio", session.bio ?? "none"],
      ])
  }

  private func lines(for causes: [Cause], in style: Style) -> [String] {
    if causes.isEmpty { return ["nothing has happened yet"] }
    return Table(
      columns: [
        Table.Column(title: "SENT BY", emphasis: .link),
        Table.Column(title: "MESSAGE", emphasis: .strong),
        Table.Column(title: "WHERE", emphasis: .faint),
      ],
      rows: causes.map { [$0.sender, $0.message, $0.place] }
    ).lines(in: style)
  }

  private var help: Table {
    Table(
      columns: [Table.Column(emphasis: .link), Table.Column()],
      rows: Instruction.all.map { [$0.usage, $0.summary] })
  }
}
