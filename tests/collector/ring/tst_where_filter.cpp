#include "collector/ring/WhereFilter.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lanes::ring;

namespace {

std::string problemOf(const std::vector<std::string>& patterns) {
    std::string problem;
    (void)whereText(patterns, problem);
    return problem;
}

} // namespace

class tst_where_filter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void patternsAreReadAsTheyWereWritten() {
        std::string problem;
        const std::vector<std::string> given{"module:layers.3", "range:a, b", "module:Attention"};
        const std::string text = whereText(given, problem);
        QCOMPARE(problem, std::string());
        QCOMPARE(patternsOf(text, kWhereModule), (std::vector<std::string>{"layers.3", "Attention"}));
        QCOMPARE(patternsOf(text, kWhereRange), (std::vector<std::string>{"a, b"}));
        QVERIFY(whereText({}, problem).empty());
        QVERIFY(patternsOf("", kWhereRange).empty());
    }
    void whatIsNoPatternIsNamedWithTheRemedy() {
        for (const char* wrong : {"layers.3", "module:", "range", "", "op:mm", "range:a\nmodule:b"}) {
            const std::string problem = problemOf({"range:good", wrong});
            QVERIFY2(problem.starts_with("\"" + std::string(wrong) + "\" names neither"), wrong);
            QVERIFY(problem.find("module:layers.3") != std::string::npos);
        }
    }
    void whatFitsOnNoPageIsRefused() {
        const std::vector<std::string> most{"range:" + std::string(kMaxWhereBytes - 1 - 6, 'x')};
        QCOMPARE(problemOf(most), std::string());
        QVERIFY(problemOf({most.front() + "x"}).starts_with("all filters together have more"));
    }
    void aStarStandsForAnyCharacters_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("matches");
        const auto row = [](const char* pattern, const char* text, bool matches) {
            QTest::addRow("%s in %s", pattern, text)
                << QString::fromLatin1(pattern) << QString::fromLatin1(text) << matches;
        };
        row("validate", "validate", true);
        row("validate", "validate 2", false);
        row("validate", "validat", false);
        row("val*", "validate", true);
        row("*date", "validate", true);
        row("v*d*e", "validate", true);
        row("v*d*x", "validate", false);
        row("*", "", true);
        row("a*", "", false);
        row("*ab", "aab", true);
        row("**a**", "banana", true);
    }
    void aStarStandsForAnyCharacters() {
        QFETCH(QString, pattern);
        QFETCH(QString, text);
        QTEST(matchesPattern(pattern.toStdString(), text.toStdString()), "matches");
    }
    void aHostilePatternTakesNoTime() {
        std::string pattern;
        for (int i = 0; i < 100; ++i) {
            pattern += "*a";
        }
        QVERIFY(!matchesPattern(pattern + "b", std::string(10'000, 'a')));
    }
};

int run_tst_where_filter(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_where_filter>(argc, argv);
}
#include "tst_where_filter.moc"
