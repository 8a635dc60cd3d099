#include "collector/ring/ShapeSignature.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <bit>
#include <random>

using namespace lanes::ring;

namespace {

using Image = std::vector<std::uint64_t>;

void addTensor(Image& image, std::uint8_t dtype, const Image& sizes, const Image& strides,
               std::uint16_t deviceType = 0, std::uint8_t deviceIndex = 0xff) {
    image.push_back(argumentWord(ArgumentKind::Tensor, static_cast<std::uint8_t>(sizes.size()),
                                 static_cast<std::uint16_t>(dtype | deviceType << 8), deviceIndex));
    image.insert(image.end(), sizes.begin(), sizes.end());
    image.insert(image.end(), strides.begin(), strides.end());
}

ArgumentTexts texts(const Image& image, const Image& scalars) {
    bool damaged = true;
    const auto arguments = parseArguments(image, scalars, damaged);
    return damaged ? ArgumentTexts{"damaged", "", "", "", ""} : toTexts(arguments);
}

} // namespace

class tst_shape_signature : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // torch.add(a, a, alpha=2) on a float 2x3
    void tensorsAndScalars() {
        Image image;
        addTensor(image, 6, {2, 3}, {3, 1});
        addTensor(image, 6, {2, 3}, {3, 1});
        image.push_back(argumentWord(ArgumentKind::Int));
        const ArgumentTexts all = texts(image, {2});
        QCOMPARE(all.dims, std::string("[[2,3],[2,3],[]]"));
        QCOMPARE(all.types, std::string(R"(["float","float","Scalar"])"));
        QCOMPARE(all.strides, std::string("[[3,1],[3,1],[]]"));
        QCOMPARE(all.concrete, std::string(R"(["","","2"])"));
        QCOMPARE(all.device, std::string("cpu"));
    }
    void listsOfTensorsAndNumbers() {
        Image image{argumentWord(ArgumentKind::TensorList, 0, 2, 2)};
        addTensor(image, 15, {4}, {1}, 1, 3);
        addTensor(image, 15, {}, {}, 1, 3);
        image.insert(image.end(), {argumentWord(ArgumentKind::IntList, 0, 2, 2), 1, ~std::uint64_t{0}});
        image.insert(image.end(),
                     {argumentWord(ArgumentKind::DoubleList, 0, 1, 1), std::bit_cast<std::uint64_t>(2.0)});
        image.push_back(argumentWord(ArgumentKind::None));
        const ArgumentTexts all = texts(image, {});
        QCOMPARE(all.dims, std::string("[[[4],[]],[],[],[]]"));
        QCOMPARE(all.types, std::string(R"(["TensorList","ScalarList","ScalarList",""])"));
        QCOMPARE(all.concrete, std::string(R"(["","[1, -1]","[2.]",""])"));
        QCOMPARE(all.device, std::string("cuda:3"));
    }
    void numbersReadAsTorchPrintsThem_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("whole") << 3.0 << QByteArray("3.");
        QTest::newRow("minus zero") << -0.0 << QByteArray("0.");
        QTest::newRow("all digits") << 0.1 << QByteArray("0.10000000000000001");
        QTest::newRow("small") << 1e-7 << QByteArray("9.9999999999999995e-08");
        QTest::newRow("large") << 1e12 << QByteArray("1000000000000.");
        QTest::newRow("too large for an integer") << 1e19 << QByteArray("1e+19");
        QTest::newRow("infinite") << double(INFINITY) << QByteArray("inf");
    }
    void numbersReadAsTorchPrintsThem() {
        QFETCH(double, value);
        QFETCH(QByteArray, text);
        const ArgumentTexts all =
            texts({argumentWord(ArgumentKind::Double)}, {std::bit_cast<std::uint64_t>(value)});
        QCOMPARE(QByteArray::fromStdString(all.concrete), "[\"" + text + "\"]");
    }
    void stringsAndOpaqueTensors() {
        Image image{argumentWord(ArgumentKind::String, 0, 0, 5), 0x6f6c6c6568};
        image.push_back(argumentWord(ArgumentKind::OpaqueTensor, 0, 7));
        bool damaged = true;
        const auto arguments = parseArguments(image, {}, damaged);
        QVERIFY(!damaged);
        QCOMPARE(arguments.at(0).text, std::string("hello"));
        QCOMPARE(toTexts(arguments).types, std::string(R"(["","double"])"));
    }
    void sparseTensorsHaveSizesOnly() {
        const ArgumentTexts all = texts({argumentWord(ArgumentKind::SizedTensor, 2, 6), 3, 4}, {});
        QCOMPARE(all.dims, std::string("[[3,4]]"));
        QCOMPARE(all.strides, std::string("[[]]"));
        QCOMPARE(all.types, std::string(R"(["float"])"));
    }
    // torch.add(wave, wave, alpha=1-2j); torch._foreach_mul(waves, [0.5j, 3, True])
    void complexNumbersAndListsOfSeveralKinds() {
        const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
        Image image{argumentWord(ArgumentKind::Complex), argumentWord(ArgumentKind::Int)};
        image.insert(image.end(),
                     {argumentWord(ArgumentKind::NumberList, 0, 4, 4), argumentWord(ArgumentKind::Complex),
                      bits(0), bits(0.5), argumentWord(ArgumentKind::Int), 3,
                      argumentWord(ArgumentKind::Bool), 1, argumentWord(ArgumentKind::Other)});
        const ArgumentTexts all = texts(image, {bits(1), bits(-2), 7});
        QCOMPARE(all.types, std::string(R"(["Scalar","Scalar","ScalarList"])"));
        QCOMPARE(all.dims, std::string("[[],[],[]]"));
        QCOMPARE(all.concrete, std::string(R"(["1.-2.j","7","[0.+0.5j, 3, True, ]"])"));
    }
    void damageEndsTheListAndIsReported_data() {
        QTest::addColumn<QList<quint64>>("words");
        QTest::newRow("unknown kind") << QList<quint64>{200};
        QTest::newRow("list longer than the image")
            << QList<quint64>{argumentWord(ArgumentKind::IntList, 0, 0xffff, 0xffff), 1};
        QTest::newRow("tensor without its sizes")
            << QList<quint64>{argumentWord(ArgumentKind::Tensor, 3, 6), 1, 1};
        QTest::newRow("too many dimensions") << QList<quint64>{argumentWord(ArgumentKind::Tensor, 255, 6)};
        QTest::newRow("string of 4 GiB")
            << QList<quint64>{argumentWord(ArgumentKind::String, 0, 0, 0xffffffff)};
        QTest::newRow("number without its value") << QList<quint64>{
            argumentWord(ArgumentKind::NumberList, 0, 1, 1), argumentWord(ArgumentKind::Complex), 1};
        QTest::newRow("tensor in a list of numbers") << QList<quint64>{
            argumentWord(ArgumentKind::NumberList, 0, 1, 1), argumentWord(ArgumentKind::Tensor, 1, 6), 1, 1};
        QTest::newRow("list in a list") << QList<quint64>{argumentWord(ArgumentKind::TensorList, 0, 1, 1),
                                                          argumentWord(ArgumentKind::TensorList, 0, 1, 1)};
    }
    void damageEndsTheListAndIsReported() {
        QFETCH(QList<quint64>, words);
        bool damaged = false;
        (void)parseArguments(Image(words.begin(), words.end()), {}, damaged);
        QVERIFY(damaged);
    }
    void anyBytesAreSurvived() {
        std::mt19937_64 random(7);
        for (int round = 0; round < 20'000; ++round) {
            Image image(random() % 40);
            for (std::uint64_t& word : image) {
                word = random() >> (random() % 2 * 32);
                word = (word & ~std::uint64_t{0xff}) | random() % 16;
            }
            bool damaged = false;
            const auto arguments = parseArguments(image, image, damaged);
            QVERIFY(arguments.size() <= image.size());
            (void)toTexts(arguments);
        }
    }
};

int run_tst_shape_signature(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_shape_signature>(argc, argv);
}
#include "tst_shape_signature.moc"
