extension SampleArticle {
  /// What others publish while a server runs.
  static let news = [
    SampleArticle(
      author: "ines", tags: "tools", title: "A New Release",
      description: "What changed since last week.",
      body: "Two commands are gone, and nobody has asked for them. The rest is faster."),
    SampleArticle(
      author: "tobias", tags: "testing", title: "Green at Last",
      description: "The test that failed on Tuesdays.",
      body: "It compared two dates in different time zones. The clock is now a parameter."),
    SampleArticle(
      author: "maren", tags: "swift design", title: "One Type Less",
      description: "How a protocol disappeared.",
      body: "It had one conformer for three years. Deleting it took five minutes."),
    SampleArticle(
      author: "ines", tags: "debugging", title: "The Second Log",
      description: "Where the missing line was.",
      body: "Two processes wrote to two files, and everybody read the first one."),
  ]
}
