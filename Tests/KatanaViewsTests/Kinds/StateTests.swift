import Katana
import KatanaViews
import Testing

/// What a face for those who cannot see reads of a node.
@Suite struct StateTests {
  @Test func aNodeSaysItsStates() {
    let view = ViewOf<Noted>.column([
      .text("folder").role(.treeItem).state(.expanded(true)),
      .text("other").role(.treeItem).state(.expanded(false)),
      .text("page").role(.tab).state(.current, if: true),
      .text("other page").role(.tab).state(.current, if: false),
      .input("Age", "x", { _ in .did("") }).state(.invalid).described(by: "A number is wanted."),
      .scroll(.text("lines")).role(.log),
    ])
    #expect(
      view.node.outline() == """
        column
          text "folder" expanded as treeItem
          text "other" collapsed as treeItem
          text "page" current as tab
          text "other page" as tab
          input "Age" = "x" invalid described by "A number is wanted."
          scroll as log
            text "lines"
        """)
    #expect(view.node.children[0].states == [.expanded(true)])
    #expect(view.node.children[4].details == "A number is wanted.")
  }

  @Test func aDialogAndATableHaveTheirRoles() {
    #expect(ViewOf<Noted>.dialog("a", .text("b")).node.role == .dialog)
    #expect(ViewOf<Noted>.table([], NotedRows(ids: [])).node.role == .table)
    #expect(ViewOf<Noted>.dialog("a", .text("b")).role(.alert).node.role == .alert)
    #expect(ViewOf<Noted>.text("a").node.role == nil)
  }

  @Test func aSecretIsMarked() {
    let node = ViewOf<Noted>.secretInput("Code", "1234", { _ in .did("") }).node
    #expect(node.isSecret && !node.outline().contains("1234"))
    #expect(!ViewOf<Noted>.input("Code", "1234", { _ in .did("") }).node.isSecret)
  }
}
