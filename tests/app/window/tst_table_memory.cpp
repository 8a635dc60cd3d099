// What the user makes of a table's columns is there again in the next session.
#include "app/settings/Settings.h"
#include "app/window/page/TableMemory.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/memory/MemoryView.h"
#include "views/operators/OperatorsView.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace lanes;

class TestTableMemory : public QObject {
    Q_OBJECT

private slots:
    void columnsComeBack();
    void otherViewsAreLeftAlone();
};

void TestTableMemory::columnsComeBack() {
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Appearance look(Appearance::Mode::Dark);
    for (const bool second : {false, true}) {
        test::TraceSketch sketch;
        sketch.op("main", "aten::add", 0, 100);
        ViewState state;
        state.setTrace(sketch.build());
        OperatorsView view(look);
        view.resize(1600, 400);
        rememberColumns(view, QStringLiteral("operators"), settings);
        view.setState(&state);
        view.show();
        QTRY_VERIFY_WITH_TIMEOUT(!view.busy(), kPatience);
        const int freed = static_cast<const ReportTable&>(*view.table().model()).column("freed_bytes");
        QCOMPARE(view.table().isColumnShown(freed), second);
        view.table().setColumnShown(freed, true);
    }
    QCOMPARE(settings.tableColumns(QStringLiteral("operators")), QStringLiteral("freed_bytes:+"));
}

void TestTableMemory::otherViewsAreLeftAlone() {
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Appearance look(Appearance::Mode::Dark);
    MemoryView view(look);
    rememberColumns(view, QStringLiteral("memory"), settings);
    QVERIFY(settings.tableColumns(QStringLiteral("memory")).isEmpty());
}

int run_tst_table_memory(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestTableMemory>(argc, argv);
}
#include "tst_table_memory.moc"
