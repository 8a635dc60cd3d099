// What went wrong is said once, of the one that it befell most, and reasons are all said, in bounds.
#include "collector/recorder/Findings.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <string>

using namespace lanes;
using recorder::Findings;

namespace {

Diagnostic only(const Findings& findings) {
    Diagnostics diagnostics;
    findings.addTo(diagnostics);
    return diagnostics.all().size() == 1 ? diagnostics.all().front() : Diagnostic{};
}

void compare(const std::string& actual, const char* expected) {
    QCOMPARE(QString::fromStdString(actual), QString(expected));
}

} // namespace

class tst_findings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aLossIsToldOfTheOneThatLostMost() {
        Findings findings;
        findings.add("ring-overflow", Severity::Loss, "Records of A were lost.", 10);
        compare(only(findings).message, "Records of A were lost.");
        findings.add("ring-overflow", Severity::Loss, "Records of B were lost.", 5000);
        findings.add("ring-overflow", Severity::Loss, "Records of nobody were lost.", 0);
        compare(only(findings).message, "Records of B were lost. This one: 5000; 1 other has the rest.");
        findings.add("ring-overflow", Severity::Loss, "Records of C were lost.", 7);
        compare(only(findings).message, "Records of B were lost. This one: 5000; 2 others have the rest.");
        QCOMPARE(only(findings).count, std::uint64_t{5017});
        QCOMPARE(only(findings).severity, Severity::Loss);
    }
    void allReasonsAreSaidInBounds() {
        Findings findings;
        findings.say("capture-off", Severity::Loss, "Process 1", "the layout is new");
        compare(only(findings).message, "Process 1: the layout is new.");
        findings.say("capture-off", Severity::Loss, "Process 2", "there is no memory");
        findings.say("capture-off", Severity::Loss, "Process 3", "the layout is new");
        compare(only(findings).message,
                "Process 1 and 1 more: the layout is new. Process 2: there is no memory.");
        for (int i = 4; i < 104; ++i) {
            findings.say("capture-off", Severity::Loss, "Process " + std::to_string(i),
                         "r" + std::to_string(i));
        }
        compare(only(findings).message,
                "Process 1 and 1 more: the layout is new. Process 2: there is no memory. Process 4: r4. "
                "Process 5: r5. And 98 others have reasons of their own.");
        QCOMPARE(only(findings).count, std::uint64_t{103});
    }
};

int run_tst_findings(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_findings>(argc, argv);
}
#include "tst_findings.moc"
