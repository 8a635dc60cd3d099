// Names that are looked up some events after they were read are the names of the same slices.
#include "model/io/joining/NameQueue.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lanes;

class tst_name_queue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySliceGetsItsOwnName_data() {
        QTest::addColumn<std::size_t>("slices");
        QTest::newRow("none") << std::size_t(0);
        QTest::newRow("one") << std::size_t(1);
        QTest::newRow("as many as may wait") << NameQueue::kBehind;
        QTest::newRow("more") << NameQueue::kBehind * 3 + 1;
    }

    void everySliceGetsItsOwnName() {
        QFETCH(std::size_t, slices);
        const std::vector<std::string> names = namesOf(slices);
        TextPool texts;
        std::vector<EventRange::Slice> read;
        NameQueue queue;
        for (const std::string& name : names) {
            queue.add(texts.seek(name.data(), name.data() + name.size()), read.size(), texts, read);
            read.emplace_back();
        }
        queue.settleAll(texts, read);
        for (std::size_t i = 0; i < slices; ++i) {
            QCOMPARE(std::string(texts.view(StringId(read[i].name))), names[i]);
        }
    }

    void namesAreNumberedInTheOrderOfTheirSlices() {
        const std::vector<std::string> names = namesOf(20);
        TextPool texts;
        const std::uint32_t first = texts.strings().size();
        std::vector<EventRange::Slice> read(names.size());
        NameQueue queue;
        for (std::size_t i = 0; i < names.size(); ++i) {
            queue.add(texts.seek(names[i].data(), names[i].data() + names[i].size()), i, texts, read);
        }
        queue.settleAll(texts, read);
        for (std::size_t i = 0; i < names.size(); ++i) {
            QCOMPARE(read[i].name, first + static_cast<std::uint32_t>(i));
        }
    }

    void nothingOfOneRangeWaitsForTheNext() {
        const std::string name = "of the first range";
        TextPool texts;
        std::vector<EventRange::Slice> read(1);
        NameQueue queue;
        queue.add(texts.seek(name.data(), name.data() + name.size()), 0, texts, read);
        queue.settleAll(texts, read);
        read[0].name = 77;
        queue.settleAll(texts, read);
        QCOMPARE(read[0].name, 77u);
    }

private:
    static std::vector<std::string> namesOf(std::size_t count) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i) {
            names.push_back("name " + std::to_string(i));
        }
        return names;
    }
};

int run_tst_name_queue(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_name_queue>(argc, argv);
}
#include "tst_name_queue.moc"
