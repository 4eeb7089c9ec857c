public import Katana

// What sends messages. The messages are values, so equal models give equal views.
extension ViewOf {
  /// A button that sends a message.
  public static func button(_ title: String, _ message: Receiver.Receives) -> ViewOf {
    ViewOf(.button(title)).onPress(message)
  }

  /// A field for a line of text. The text belongs to the model: the field shows what the model says,
  /// also if it changes what was typed. It takes the width that is left, at most 60 cells.
  ///
  /// - Parameters:
  ///   - label: What the field is called.
  ///   - text: The text.
  ///   - changed: Makes the message for a changed text.
  ///   - submit: Sent by Enter.
  ///   - placeholder: What is shown while the text is empty, such as an example.
  ///   - suggestions: Texts that are often typed, the likeliest first. The first one that begins with the text,
  ///     in capitals or not, is shown behind it; → or End at the end of the text takes it.
  public static func input(
    _ label: String, _ text: String, _ changed: @escaping @Sendable (String) -> Receiver.Receives,
    submit: Receiver.Receives? = nil, placeholder: String = "", suggestions: [String] = []
  ) -> ViewOf {
    let begun = text.lowercased()
    let suggestion = suggestions.first {
      !text.isEmpty && $0.count > text.count && $0.lowercased().hasPrefix(begun)
    }
    return field(
      ViewInput(
        label: label, text: text, kind: .line, placeholder: placeholder,
        suggestion: suggestion ?? ""), changed, submit)
  }

  /// A field for a line of text that is not shown, such as a password.
  public static func secretInput(
    _ label: String, _ text: String, _ changed: @escaping @Sendable (String) -> Receiver.Receives,
    submit: Receiver.Receives? = nil
  ) -> ViewOf {
    field(ViewInput(label: label, text: text, kind: .secret), changed, submit)
  }

  /// A field for several lines of text. Enter begins a new line; if there is something to submit, Enter
  /// sends that, and Enter with Alt begins a new line, or with Shift on a terminal that tells of it.
  public static func textArea(
    _ label: String, _ text: String, _ changed: @escaping @Sendable (String) -> Receiver.Receives,
    submit: Receiver.Receives? = nil, placeholder: String = ""
  ) -> ViewOf {
    field(
      ViewInput(label: label, text: text, kind: .area, placeholder: placeholder), changed, submit
    ).width(.fill)
  }

  private static func field(
    _ input: ViewInput, _ changed: @escaping @Sendable (String) -> Receiver.Receives,
    _ submit: Receiver.Receives?
  ) -> ViewOf {
    ViewOf(.input(input)).width(.fill.least(20).most(60)).having {
      $0.changedText = Reply(changed)
      $0.submit = submit.map { ViewAction($0) }
    }
  }

  /// Sends a message when the focus leaves the control by a key or a click, such as to check what was
  /// typed. A control that disappears sends nothing.
  public consuming func onLeave(_ message: Receiver.Receives) -> ViewOf {
    having { $0.leave = ViewAction(message) }
  }

  /// Says below the control why what it holds is not valid; nothing if it is.
  ///
  /// ```swift
  /// .input("Email", model.email, FormMessage.emailChanged).onLeave(.emailLeft).invalid(model.emailProblem)
  /// ```
  public consuming func invalid(_ reason: String?) -> ViewOf {
    guard let reason else { return .column([self, .empty]) }
    return .column([state(.invalid).described(by: reason), .text(reason, .danger)])
  }

  /// A mark that is on or off.
  public static func checkbox(
    _ label: String, _ isOn: Bool, _ changed: @escaping @Sendable (Bool) -> Receiver.Receives
  ) -> ViewOf {
    ViewOf(.checkbox(label, isOn: isOn)).having { $0.changedFlag = Reply(changed) }
  }

  /// One of several options.
  ///
  /// - Parameters:
  ///   - label: What is chosen.
  ///   - options: The options.
  ///   - chosen: The index of the one that is chosen; `nil` for none.
  ///   - changed: Makes the message for the index of another one.
  public static func select(
    _ label: String, _ options: [String], _ chosen: Int?,
    _ changed: @escaping @Sendable (Int) -> Receiver.Receives
  ) -> ViewOf {
    ViewOf(.select(label, options: options, chosen: chosen)).having {
      $0.changedIndex = Reply(changed)
    }
  }

  /// The current one of several pages, below a row of their titles. The row is one stop of Tab, and ← and →
  /// go to another page. A page that is left is forgotten, with its carets and what was scrolled.
  ///
  /// - Parameters:
  ///   - label: What the pages are, for tests and for those who cannot see them.
  ///   - titles: The titles.
  ///   - current: The index of the page that is shown.
  ///   - changed: Makes the message for the index of another one.
  ///   - page: The view of the current page.
  public static func tabs(
    _ label: String, _ titles: [String], _ current: Int,
    _ changed: @escaping @Sendable (Int) -> Receiver.Receives, _ page: ViewOf
  ) -> ViewOf {
    var panel = ViewOf(.column([page.node])).role(.tabPanel).state(.current).key(current)
    (panel.node.look.width, panel.node.look.height) = (page.node.look.width, page.node.look.height)
    let titles = select(label, titles, current, changed).width(.fill).role(.tabList)
    return column([titles, panel]).width(.fill).height(page.node.look.height)
  }

  /// A number in a range.
  ///
  /// - Parameters:
  ///   - label: What the number is.
  ///   - value: The number.
  ///   - range: The least and the largest number.
  ///   - step: How far an arrow key moves it; a twentieth of the range unless you say otherwise.
  ///   - changed: Makes the message for another number.
  public static func slider(
    _ label: String, _ value: Double, in range: ClosedRange<Double>, step: Double? = nil,
    _ changed: @escaping @Sendable (Double) -> Receiver.Receives
  ) -> ViewOf {
    let step = step ?? (range.upperBound - range.lowerBound) / 20
    return ViewOf(.slider(label, value, in: range, step: step)).having {
      $0.changedNumber = Reply(changed)
    }
  }

  /// A dialog that Escape closes.
  ///
  /// - Parameters:
  ///   - title: What the dialog is about.
  ///   - content: What it contains.
  ///   - cancel: Sent by Escape.
  ///   - cancelTitle: What Escape does, in one or two words, for ``keyHelp``.
  public static func dialog(
    _ title: String, _ content: ViewOf, cancel: Receiver.Receives, cancelTitle: String = "close"
  ) -> ViewOf {
    dialog(title, content).having {
      $0.cancel = ViewAction(cancel)
      $0.cancelTitle = cancelTitle
    }
  }

  // MARK: Modifiers

  /// Sends a message when the view is pressed: by a click, or by Enter or Space while it has the
  /// focus.
  public consuming func onPress(_ message: Receiver.Receives) -> ViewOf {
    sending { $0.press = ViewAction(message) }
  }

  /// Sends a message at a right click, or at Enter with Alt.
  public consuming func onSecondaryPress(_ message: Receiver.Receives) -> ViewOf {
    sending { $0.secondary = ViewAction(message) }
  }

  /// Sends a message when the person makes the row the current one of its list.
  public consuming func onSelect(_ message: Receiver.Receives) -> ViewOf {
    sending { $0.select = ViewAction(message) }
  }

  /// Sends a message when a key is pressed that the control with the focus does not take.
  ///
  /// The key acts while the focus is in the view: in a row of a list, while the row is the current one.
  /// Of several views around the focus, the innermost one has the key.
  ///
  /// - Parameters:
  ///   - shortcut: The key.
  ///   - title: What it does, in one or two words, for ``keyHelp``.
  ///   - message: The message.
  ///   - scope: Where the key acts: while the focus is in the view, or on the whole screen.
  public consuming func onKey(
    _ shortcut: Shortcut, _ title: String, _ message: Receiver.Receives,
    in scope: KeyScope = .focus
  ) -> ViewOf {
    sending {
      $0.keys.append(
        ViewKeyBinding(
          shortcut: shortcut, title: title, action: ViewAction(message), scope: scope))
    }
  }
}
