/// One row of the table of sample comments.
struct SampleComment: Sendable {
  var article: String
  var author: String
  var body: String

  static let table = [
    SampleComment(
      article: "values-first", author: "ines",
      body: "I tried this on our search screen, and half of the code went away."),
    SampleComment(
      article: "values-first", author: "demo",
      body: "Do you write the tests for the values first, too?"),
    SampleComment(
      article: "values-first", author: "maren",
      body: "Seldom: a good value type leaves little to test."),
    SampleComment(
      article: "clocks-to-turn", author: "maren",
      body: "Our suite went from four minutes to nine seconds this way."),
    SampleComment(
      article: "the-flaky-test", author: "demo",
      body: "Which tool did you use to find the race?"),
    SampleComment(
      article: "the-flaky-test", author: "tobias",
      body: "The thread sanitizer, and then a lot of reading."),
    SampleComment(
      article: "delete-the-option", author: "ines",
      body: "We are at twenty-two settings now. Wish us luck."),
    SampleComment(
      article: "a-terminal-client", author: "tobias",
      body: "Nice! I would like to filter by author as well."),
    SampleComment(
      article: "bisect-first", author: "ines",
      body: "Mine takes two cups, but the script is the same."),
  ]
}
