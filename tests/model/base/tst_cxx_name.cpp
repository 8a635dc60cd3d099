// Mangled names are written out, but for those that are too long for it, before or behind.
#include "model/base/CxxName.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <cctype>
#include <string>

using namespace lanes;

namespace {

std::string digitOf(int number) {
    return std::string(1, static_cast<char>(number < 10 ? '0' + number : 'A' + number - 10));
}

// Each argument is the pair of the one before with itself.
std::string bomb(int levels) {
    std::string name = "_Z1fSt4pairIiiE";
    for (int level = 0; level < levels; ++level) {
        const std::string last = (level < 36 ? "" : digitOf(level / 36)) + digitOf(level % 36);
        name += "S_IS" + last + "_S" + last + "_E";
    }
    return name;
}

} // namespace

class TestCxxName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreWrittenOut() {
        QCOMPARE(cxxName("_Z3addIfEvPT_"), std::string("void add<float>(float*)"));
        QCOMPARE(cxxName("_ZN5aiter14rmsnorm_kernelIfEEvPT_"),
                 std::string("void aiter::rmsnorm_kernel<float>(float*)"));
        QVERIFY(cxxName(bomb(4)).ends_with(" > > > >)"));
    }
    void othersStay() {
        for (const char* name : {"", "_Z", "sm90_xmma_gemm", "_Znonsense(", "_Znot mangled"}) {
            QCOMPARE(cxxName(name), std::string(name));
        }
        const std::string longName = "_Z1f" + std::string(5000, 'i');
        QCOMPARE(cxxName(longName), longName);
    }
    void whatAFewLettersStandForIsBounded() {
        for (int levels = 12; levels < 100; ++levels) {
            const std::string name = bomb(levels);
            const std::string text = cxxName(name);
            QVERIFY2(text == name || text.size() < 65536, name.c_str());
            QVERIFY(levels < 20 || text == name);
        }
    }
};

int run_tst_cxx_name(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestCxxName>(argc, argv);
}
#include "tst_cxx_name.moc"
