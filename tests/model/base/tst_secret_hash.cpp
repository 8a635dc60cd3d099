// Texts and numbers that were made to share a place in tables, by someone who knows how they are hashed but not the seed.
#include "model/base/SecretHash.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <set>
#include <string>

using namespace lanes;

namespace {

// Of so many, how many places in a table of 65536 they take.
template<class Make>
std::size_t placesOf(int count, const Make& make) {
    const SecretHash hash;
    std::set<std::uint64_t> places;
    for (int i = 0; i < count; ++i) {
        places.insert(hash(make(static_cast<std::uint64_t>(i))) % 65536);
    }
    return places.size();
}

// What is multiplied with `odd` to give 1, as numbers of 64 bits go.
std::uint64_t inverseOf(std::uint64_t odd) {
    std::uint64_t inverse = odd;
    for (int i = 0; i < 6; ++i) {
        inverse *= 2 - odd * inverse;
    }
    return inverse;
}

} // namespace

class TestSecretHash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsTheSameWithinAProcess() {
        QCOMPARE(SecretHash().text("aten::add"), SecretHash().text("aten::add"));
        QCOMPARE(SecretHash().pair(1, 2), SecretHash().pair(1, 2));
        QVERIFY(SecretHash().pair(1, 2) != SecretHash().pair(2, 1));
        QVERIFY(hashSeed() != 0);
    }
    // A factor of 0 would swallow the other one.
    void textsThatCancelAKnownFactor() {
        for (const std::uint64_t known : {0xa0761d6478bd642full, 0xe7037ed1a0b428dbull, 0ull, ~0ull}) {
            const auto made = [&](std::uint64_t i) {
                std::string text(reinterpret_cast<const char*>(&known), 8);
                text.append(reinterpret_cast<const char*>(&i), 8);
                return text + "the same end ...";
            };
            QVERIFY(placesOf(1000, made) > 950);
        }
    }
    void numbersThatUndoAKnownFactor() {
        const std::uint64_t inverse = inverseOf(0x9e3779b97f4a7c15u);
        QVERIFY(placesOf(1000, [&](std::uint64_t i) { return inverse * (i << 32 | i); }) > 950);
        QVERIFY(placesOf(1000, [](std::uint64_t i) { return i << 48; }) > 950);
        QVERIFY(placesOf(1000, [](std::uint64_t i) { return i * 65536; }) > 950);
    }
    // By any seed: of 300, one in 70 failed before.
    void evenNumbersByManySeeds() {
        for (std::uint64_t seed = 1; seed <= 300; ++seed) {
            const SecretHash hash(seed * 0xd1342543de82ef95u);
            std::set<std::uint64_t> places;
            for (std::uint64_t i = 0; i < 1000; ++i) {
                places.insert(hash(i * 65536) % 65536);
            }
            QVERIFY2(places.size() > 950, qPrintable(QString::number(seed)));
        }
    }
    void textsOfEveryLength() {
        QVERIFY(placesOf(1000, [](std::uint64_t i) { return std::string(i, 'a'); }) > 950);
    }
};

int run_tst_secret_hash(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestSecretHash>(argc, argv);
}
#include "tst_secret_hash.moc"
