// The table of all views: orders, trees, keyboard, columns, text.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/FloatingScrollBar.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/NamesInView.h"

#include <QClipboard>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace lanes;

namespace {

struct Line {
    QString name;
    int value;
    std::uint32_t parent = TableModel::kNone;
};

class Lines : public TableModel {
public:
    explicit Lines(std::vector<Line> lines)
        : lines_(std::move(lines)) {}
    std::uint32_t rows() const override { return static_cast<std::uint32_t>(lines_.size()); }
    TableCell cell(std::uint32_t row, int column, const Theme&) const override {
        TableCell cell;
        cell.text =
            column == 0 ? lines_[row].name : QString::number(lines_[row].value) + QStringLiteral(" ns");
        return cell;
    }
    int compare(std::uint32_t a, std::uint32_t b, int column) const override {
        return column == 0 ? lines_[a].name.compare(lines_[b].name) : lines_[a].value - lines_[b].value;
    }
    QString exact(std::uint32_t row, int column) const override {
        return column == 0 ? lines_[row].name : QString::number(lines_[row].value);
    }
    std::uint64_t identity(std::uint32_t row) const override { return qHash(lines_[row].name); }
    std::uint32_t parent(std::uint32_t row) const override { return lines_[row].parent; }

private:
    std::vector<Line> lines_;
};

std::vector<TableColumn> columns() {
    TableColumn name;
    name.key = QStringLiteral("name");
    name.title = QStringLiteral("Name");
    name.number = false;
    TableColumn value;
    value.key = QStringLiteral("value_ns");
    value.title = QStringLiteral("Value");
    value.width = 100;
    value.bar = true;
    return {name, value};
}

QStringList order(const DataTable& table) {
    QStringList names;
    for (int i = 0; i < table.visibleRows(); ++i) {
        names << table.model()->exact(table.rowAt(i), 0);
    }
    return names;
}

QString csvOf(const DataTable& table) {
    QBuffer text;
    text.open(QIODevice::WriteOnly);
    table.csv().write(text);
    return QString::fromUtf8(text.data());
}

} // namespace

class DataTableTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sortsByTheLargestFirst();
    void aClickInTheHeadSortsAndTurns();
    void keysGoSortAndActivate();
    void theCurrentThingStaysCurrent();
    void largeModelsAreSortedAside();
    void anOrderMadeElsewhereIsTaken();
    void treesOpenAndClose();
    void hiddenColumnsLeaveTheScreenNotTheExport();
    void copiesAndExports();
    void theScaleOfBarsIsSwitchedInTheHead();
    void columnsGiveWayWhereRoomIsShort();
    void columnsGrowWhereThereIsPlenty();
    void barsAreShorterBeforeATableScrolls();
    void barsAreLongerWhereThereIsPlenty();
    void columnsJoinWhereThereIsRoom();
    void namesThatAreCutKeepWhatTellsThemApart();
    void arrangementsAreText();
    void narrowTablesScrollInsteadOfCrushing();
    void theBarOverTheRowsScrollsThem();

private:
    void show(std::vector<Line> lines) {
        table_ = std::make_unique<DataTable>(look_);
        table_->resize(400, 200);
        table_->setColumns(columns(), 1);
        table_->setModel(std::make_shared<Lines>(std::move(lines)));
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get(), kPatience));
        table_->setFocus();
    }
    void clickHead(int x) {
        QTest::mouseClick(table_->findChild<TableHeader*>(), Qt::LeftButton, {}, QPoint(x, 10));
    }

    Appearance look_{Appearance::Mode::Dark};
    std::unique_ptr<DataTable> table_;
};

void DataTableTest::sortsByTheLargestFirst() {
    show({{QStringLiteral("b"), 2}, {QStringLiteral("a"), 1}, {QStringLiteral("c"), 3}});
    QCOMPARE(order(*table_), QStringList({"c", "b", "a"}));
    QCOMPARE(table_->currentPosition(), 0);
}

void DataTableTest::aClickInTheHeadSortsAndTurns() {
    show({{QStringLiteral("b"), 2}, {QStringLiteral("a"), 1}, {QStringLiteral("c"), 3}});
    clickHead(60); // names: from the smallest
    QCOMPARE(order(*table_), QStringList({"a", "b", "c"}));
    clickHead(60);
    QCOMPARE(order(*table_), QStringList({"c", "b", "a"}));
    clickHead(370);
    clickHead(370);
    QCOMPARE(order(*table_), QStringList({"a", "b", "c"}));
}

void DataTableTest::keysGoSortAndActivate() {
    std::vector<Line> lines(100);
    for (int i = 0; i < 100; ++i) {
        lines[static_cast<std::size_t>(i)] = {QString::number(i), i};
    }
    show(std::move(lines));
    QSignalSpy chosen(table_.get(), &DataTable::currentChosen);
    QSignalSpy activated(table_.get(), &DataTable::activated);
    QTest::keyClick(table_.get(), Qt::Key_Down);
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("98"));
    QTest::keyClick(table_.get(), Qt::Key_End);
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("0"));
    QCOMPARE(table_->verticalScrollBar()->value(), table_->verticalScrollBar()->maximum());
    QTest::keyClick(table_.get(), Qt::Key_PageUp);
    QVERIFY(table_->currentPosition() < 99);
    QTest::keyClick(table_.get(), Qt::Key_Home);
    QCOMPARE(chosen.count(), 4);
    QTest::keyClick(table_.get(), Qt::Key_Return);
    QCOMPARE(activated.count(), 1);
    QTest::keyClicks(table_.get(), QStringLiteral("="));
    QVERIFY(!table_->sortedDescending());
    QTest::keyClicks(table_.get(), QStringLiteral("<"));
    QCOMPARE(table_->sortedColumn(), 0);
    QCOMPARE(order(*table_).mid(0, 3), QStringList({"0", "1", "10"}));
}

void DataTableTest::theCurrentThingStaysCurrent() {
    show({{QStringLiteral("a"), 1}, {QStringLiteral("b"), 2}, {QStringLiteral("c"), 3}});
    QTest::keyClick(table_.get(), Qt::Key_End);
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("a"));
    table_->setModel(
        std::make_shared<Lines>(std::vector<Line>{{QStringLiteral("d"), 9}, {QStringLiteral("a"), 8}}));
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("a"));
    table_->setModel(
        std::make_shared<Lines>(std::vector<Line>{{QStringLiteral("d"), 9}, {QStringLiteral("e"), 10}}));
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("e"));
    table_->setModel(std::make_shared<Lines>(std::vector<Line>{}));
    QCOMPARE(table_->current(), TableModel::kNone);
}

namespace {

// So many that they are not sorted at once: values 0, 1, 2 ... by a name that says them.
std::vector<Line> manyLines() {
    std::vector<Line> lines;
    for (int i = 0; i < 5000; ++i) {
        lines.push_back({QString::number(i), i});
    }
    return lines;
}

} // namespace

void DataTableTest::largeModelsAreSortedAside() {
    show({{QStringLiteral("7"), 7}, {QStringLiteral("9"), 9}});
    table_->setCurrent(0); // "7"
    QSignalSpy current(table_.get(), &DataTable::currentChanged);
    table_->setModel(std::make_shared<Lines>(manyLines()));
    QVERIFY(table_->isSorting());
    QCOMPARE(table_->visibleRows(), 5000); // shown at once, in the model's order
    QCOMPARE(table_->rowAt(0), 0U);
    QTRY_VERIFY_WITH_TIMEOUT(!table_->isSorting(), kPatience);
    QCOMPARE(table_->rowAt(0), 4999U);
    QCOMPARE(table_->current(), 7U); // the same thing, and in view
    QCOMPARE(current.size(), 1);
    QVERIFY(!table_->currentBox().isEmpty());

    table_->sortBy(1, false);
    QVERIFY(!table_->sortedDescending()); // as the head shows
    QCOMPARE(table_->rowAt(0), 4999U);    // as before until the new order is there
    QTRY_COMPARE_WITH_TIMEOUT(table_->rowAt(0), 0U, kPatience);
    QCOMPARE(table_->current(), 7U);
}

void DataTableTest::anOrderMadeElsewhereIsTaken() {
    show({{QStringLiteral("7"), 7}});
    const auto model = std::make_shared<Lines>(manyLines());
    table_->offer(sortedRows(model, table_->sortWanted()));
    table_->setModel(model);
    QVERIFY(!table_->isSorting());
    QCOMPARE(table_->rowAt(0), 4999U);
    QCOMPARE(table_->current(), 7U);

    // One of another model, or by what is no longer wanted, is not.
    table_->offer(sortedRows(model, {0, true}));
    const auto next = std::make_shared<Lines>(manyLines());
    table_->setModel(next);
    QVERIFY(table_->isSorting());
}

void DataTableTest::treesOpenAndClose() {
    show({{QStringLiteral("root"), 9},
          {QStringLiteral("x"), 3, 0},
          {QStringLiteral("y"), 6, 0},
          {QStringLiteral("y1"), 5, 2}});
    QCOMPARE(order(*table_), QStringList({"root", "y", "x"})); // the first level is open
    QTest::keyClick(table_.get(), Qt::Key_Down);
    QTest::keyClick(table_.get(), Qt::Key_Right);
    QCOMPARE(order(*table_), QStringList({"root", "y", "y1", "x"}));
    QTest::keyClick(table_.get(), Qt::Key_Right);
    QCOMPARE(table_->model()->exact(table_->current(), 0), QStringLiteral("y1"));
    QTest::keyClick(table_.get(), Qt::Key_Left);
    QTest::keyClick(table_.get(), Qt::Key_Space);
    QCOMPARE(order(*table_), QStringList({"root", "y", "x"}));
    table_->setCurrent(3); // opens what it stands under
    QCOMPARE(order(*table_), QStringList({"root", "y", "y1", "x"}));
    QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, QPoint(16, 12)); // the root's chevron
    QCOMPARE(order(*table_), QStringList({"root"}));
    QCOMPARE(table_->current(), 0U);
    // two quick clicks on it open and close, and go nowhere
    const QSignalSpy activated(table_.get(), &DataTable::activated);
    QTest::mouseClick(table_->viewport(), Qt::LeftButton, {}, QPoint(16, 12));
    QTest::mouseDClick(table_->viewport(), Qt::LeftButton, {}, QPoint(16, 12));
    QVERIFY(activated.isEmpty());
    QTest::mouseDClick(table_->viewport(), Qt::LeftButton, {}, QPoint(80, 12));
    QCOMPARE(activated.count(), 1);
}

void DataTableTest::hiddenColumnsLeaveTheScreenNotTheExport() {
    show({{QStringLiteral("a"), 1}});
    const std::unique_ptr<QMenu> menu(table_->columnMenu(nullptr));
    menu->actions()[1]->trigger();
    QCOMPARE(table_->shownColumns(), 1);
    QCOMPARE(table_->asText({0}), QStringLiteral("Name\na"));
    QCOMPARE(csvOf(*table_), QStringLiteral("name,value_ns\na,1\n"));
    menu->actions()[0]->trigger(); // the last column stays
    QCOMPARE(table_->shownColumns(), 1);
}

void DataTableTest::copiesAndExports() {
    show({{QStringLiteral("a, \"b\"\nc"), 1}, {QStringLiteral("d"), 2}});
    QTest::keyClick(table_.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("Name\tValue\nd\t2 ns"));
    // a row is a line, whatever its cells hold
    QCOMPARE(csvOf(*table_), QStringLiteral("name,value_ns\nd,2\n\"a, \"\"b\"\" c\",1\n"));
    show({{QStringLiteral("a\r\n  b\rc\n"), 1}});
    QCOMPARE(csvOf(*table_), QStringLiteral("name,value_ns\na   b c ,1\n"));
}

void DataTableTest::theScaleOfBarsIsSwitchedInTheHead() {
    show({{QStringLiteral("a"), 1}});
    QVERIFY(table_->arrangement().columns[1].squareRoot);
    const int begin = table_->viewport()->width() - 12 - 100;
    clickHead(begin + 16);
    QVERIFY(!table_->arrangement().columns[1].squareRoot);
    QCOMPARE(table_->sortedColumn(), 1);
    QVERIFY(table_->sortedDescending());
}

void DataTableTest::columnsGiveWayWhereRoomIsShort() {
    std::vector<TableColumn> all = columns();
    all.push_back(all[1]);
    all[1].yields = 1;
    all[2].key = QStringLiteral("other_ns");
    all[2].yields = 2;
    TableArrangement none;
    none.columns.resize(3);
    const auto shown = [&](int width, const TableArrangement& arrangement) {
        std::vector<int> places;
        for (const TableLayout::Place& place : layoutOf(all, arrangement, width, 1).places) {
            places.push_back(place.column);
        }
        return places;
    };
    QCOMPARE(shown(400, none), std::vector<int>({0, 1, 2}));
    QCOMPARE(shown(300, none), std::vector<int>({0, 1})); // the largest number goes first
    QCOMPARE(shown(200, none), std::vector<int>({0}));
    TableArrangement wanted = none;
    wanted.columns[2].shown = true; // by the user: it stays
    QCOMPARE(shown(300, wanted), std::vector<int>({0, 2}));
    QCOMPARE(shown(200, wanted), std::vector<int>({0, 2}));
}

void DataTableTest::columnsGrowWhereThereIsPlenty() {
    std::vector<TableColumn> all = columns(); // a name that takes what is left, a number
    all[1].most = 160;
    TableArrangement none;
    none.columns.resize(2);
    const auto widthAt = [&](int width, const TableArrangement& arrangement) {
        return layoutOf(all, arrangement, width, 1).places[1].width;
    };
    const int usual = all[1].width;
    QCOMPARE(widthAt(400, none), usual);
    QCOMPARE(widthAt(2000, none), 160);
    QCOMPARE(layoutOf(all, none, 2000, 1).width, 2000);
    TableArrangement dragged = none;
    dragged.columns[1].width = usual + 5; // by the user: it stays so
    QCOMPARE(widthAt(2000, dragged), usual + 5);
}

void DataTableTest::barsAreShorterBeforeATableScrolls() {
    std::vector<TableColumn> all = columns();
    all[1].width = 160;
    TableArrangement none;
    none.columns.resize(2);
    const int edges = 2 * kTableEdge;
    const int least = edges + all[0].least;
    QCOMPARE(layoutOf(all, none, least + 160, 1).width, least + 160);
    const TableLayout tight = layoutOf(all, none, least + 120, 1);
    QCOMPARE(tight.width, least + 120); // it fits
    QCOMPARE(tight.places[1].width, 120);
    QVERIFY(layoutOf(all, none, least + 20, 1).width > least + 20); // the number keeps its room: it scrolls
    TableArrangement dragged = none;
    dragged.columns[1].width = 160; // by the user: it stays so
    QCOMPARE(layoutOf(all, dragged, least + 120, 1).places[1].width, 160);
}

void DataTableTest::barsAreLongerWhereThereIsPlenty() {
    const std::vector<TableColumn> all = columns();
    TableArrangement none;
    none.columns.resize(2);
    const int usual = all[1].width;
    QCOMPARE(layoutOf(all, none, 400, 1).places[1].width, usual);
    const TableLayout wide = layoutOf(all, none, 3000, 1);
    QCOMPARE(wide.width, 3000);
    QCOMPARE(wide.places[1].width, 3 * usual);
    TableArrangement dragged = none;
    dragged.columns[1].width = usual + 5;
    QCOMPARE(layoutOf(all, dragged, 3000, 1).places[1].width, usual + 5);
}

void DataTableTest::columnsJoinWhereThereIsRoom() {
    std::vector<TableColumn> all = columns();
    all[1].shown = false;
    all[1].joins = 1000;
    TableArrangement none;
    none.columns.resize(2);
    QCOMPARE(layoutOf(all, none, 999, 1).places.size(), std::size_t(1));
    QCOMPARE(layoutOf(all, none, 1000, 1).places.size(), std::size_t(2));
    QCOMPARE(layoutOf(all, none, 1000, 2).places.size(), std::size_t(1)); // px at 100 %
    TableArrangement hidden = none;
    hidden.columns[1].shown = false; // by the user: it stays away
    QCOMPARE(layoutOf(all, hidden, 1000, 1).places.size(), std::size_t(1));
}

void DataTableTest::namesThatAreCutKeepWhatTellsThemApart() {
    class Names : public Lines {
    public:
        using Lines::Lines;
        TableCell cell(std::uint32_t row, int column, const Theme& theme) const override {
            TableCell cell = Lines::cell(row, column, theme);
            cell.elide = column == 0 ? Qt::ElideMiddle : Qt::ElideRight;
            return cell;
        }
    };
    const QString first = QStringLiteral("sm90_xmma_gemm_tilesize128x256x64_nn_execute_kernel__5x_cublas");
    const QString other = QStringLiteral("sm90_xmma_gemm_tilesize128x256x64_nt_execute_kernel__5x_cublas");
    const Names names({{first, 1}, {other, 2}, {QString(300, QLatin1Char('a')), 3}});
    const std::vector<TableColumn> all = columns();
    TableArrangement none;
    none.columns.resize(2);
    NamesInView inView;
    inView.look(names, all, layoutOf(all, none, 400, 1), {0, 1, 2}, look_.theme());
    const auto told = [&](std::size_t at, const QString& name) {
        const TellingPart part = inView.tells(at, 0);
        return name.mid(part.begin, part.length);
    };
    QCOMPARE(told(0, first), QStringLiteral("nn"));
    QCOMPARE(told(1, other), QStringLiteral("nt"));
    QCOMPARE(inView.tells(2, 0), TellingPart());
    QCOMPARE(inView.tells(0, 1), TellingPart()); // numbers are never cut
}

void DataTableTest::arrangementsAreText() {
    const std::vector<TableColumn> all = columns();
    TableArrangement arrangement;
    arrangement.columns.resize(2);
    QVERIFY(arrangementText(all, arrangement).isEmpty());
    arrangement.columns[0].width = 180;
    arrangement.columns[1] = {false, false, 0};
    const QString text = arrangementText(all, arrangement);
    QCOMPARE(text, QStringLiteral("name:w180 value_ns:-,lin"));
    const TableArrangement again = arrangementOf(all, text + QStringLiteral(" gone:+ name what:ever"));
    QCOMPARE(arrangementText(all, again), text);
}

void DataTableTest::narrowTablesScrollInsteadOfCrushing() {
    show({{QStringLiteral("a"), 1}});
    QCOMPARE(table_->horizontalScrollBar()->maximum(), 0);
    table_->resize(200, 200);
    QVERIFY(table_->horizontalScrollBar()->maximum() > 0);
    QTest::keyClick(table_.get(), Qt::Key_Right);
    QVERIFY(table_->horizontalScrollBar()->value() > 0);
}

// Rows keep their width beside a bar that is there only while it has something to scroll.
void DataTableTest::theBarOverTheRowsScrollsThem() {
    show({{QStringLiteral("a"), 1}});
    auto* bar = table_->findChild<FloatingScrollBar*>();
    QVERIFY(!bar->isVisible());
    const int width = table_->viewport()->width();
    std::vector<Line> many;
    for (int i = 0; i < 100; ++i) {
        many.push_back({QString::number(i), i});
    }
    table_->setModel(std::make_shared<Lines>(std::move(many)));
    QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kPatience);
    QCOMPARE(table_->viewport()->width(), width);
    QCOMPARE(bar->geometry().right(), table_->viewport()->geometry().right());
    QCOMPARE(bar->maximum(), table_->verticalScrollBar()->maximum());
    bar->setValue(bar->maximum());
    QCOMPARE(table_->verticalScrollBar()->value(), bar->maximum());
    QTest::keyClick(table_.get(), Qt::Key_Home);
    QCOMPARE(bar->value(), table_->verticalScrollBar()->value());
    QVERIFY(!bar->hasFocus() && table_->hasFocus());
}

int run_tst_data_table(int argc, char** argv) {
    return lanes::test::runWithWidgets<DataTableTest>(argc, argv);
}
#include "tst_data_table.moc"
