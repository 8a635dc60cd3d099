// Memory for columns: pieces that nobody else has, and that live as long as their owners.
#include "model/base/ColumnArena.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace lanes;

class tst_column_arena : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesDoNotOverlap_data() {
        QTest::addColumn<int>("largestSlab");
        QTest::addColumn<QVector<int>>("sizes");
        QTest::newRow("small ones") << (16 << 20) << QVector<int>{1, 100, 15, 16, 17, 4096};
        QTest::newRow("none at all") << (16 << 20) << QVector<int>{0, 0, 5};
        QTest::newRow("chunks of a session") << (16 << 20) << QVector<int>(12, 65536 * 34);
        QTest::newRow("larger than a slab") << (1 << 20) << QVector<int>{3 << 20, 5, 3 << 20, 1 << 19};
    }
    void piecesDoNotOverlap() {
        QFETCH(int, largestSlab);
        QFETCH(QVector<int>, sizes);
        std::vector<ColumnArena::Piece> pieces;
        {
            ColumnArena arena(static_cast<std::size_t>(largestSlab));
            for (int i = 0; i < sizes.size(); ++i) {
                pieces.push_back(arena.take(static_cast<std::size_t>(sizes[i])));
                QCOMPARE(reinterpret_cast<std::uintptr_t>(pieces.back().data) % 16, std::uintptr_t(0));
                if (sizes[i] > 0) {
                    std::memset(pieces.back().data, i + 1, static_cast<std::size_t>(sizes[i]));
                }
            }
        } // the owners keep the memory
        for (int i = 0; i < sizes.size(); ++i) {
            const std::byte* const data = pieces[static_cast<std::size_t>(i)].data;
            const auto mine = [&](std::byte byte) { return byte == static_cast<std::byte>(i + 1); };
            QVERIFY(std::all_of(data, data + sizes[i], mine));
        }
    }
};

int run_tst_column_arena(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_column_arena>(argc, argv);
}
#include "tst_column_arena.moc"
