// What screen readers are told of tables, the timeline and flame graphs: as much as is painted.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"
#include "views/shared/controls/RowList.h"
#include "views/shared/flame/FlameCanvas.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/text/Text.h"
#include "views/timeline/TimelineView.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QtTest>

#include <array>
#include <memory>

using namespace lanes;

namespace {

const char* const kTrace = "main cpu_op aten::linear 100000 400000\n"
                           "main cpu_op aten::addmm 200000 200000\n"
                           "worker cpu_op aten::relu 850000 100000\n";

struct Fruit {
    const char* name;
    int price;
};
constexpr std::array kFruits{Fruit{"apple", 3}, Fruit{"banana", 1}, Fruit{"cherry", 9}};

// Two columns: a name, and a price of which only a sign is painted where it is high.
class FruitModel : public TableModel {
public:
    [[nodiscard]] std::uint32_t rows() const override { return kFruits.size(); }
    [[nodiscard]] TableCell cell(std::uint32_t row, int column, const Theme& /*theme*/) const override {
        TableCell cell;
        if (column == 0) {
            cell.text = QLatin1String(kFruits[row].name);
            cell.note = "fresh";
        } else if (kFruits[row].price < 5) {
            cell.text = QString::number(kFruits[row].price);
        } else {
            cell.icon = "warning";
        }
        return cell;
    }
    [[nodiscard]] int compare(std::uint32_t a, std::uint32_t b, int column) const override {
        return column == 0 ? qstrcmp(kFruits[a].name, kFruits[b].name) : kFruits[a].price - kFruits[b].price;
    }
    [[nodiscard]] QString exact(std::uint32_t row, int column) const override {
        return column == 0 ? QString(kFruits[row].name) : QString::number(kFruits[row].price);
    }
    [[nodiscard]] std::uint64_t identity(std::uint32_t row) const override { return row; }
};

QAccessibleInterface* heard(QObject* object) {
    return QAccessible::queryAccessibleInterface(object);
}

QString nameOf(const QAccessibleInterface* one) {
    return one != nullptr ? one->text(QAccessible::Name) : QStringLiteral("(none)");
}

QAccessibleInterface* childNamed(const QAccessibleInterface* of, const QString& name) {
    for (int i = 0; i < of->childCount(); ++i) {
        if (nameOf(of->child(i)) == name) {
            return of->child(i);
        }
    }
    return nullptr;
}

// Whoever is a child says so itself, and is found where it is painted.
void checkFamily(QAccessibleInterface* parent) {
    for (int i = 0; i < parent->childCount(); ++i) {
        QAccessibleInterface* child = parent->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(child->parent(), parent);
        QCOMPARE(parent->indexOfChild(child), i);
        QCOMPARE(parent->child(i), child); // the same one again
    }
}

} // namespace

class AccessibleTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void tableHasRowsAndColumns();
    void tableFollowsItsOrder();
    void tableIsUsedWithoutItsPicture();
    void timelineHasRowsAndEvents();
    void timelineIsUsedWithoutItsPicture();
    void flameHasItsBoxes();
    void aListHasItsRows();
    void whatWasShownBeforeIsNoMore();

private:
    std::unique_ptr<DataTable> fruitTable();
    std::unique_ptr<TimelineView> timeline(ViewState& state);
    std::unique_ptr<Appearance> look_;
};

void AccessibleTest::initTestCase() {
    look_ = std::make_unique<Appearance>();
}

std::unique_ptr<DataTable> AccessibleTest::fruitTable() {
    auto table = std::make_unique<DataTable>(*look_);
    TableColumn name{.key = "name", .title = "Fruit"};
    name.number = false;
    TableColumn price{.key = "price", .title = "Price", .width = 80};
    price.tip = "In coins";
    table->setColumns({name, price}, 1);
    table->setModel(std::make_shared<FruitModel>());
    table->resize(400, 300);
    table->show();
    return table;
}

void AccessibleTest::tableHasRowsAndColumns() {
    const auto table = fruitTable();
    QVERIFY(QTest::qWaitForWindowExposed(table.get(), kPatience));
    QAccessibleInterface* heardTable = heard(table.get());
    QCOMPARE(heardTable->role(), QAccessible::Table);
    QAccessibleTableInterface* cells = heardTable->tableInterface();
    QVERIFY(cells);
    QCOMPARE(cells->rowCount(), 3);
    QCOMPARE(cells->columnCount(), 2);
    QCOMPARE(heardTable->childCount(), 8); // heads, too
    checkFamily(heardTable);
    QCOMPARE(nameOf(heardTable->child(1)), QStringLiteral("Price"));
    QCOMPARE(heardTable->child(1)->role(), QAccessible::ColumnHeader);
    QCOMPARE(heardTable->child(1)->text(QAccessible::Description), QStringLiteral("In coins"));
    QCOMPARE(nameOf(cells->cellAt(0, 0)), QStringLiteral("cherry fresh")); // the dearest first
    QCOMPARE(nameOf(cells->cellAt(0, 1)), QStringLiteral("9"));            // of which only a sign is painted
    QCOMPARE(nameOf(cells->cellAt(2, 1)), QStringLiteral("1"));
    QVERIFY(!cells->cellAt(3, 0) && !cells->cellAt(0, 2) && !cells->cellAt(-1, 0));
    const QRect box = cells->cellAt(1, 1)->rect();
    QVERIFY(box.isValid());
    QCOMPARE(heardTable->childAt(box.center().x(), box.center().y()), cells->cellAt(1, 1));
    const QRect head = heardTable->child(0)->rect();
    QCOMPARE(heardTable->childAt(head.center().x(), head.center().y()), heardTable->child(0));
    QAccessibleTableCellInterface* cell = cells->cellAt(1, 1)->tableCellInterface();
    QCOMPARE(cell->rowIndex(), 1);
    QCOMPARE(cell->columnIndex(), 1);
    QCOMPARE(nameOf(cell->columnHeaderCells().first()), QStringLiteral("Price"));
}

void AccessibleTest::tableFollowsItsOrder() {
    const auto table = fruitTable();
    table->sortBy(0, false);
    QAccessibleTableInterface* cells = heard(table.get())->tableInterface();
    QCOMPARE(nameOf(cells->cellAt(0, 0)), QStringLiteral("apple fresh"));
    table->setColumnShown(1, false);
    QCOMPARE(cells->columnCount(), 1);
    QVERIFY(!cells->cellAt(0, 1));
    table->setModel(nullptr);
    QCOMPARE(cells->rowCount(), 0);
    QVERIFY(!heard(table.get())->focusChild());
}

void AccessibleTest::tableIsUsedWithoutItsPicture() {
    const auto table = fruitTable();
    QAccessibleTableInterface* cells = heard(table.get())->tableInterface();
    const QSignalSpy chosen(table.get(), &DataTable::currentChosen);
    QVERIFY(cells->selectRow(2));
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(table->currentPosition(), 2);
    QVERIFY(cells->isRowSelected(2) && !cells->isRowSelected(0));
    QVERIFY(cells->cellAt(2, 1)->state().selected);
    QCOMPARE(heard(table.get())->focusChild(), cells->cellAt(2, 0));
    heard(table.get())->child(0)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(table->sortedColumn(), 0); // a head sorts
    QVERIFY(!cells->selectRow(3));
}

std::unique_ptr<TimelineView> AccessibleTest::timeline(ViewState& state) {
    auto view = std::make_unique<TimelineView>(state, *look_);
    view->resize(1200, 500);
    view->show();
    state.setTrace(test::traceFromText(kTrace));
    return view;
}

void AccessibleTest::timelineHasRowsAndEvents() {
    ViewState state;
    const auto view = timeline(state);
    QTRY_VERIFY_WITH_TIMEOUT(view->canvas().list() && view->canvas().isUpToDate(), kPatience);
    QAccessibleInterface* all = heard(&view->canvas());
    QCOMPARE(nameOf(all), QStringLiteral("Timeline"));
    QCOMPARE(all->role(), QAccessible::Tree);
    checkFamily(all);
    QAccessibleInterface* mm = nullptr;
    int events = 0;
    for (int i = 0; i < all->childCount(); ++i) {
        QAccessibleInterface* row = all->child(i);
        if (row->role() == QAccessible::TreeItem) {
            QVERIFY(!nameOf(row).isEmpty());
            checkFamily(row);
            events += row->childCount();
            QAccessibleInterface* found = childNamed(row, QStringLiteral("aten::addmm"));
            mm = found != nullptr ? found : mm;
        }
    }
    QCOMPARE(events, 3);
    QVERIFY(mm);
    QCOMPARE(
        mm->text(QAccessible::Description),
        QStringLiteral("Operator, %1, %2 after the begin").arg(durationText(200'000), durationText(100'000)));
    const QPoint middle = mm->rect().center();
    QCOMPARE(all->childAt(middle.x(), middle.y()), mm);
    QVERIFY(mm->parent()->rect().contains(mm->rect()));
}

void AccessibleTest::timelineIsUsedWithoutItsPicture() {
    ViewState state;
    const auto view = timeline(state);
    QTRY_VERIFY_WITH_TIMEOUT(view->canvas().list() && view->canvas().isUpToDate(), kPatience);
    QAccessibleInterface* all = heard(&view->canvas());
    for (int i = 0; i < all->childCount(); ++i) {
        QAccessibleInterface* event = all->child(i)->role() == QAccessible::TreeItem
                                          ? childNamed(all->child(i), QStringLiteral("aten::relu"))
                                          : nullptr;
        if (event != nullptr) {
            event->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        }
    }
    QVERIFY(state.selection().valid());
    QCOMPARE(QString::fromUtf8(state.trace()->text(state.trace()->slice(state.selection()).name).data()),
             QStringLiteral("aten::relu"));
    QCOMPARE(nameOf(all->focusChild()), QStringLiteral("aten::relu"));
    QVERIFY(all->focusChild()->state().selected);
}

void AccessibleTest::aListHasItsRows() {
    RowList list(*look_, QStringLiteral("Fruits"));
    list.resize(300, 100);
    list.show();
    QVERIFY(QTest::qWaitForWindowExposed(&list, kPatience));
    list.setRows(kFruits.size(), [](int index) {
        const Fruit& fruit = kFruits[static_cast<std::size_t>(index)];
        return RowList::Row{QColor(), QLatin1String(fruit.name), {}, QString::number(fruit.price), {}};
    });
    QAccessibleInterface* all = heard(&list);
    QCOMPARE(nameOf(all), QStringLiteral("Fruits"));
    QCOMPARE(all->role(), QAccessible::List);
    QAccessibleInterface* banana = childNamed(all, QStringLiteral("banana"));
    QVERIFY(banana);
    QCOMPARE(banana->role(), QAccessible::ListItem);
    QCOMPARE(banana->text(QAccessible::Description), QStringLiteral("1"));
    const QSignalSpy chosen(&list, &RowList::chosen);
    banana->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(list.current(), 1);
    QCOMPARE(all->focusChild(), banana);
    const QPoint middle = banana->rect().center();
    QCOMPARE(all->childAt(middle.x(), middle.y()), banana);
    list.setRows(1, [](int) { return RowList::Row{QColor(), QStringLiteral("plum"), {}, {}, {}}; });
    QCOMPARE(nameOf(all->child(0)), QStringLiteral("plum"));
    QVERIFY(!childNamed(all, QStringLiteral("banana")));
}

void AccessibleTest::flameHasItsBoxes() {
    FlameCanvas canvas(*look_);
    canvas.resize(500, 200);
    canvas.show();
    QVERIFY(QTest::qWaitForWindowExposed(&canvas, kPatience));
    canvas.setBars({{0, 0, 0, 400}, {1, 1, 0, 150}}, 2,
                   {.about =
                        [](std::uint32_t item) {
                            FlameCanvas::About about;
                            about.name = item == 0 ? "forward" : "backward";
                            return about;
                        },
                    .value =
                        [](std::uint32_t item) {
                            return item == 0 ? QStringLiteral("12.1 ms  100 %")
                                             : QStringLiteral("4 ms  33 %");
                        },
                    .tip = [](std::uint32_t) { return QString(); }});
    QAccessibleInterface* all = heard(&canvas);
    QCOMPARE(all->childCount(), 2);
    checkFamily(all);
    QCOMPARE(nameOf(all->child(1)), QStringLiteral("backward"));
    QCOMPARE(all->child(1)->text(QAccessible::Description), QStringLiteral("level 2, 4 ms 33 %"));
    const QPoint middle = all->child(1)->rect().center();
    QCOMPARE(all->childAt(middle.x(), middle.y()), all->child(1));
    const QSignalSpy chosen(&canvas, &FlameCanvas::chosen);
    all->child(1)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(all->focusChild(), all->child(1));
}

void AccessibleTest::whatWasShownBeforeIsNoMore() {
    FlameCanvas canvas(*look_);
    const auto nothing = [](std::uint32_t) { return QString(); };
    const FlameCanvas::Telling telling{.about =
                                           [](std::uint32_t) {
                                               FlameCanvas::About one;
                                               one.name = "box";
                                               return one;
                                           },
                                       .value = nothing,
                                       .tip = nothing};
    canvas.setBars({{0, 0, 0, 400}, {1, 1, 0, 150}}, 2, telling);
    QAccessibleInterface* second = heard(&canvas)->child(1);
    canvas.setBars({{0, 0, 0, 400}}, 1, telling);
    QVERIFY(!second->isValid());
    QVERIFY(second->state().invalid);
    QVERIFY(second->text(QAccessible::Name).isEmpty());
    QVERIFY(!heard(&canvas)->child(1));
}

int run_tst_accessible(int argc, char** argv) {
    return lanes::test::runWithWidgets<AccessibleTest>(argc, argv);
}
#include "tst_accessible.moc"
