// Every answer of the registry (model/report) in the window: the widget's rows are those that files have. tst_answers.py compares
// the files with Python, SQL and the agent's tool.
#include "model/io/OpenTrace.h"
#include "model/report/Answers.h"
#include "model/report/Readers.h"
#include "tests/support/RunTest.h"
#include "tests/views/ViewFixture.h"
#include "views/advice/AdviceView.h"
#include "views/gaps/GapsView.h"
#include "views/kernels/KernelsView.h"
#include "views/operators/OperatorsView.h"
#include "views/path/PathView.h"
#include "views/ranks/RanksView.h"
#include "views/report/ReportView.h"
#include "views/shared/table/DataTable.h"

#include <QFileInfo>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace lanes;

class AnswersInViewsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyAnswerHasAPlace();
    void rowsAreThoseOfFiles_data();
    void rowsAreThoseOfFiles();
};

namespace {

template<class View>
std::unique_ptr<TableView> make(Appearance& look) {
    return std::make_unique<View>(look);
}
using Maker = std::unique_ptr<TableView> (*)(Appearance& look);

// Answers with a view of their own, whose table has one row for each of theirs.
const std::map<std::string_view, Maker> kViews{
    {"operators", make<OperatorsView>}, {"kernels", make<KernelsView>}, {"gaps", make<GapsView>},
    {"path", make<PathView>},           {"advice", make<AdviceView>},   {"collectives", make<RanksView>}};

// Answers that the window draws in another way, each with the test that compares its figures.
const std::map<std::string_view, std::string_view> kDrawn{
    {"graphs", "tst_kernels_view: nodes of one graph at a time"},
    {"replays", "tst_kernels_view: lanes of a chart"},
    {"ranks", "tst_ranks_view: lines of a grid"},
    {"issues", "tst_trust_view: rows of the ledger"},
    {"memory_devices", "tst_memory_view: curves"},
    {"peak", "tst_memory_view: parts of a bar"}};

using Rows = std::vector<QStringList>;

// What the table exports, of its rows at the top, in the order of `keys`.
Rows rowsOf(const DataTable& table, const QStringList& keys) {
    Rows rows;
    const TableModel* const model = table.model().get();
    for (std::uint32_t row = 0; model != nullptr && row < model->rows(); ++row) {
        if (model->parent(row) != TableModel::kNone) {
            continue;
        }
        QStringList cells;
        for (const QString& key : keys) {
            const auto at = std::ranges::find(table.columns(), key, &TableColumn::key);
            cells << model->exact(row, static_cast<int>(at - table.columns().begin()));
        }
        rows.push_back(std::move(cells));
    }
    std::ranges::sort(rows);
    return rows;
}

// The same of an answer, as CSV has it.
Rows rowsOf(const report::Table& answer, const QStringList& keys) {
    Rows rows;
    for (std::uint32_t row = 0; row < answer.rows; ++row) {
        if (answer.parent && answer.parent(row) != report::Table::kNone) {
            continue;
        }
        QStringList cells;
        for (const QString& key : keys) {
            const report::Column& column = *answer.column(key.toStdString());
            cells << QString::fromStdString(report::exactText(column, column.get(row)));
        }
        rows.push_back(std::move(cells));
    }
    std::ranges::sort(rows);
    return rows;
}

// Keys of columns that both the window's table and files have.
QStringList sharedKeys(const DataTable& table, const report::Table& answer) {
    QStringList keys;
    for (const TableColumn& column : table.columns()) {
        const report::Column* const known = answer.column(column.key.toStdString());
        if (known != nullptr && (known->readers & report::Csv) != 0 && (known->levels & report::Top) != 0) {
            keys << column.key;
        }
    }
    return keys;
}

} // namespace

void AnswersInViewsTest::everyAnswerHasAPlace() {
    for (const report::Answer& answer : report::answers()) {
        const bool placed = kViews.contains(answer.key) || kDrawn.contains(answer.key);
        QVERIFY2(placed == answer.hasView, std::string(answer.key).c_str());
    }
}

void AnswersInViewsTest::rowsAreThoseOfFiles_data() {
    QTest::addColumn<QString>("file");
    for (const char* name :
         {"resources/demo/gpu.lanes", "../shared/device/ddp.lanes", "../shared/device/mixer.lanes",
          "../shared/traces/alexnet_train.json.gz", "../shared/traces/cuda_graph_decode.json.gz",
          "../shared/traces/mi250_toy_train.json.gz"}) {
        QTest::newRow(name) << QStringLiteral(LANESCOPE_SOURCE_DIR "/") + QLatin1String(name);
    }
}

void AnswersInViewsTest::rowsAreThoseOfFiles() {
    QFETCH(QString, file);
    if (!QFileInfo::exists(file)) {
        QSKIP("the file is not there");
    }
    const auto trace = openTrace(file.toStdString());
    QVERIFY(trace.ok());
    Appearance look(Appearance::Mode::Dark);
    ViewState state;
    state.setTrace(trace.value());
    TraceAnalyses analyses(trace.value());
    std::size_t compared = 0;
    for (const report::Answer& answer : report::answers()) {
        if (kDrawn.contains(answer.key)) {
            continue;
        }
        const std::string key(answer.key);
        const auto known = kViews.find(answer.key);
        const std::unique_ptr<TableView> view =
            known != kViews.end() ? known->second(look) : make<ReportView>(look);
        view->resize(1300, 700);
        view->setState(&state);
        if (auto* const tables = qobject_cast<ReportView*>(view.get())) {
            const auto at = std::ranges::find(tables->answers(), &answer);
            QVERIFY2(at != tables->answers().end(), key.c_str());
            tables->setAnswer(static_cast<int>(at - tables->answers().begin()));
        }
        view->show();
        QVERIFY2(QTest::qWaitFor([&] { return !view->busy(); }, kPatience), key.c_str());
        const auto made = answer.make(analyses, {answer.by.front(), state.part(), {}}, {});
        QVERIFY2(made.has_value(), key.c_str());
        const QStringList keys = sharedKeys(view->table(), *made);
        const Rows files = rowsOf(*made, keys);
        QVERIFY2(files.empty() || keys.size() >= 2, key.c_str());
        const Rows window = rowsOf(view->table(), keys);
        const auto [a, b] = std::ranges::mismatch(window, files);
        QVERIFY2(window == files,
                 qPrintable(QStringLiteral("%1: %2 rows of %3; %4 | %5 | %6")
                                .arg(QString::fromStdString(key))
                                .arg(window.size())
                                .arg(files.size())
                                .arg(keys.join(','), a == window.end() ? QString() : a->join(','),
                                     b == files.end() ? QString() : b->join(','))));
        compared += window.size();
        view->setState(nullptr);
    }
    QVERIFY(compared > 20);
}

int run_tst_answers_in_views(int argc, char** argv) {
    return lanes::test::runWithWidgets<AnswersInViewsTest>(argc, argv);
}
#include "tst_answers_in_views.moc"
