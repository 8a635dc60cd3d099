// Copies of a column share its rows and stay as they are, whoever goes on writing.
#include "model/base/SharedColumn.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using Column = lanes::SharedColumn<int>;

namespace {

std::vector<int> rowsOf(const Column& column) {
    return {column.begin(), column.end()};
}

std::vector<int> numbers(int count, int from = 0) {
    std::vector<int> out(static_cast<std::size_t>(count));
    std::iota(out.begin(), out.end(), from);
    return out;
}

constexpr int kBlock = static_cast<int>(Column::kBlockRows);

} // namespace

class tst_shared_column : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copyAndOriginalGoOnOnTheirOwn() {
        Column original{1, 2, 3};
        Column copy = original;
        original.push_back(4);
        copy.push_back(40);
        copy.push_back(50);
        original.push_back(5);
        QCOMPARE(rowsOf(original), (std::vector<int>{1, 2, 3, 4, 5}));
        QCOMPARE(rowsOf(copy), (std::vector<int>{1, 2, 3, 40, 50}));
    }

    void whoAppendsFirstGoesOnInPlace() {
        Column column;
        column.append(numbers(100));
        Column next = column;
        next.push_back(100);
        QCOMPARE(&next[99], &column[99]); // nothing was copied
        QVERIFY(!next.isCopyOf(column));
        QVERIFY(Column(next).isCopyOf(next));
        Column other = column;
        other.push_back(-1);
        QVERIFY(&other[99] != &column[99]);
        QCOMPARE(next[100], 100);
    }

    void rowsAreFoundOverManyBlocks() {
        Column column;
        const std::vector<int> all = numbers(3 * kBlock + 17);
        for (std::size_t at = 0; at < all.size();) {
            const std::size_t count = std::min<std::size_t>(all.size() - at, 1 + at % 40000);
            column.append(std::span(all).subspan(at, count));
            at += count;
        }
        QCOMPARE(rowsOf(column), all);
        QCOMPARE(*std::ranges::lower_bound(column, 2 * kBlock + 5), 2 * kBlock + 5);
        QCOMPARE(column.end() - column.begin(), std::ptrdiff_t(all.size()));
    }

    void wholeBlocksAreAdopted() {
        const auto rows = std::make_shared<std::vector<int>>(numbers(2 * kBlock + 9));
        Column column;
        column.adopt(*rows, rows);
        QCOMPARE(&column[0], rows->data());
        QCOMPARE(rows.use_count(), 4L);
        column.push_back(-7); // behind rows that belong to somebody else
        QCOMPARE(rows->back(), 2 * kBlock + 8);
        QCOMPARE(column[rows->size()], -7);
        QCOMPARE(column[rows->size() - 1], rows->back());
        Column few{1};
        few.adopt(*rows, rows); // not at a border: copied
        QVERIFY(&few[1] != rows->data());
        QCOMPARE(few[rows->size()], rows->back());
    }

    void aChangedRowChangesInOneColumnOnly() {
        lanes::SharedColumn<int, 4> column{0, 1, 2, 3, 4, 5};
        const auto copy = column;
        column.set(1, 10);
        column.set(5, 50);
        column.push_back(6);
        QVERIFY(std::ranges::equal(column, std::vector<int>{0, 10, 2, 3, 4, 50, 6}));
        QVERIFY(std::ranges::equal(copy, std::vector<int>{0, 1, 2, 3, 4, 5}));
    }

    void whatIsCutOffStaysInTheCopies() {
        Column column;
        column.append(numbers(kBlock + 10));
        const Column copy = column;
        column.truncate(static_cast<std::size_t>(kBlock) - 2);
        column.push_back(-1);
        QCOMPARE(column.size(), std::size_t(kBlock) - 1);
        QCOMPARE(column.back(), -1);
        QCOMPARE(rowsOf(copy), numbers(kBlock + 10));
        column.truncate(0);
        QVERIFY(column.empty());
        column.push_back(3);
        QCOMPARE(column[0], 3);
    }
};

int run_tst_shared_column(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_shared_column>(argc, argv);
}
#include "tst_shared_column.moc"
