extension SampleArticle {
  /// Oldest first.
  static let table = [
    SampleArticle(
      author: "maren", tags: "swift design", favoritedBy: "demo tobias",
      title: "Values First",
      description: "Why a program is easier to change when its data comes first.",
      body: """
        Before I write a function I write down the values it will turn into other values. Once \
        they are right, most functions have one obvious body. When a body resists, the values are \
        usually wrong, and moving a field costs less than arguing with the code around it.
        """),
    SampleArticle(
      author: "tobias", tags: "testing", favoritedBy: "ines",
      title: "Tests Are Prose",
      description: "Names that say what should be true.",
      body: """
        A failing test is read by somebody in a hurry. If its name is a full sentence about the \
        behaviour, they know what broke before they open the file. I write the sentence first and \
        let it decide what to arrange, what to do and what to check.
        """),
    SampleArticle(
      author: "ines", tags: "debugging", favoritedBy: "demo maren tobias",
      title: "Read Errors Twice",
      description: "The second reading finds the word that matters.",
      body: """
        The first time we read an error we look for something we recognise. The second time we \
        read what is written. I copy the message into my notes by hand: writing it slowly has \
        solved more problems for me than any debugger.
        """),
    SampleArticle(
      author: "maren", tags: "swift", favoritedBy: "tobias",
      title: "Enums Do Not Lie",
      description: "Replacing four booleans with one type.",
      body: """
        A screen that is loading, failed and empty at the same time cannot exist, but four \
        booleans can describe it. One enum with four cases cannot. The compiler then asks about \
        each case, which is exactly the conversation I want to have while I write the code.
        """),
    SampleArticle(
      author: "tobias", tags: "performance",
      title: "Measure First",
      description: "A small ritual against imaginary bottlenecks.",
      body: """
        I used to guess first and measure to be praised. Now I measure twice, write the numbers \
        down and only then allow myself an idea. Two out of three ideas die on the spot, and the \
        third one arrives with a number that tells me when to stop.
        """),
    SampleArticle(
      author: "ines", tags: "teamwork", favoritedBy: "demo",
      title: "Reviews Can Teach",
      description: "Ask a question where you would have given an order.",
      body: """
        "Extract this" ends a conversation. "What happens when the list is empty?" begins one. \
        The author knows things I do not, and a question lets them tell me. Half of my questions \
        turn out to have a good answer, which then becomes a comment in the code.
        """),
    SampleArticle(
      author: "maren", tags: "design", favoritedBy: "ines",
      title: "The Boring Module",
      description: "In praise of code that nobody talks about.",
      body: """
        There is a module in our project that has not been mentioned in a meeting for two years. \
        It has a small door, says no clearly and has no opinions about its neighbours. I often \
        open it before I start something new, to remember what the goal looks like.
        """),
    SampleArticle(
      author: "tobias", tags: "testing swift", favoritedBy: "maren demo",
      title: "Clocks to Turn",
      description: "Time as a parameter makes waiting unnecessary.",
      body: """
        A test that sleeps is slow on a good day and wrong on a bad one. If the code asks a clock \
        that it was given, the test can hand it one with a crank. An hour passes in a line, and \
        it passes the same way on every machine.
        """),
    SampleArticle(
      author: "demo", tags: "writing",
      title: "My First Week",
      description: "What I learned from reading before writing.",
      body: """
        I spent my first week reading pull requests from last year. The discussions explained the \
        code better than the code did, and I now know whom to ask about what. I will collect the \
        best explanations in a document, so that the next newcomer has a shorter week.
        """),
    SampleArticle(
      author: "ines", tags: "tools", favoritedBy: "tobias",
      title: "Script the Ritual",
      description: "If you explained it twice, let the machine do it.",
      body: """
        Our release used to be a page of instructions that only worked on Tuesdays. I turned each \
        line into a command, then the page into a script. It prints what it is about to do and \
        why, which means that it is still a page of instructions, only a reliable one.
        """),
    SampleArticle(
      author: "maren", tags: "swift", favoritedBy: "demo ines",
      title: "Copies Not Made",
      description: "How value types stay fast while they stay simple.",
      body: """
        An array is copied when two owners exist and one of them writes. The trick is not to \
        avoid arrays but to avoid the second owner at the moment of writing. Change in place, \
        hand out copies afterwards, and a large model costs no more than a small one.
        """),
    SampleArticle(
      author: "tobias", tags: "debugging", favoritedBy: "ines",
      title: "The Flaky Test",
      description: "It failed once in fifty runs, and so did our users.",
      body: """
        We had a label for tests that fail sometimes, and nobody looked at them any more. One of \
        them had been reporting a real race for a month. We removed the label, fixed four tests \
        and two bugs, and agreed that "sometimes" is a precise description of a defect.
        """),
    SampleArticle(
      author: "ines", tags: "design writing", favoritedBy: "maren",
      title: "Names Matter",
      description: "The cheapest refactoring there is.",
      body: """
        A name is the only part of a function that every caller reads. I rename until the call \
        site sounds like something a colleague could say aloud. Sometimes no name fits, and that \
        is the best discovery of all: the function does two things.
        """),
    SampleArticle(
      author: "maren", tags: "teamwork",
      title: "Small Steps",
      description: "Ten pull requests of thirty lines.",
      body: """
        A change of three hundred lines is approved; a change of thirty lines is read. I split my \
        work where it can be explained in a sentence, and I show the first part while I write the \
        second. The feedback comes early enough to be useful.
        """),
    SampleArticle(
      author: "tobias", tags: "performance", favoritedBy: "demo",
      title: "Fastest Request",
      description: "It is the one that you do not send.",
      body: """
        We made the server twice as fast and the app felt the same. Then we noticed that it asked \
        for the same list four times. Now it asks once and remembers. The graph of the server \
        fell so far that somebody called to ask whether it was down.
        """),
    SampleArticle(
      author: "ines", tags: "swift testing", favoritedBy: "maren tobias",
      title: "Pure at the Core",
      description: "Decisions inside, effects outside.",
      body: """
        The part that decides gets values and returns values. The part that acts does what it is \
        told and decides nothing. The first is tested with equality, the second is so thin that a \
        few tests of the whole are enough. Most of our bugs used to live between the two.
        """),
    SampleArticle(
      author: "maren", tags: "debugging", favoritedBy: "ines",
      title: "Logs for Tomorrow",
      description: "Write for the person who was not there.",
      body: """
        A good log line says what happened, to which thing, and what the program did about it. It \
        never says what the user typed into a password field. I read our logs once a week as if I \
        had just joined, and I delete the lines that tell me nothing.
        """),
    SampleArticle(
      author: "tobias", tags: "design", favoritedBy: "maren demo ines",
      title: "Delete the Option",
      description: "Each setting is a question that we did not answer.",
      body: """
        We counted our settings and found forty, of which users changed three. The other \
        thirty-seven were decisions we had not dared to make. Removing them took a week, halved \
        the tests, and nobody has written to us about it yet.
        """),
    SampleArticle(
      author: "demo", tags: "swift tools", favoritedBy: "maren",
      title: "A Terminal Client",
      description: "A reader for articles, in a few hundred lines.",
      body: """
        I wanted to read articles where I work, so I wrote a small client for the terminal. It \
        shows the newest ones, filters by tag and lets me mark favourites. The best part is that \
        the whole state fits on one page, and I can print it when something looks odd.
        """),
    SampleArticle(
      author: "ines", tags: "teamwork", favoritedBy: "tobias",
      title: "The Quiet Hour",
      description: "One hour a day without messages.",
      body: """
        From ten to eleven nobody in our team answers anything. It felt rude for a week. Since \
        then the hardest work of the day is usually finished before lunch, and the questions that \
        arrive at eleven are shorter, because some have been answered by their authors.
        """),
    SampleArticle(
      author: "maren", tags: "testing design", favoritedBy: "demo tobias",
      title: "Past the Tests",
      description: "Listening to code that is hard to test.",
      body: """
        When a test needs nine lines of preparation, the code under test knows too much. I take \
        the preparation as a list of dependencies and ask of each whether it is needed. The test \
        becomes short, and the design becomes better without a discussion about design.
        """),
    SampleArticle(
      author: "tobias", tags: "writing", favoritedBy: "ines",
      title: "Comments Say Why",
      description: "The code already says what.",
      body: """
        A comment that repeats the code grows stale in silence. A comment that gives the reason \
        stays true until the reason changes, and then it is the first thing I want to read. When \
        I cannot find a reason to write down, I look again at the line.
        """),
    SampleArticle(
      author: "ines", tags: "swift", favoritedBy: "maren",
      title: "One Brief Lock",
      description: "Sharing state without sharing worries.",
      body: """
        I keep the state that threads share in one small type with one lock. Nothing is called \
        while it is held: take what is needed, let go, then act. Every deadlock I have had to \
        explain to somebody began with a callback inside a lock.
        """),
    SampleArticle(
      author: "maren", tags: "teamwork", favoritedBy: "demo tobias ines",
      title: "Decide on a Page",
      description: "What we chose, what we did not, and what would change our minds.",
      body: """
        We number our decisions and give each one page. The part I value most is the last \
        paragraph, which says what would make us reconsider. It turns an argument into a \
        measurement, and it lets a newcomer disagree politely and with evidence.
        """),
    SampleArticle(
      author: "tobias", tags: "tools", favoritedBy: "maren",
      title: "Bisect First",
      description: "Finding the change that broke it, while the coffee brews.",
      body: """
        Seven questions are enough for a hundred changes. I write a test that fails, start the \
        search and go to the kitchen. When I come back there is one change on the screen, with an \
        author, a date and a message that nearly always explains everything.
        """),
  ]
}
