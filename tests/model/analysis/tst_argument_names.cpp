// What PyTorch calls the inputs of an operator, of which traces have the positions only.
#include "model/analysis/operators/ArgumentNames.h"
#include "tests/support/RunTest.h"

#include <QTest>

using namespace lanes;

using Names = std::vector<std::string_view>;

class ArgumentNamesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOverloadWithSoManyInputsNamesThem() {
        QCOMPARE(argumentNames("aten::addmm", 5), (Names{"self", "mat1", "mat2", "beta", "alpha"}));
        QCOMPARE(argumentNames("aten::_softmax", 3), (Names{"self", "dim", "half_to_float"}));
        QCOMPARE(argumentNames("aten::_softmax", 4), (Names{"self", "dim", "half_to_float", "out"}));
    }
    void theFirstAndTheLastOfAllAreFound() {
        QCOMPARE(argumentNames("_c10d_functional::all_gather_into_tensor", 3).front(),
                 std::string_view("input"));
        QCOMPARE(argumentNames("symm_mem::two_shot_all_reduce_out", 4).front(), std::string_view("input"));
        QCOMPARE(argumentNames("aten::mm", 2), (Names{"self", "mat2"}));
        QCOMPARE(argumentNames("aten::add_", 3), (Names{"self", "other", "alpha"}));
    }
    // aten::addmm with six: "beta alpha out" or "out_dtype beta alpha".
    void whereOverloadsDifferNothingIsSaid() {
        QCOMPARE(argumentNames("aten::addmm", 6), (Names{"self", "mat1", "mat2", "", "", ""}));
    }
    void whatIsNotKnownHasNoNames() {
        QCOMPARE(argumentNames("aten::addmm", 2), Names(2));
        QCOMPARE(argumentNames("aten::add", 0), Names());
        QCOMPARE(argumentNames("aten::ad", 3), Names(3));
        QCOMPARE(argumentNames("AddmmBackward0", 1), Names(1));
        QCOMPARE(argumentNames("", 1), Names(1));
    }
    // A call with more inputs than any overload has, or of an operator that is called like a line's end.
    void namesAreWordsOfTheirOwn() {
        QCOMPARE(argumentNames("aten::addmm self", 5), Names(5));
        QCOMPARE(argumentNames("aten::addmm", 4000), Names(4000));
    }
};

int run_tst_argument_names(int argc, char** argv) {
    return lanes::test::runWithoutWindow<ArgumentNamesTest>(argc, argv);
}
#include "tst_argument_names.moc"
