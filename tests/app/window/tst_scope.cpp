// What the figures of a session are of: its steady steps, or all of it.
#include "app/window/commands/Actions.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/page/ScopeSwitch.h"
#include "tests/app/ShownWidgets.h"
#include "tests/app/WindowFixture.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/overview/OverviewView.h"
#include "views/overview/StepChart.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"

#include <QFile>
#include <QtTest>

#include <memory>
#include <optional>

using namespace lanes;
using lanes::test::shownChild;

class TestScope : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup() { fixture_.reset(); }
    void figuresAreOfTheSteadySteps();
    void theChoiceIsRemembered();
    void aBrushComesFirst();
    void aSessionWithoutStepsHasNoSwitch();
    void theSwitchOfARealTraining();
    void undoIsOfferedOnlyWhereThereIsSomething();

private:
    [[nodiscard]] ViewState& open(const QString& path);
    [[nodiscard]] QString file(const char* name, const QByteArray& bytes) const;
    [[nodiscard]] ScopeSwitch& scope() const { return *shownChild<ScopeSwitch>(*window_); }
    void choose(bool whole) const {
        ScopeSwitch& control = scope();
        QTest::mouseClick(&control, Qt::LeftButton, {},
                          {whole ? control.width() - 10 : 10, control.height() / 2});
    }
    // The operators' view lists this one; nothing while it is not there.
    [[nodiscard]] std::optional<bool> lists(const QString& name) const {
        window_->showView(QStringLiteral("operators"));
        auto* view = qobject_cast<TableView*>(&window_->currentPage()->view());
        const auto model = view != nullptr && !view->busy() ? view->table().model() : nullptr;
        if (model == nullptr) {
            return std::nullopt;
        }
        bool has = false;
        for (std::uint32_t row = 0; row < model->rows(); ++row) {
            has = has || model->exact(row, 0) == name;
        }
        return has;
    }

    std::unique_ptr<test::WindowFixture> fixture_;
    MainWindow* window_ = nullptr;
};

namespace {

const QString kImported = QStringLiteral("aten::empty");

// A second of imports, a slow first step, and nineteen that take a millisecond.
QByteArray training() {
    QByteArray events = R"([{"ph":"X","cat":"cpu_op","name":"aten::empty","pid":1,"tid":1,"ts":0,"dur":100})";
    const auto add = [&](const QByteArray& category, const QByteArray& name, int begin, int length) {
        events += R"(,{"ph":"X","cat":")" + category + R"(","name":")" + name + R"(","pid":1,"tid":1,"ts":)" +
                  QByteArray::number(begin) + R"(,"dur":)" + QByteArray::number(length) + "}";
    };
    add("user_annotation", "ProfilerStep#1", 1'000'000, 90'000);
    add("cpu_op", "aten::convolution", 1'000'000, 80'000);
    for (int step = 2; step <= 20; ++step) {
        const int begin = 1'090'000 + step * 1'000;
        add("user_annotation", "ProfilerStep#" + QByteArray::number(step), begin, 990);
        add("cpu_op", "aten::mm", begin, 900);
    }
    return events + "]";
}

} // namespace

void TestScope::init() {
    fixture_ = std::make_unique<test::WindowFixture>(openTrace);
    window_ = fixture_->window.get();
    QVERIFY(fixture_->isShown());
}

QString TestScope::file(const char* name, const QByteArray& bytes) const {
    QFile out(fixture_->folder.filePath(QLatin1String(name)));
    return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() ? out.fileName() : QString();
}

ViewState& TestScope::open(const QString& path) {
    DocumentPage* page = window_->openFile(path);
    (void)QTest::qWaitFor([page] { return page->document().state() == Document::State::Ready; }, kPatience);
    return page->document().view();
}

void TestScope::figuresAreOfTheSteadySteps() {
    ViewState& state = open(file("train.json", training()));
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<ScopeSwitch>(*window_) != nullptr, kPatience);
    QCOMPARE(scope().accessibleName(), QStringLiteral("Steps 2–20"));
    QTRY_COMPARE_WITH_TIMEOUT(lists(QStringLiteral("aten::mm")), true, kPatience);
    QCOMPARE(lists(kImported), false);
    window_->showView(QStringLiteral("overview"));
    auto* overview = qobject_cast<OverviewView*>(&window_->currentPage()->view());
    QTRY_COMPARE_WITH_TIMEOUT(overview->numbers().steps.count, std::size_t(19), kPatience);

    choose(true);
    QCOMPARE(scope().accessibleName(), QStringLiteral("Whole session"));
    QTRY_COMPARE_WITH_TIMEOUT(overview->numbers().steps.count, std::size_t(20), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(lists(kImported), true, kPatience);
    QVERIFY(!state.part());

    QAction* action = window_->actions()[ActionId::SteadySteps];
    QVERIFY(action->isEnabled() && !action->isChecked());
    QTest::keyClick(window_->focusWidget(), Qt::Key_S, Qt::AltModifier);
    QTRY_COMPARE_WITH_TIMEOUT(lists(kImported), false, kPatience);
    QVERIFY(action->isChecked());
    QCOMPARE(state.focus(), state.steady()->range);
}

void TestScope::theChoiceIsRemembered() {
    const QString path = file("train.json", training());
    ViewState& state = open(path);
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<ScopeSwitch>(*window_) != nullptr, kPatience);
    choose(true);
    state.choices().finish();
    window_->closePage(0);
    ViewState& again = open(path);
    QTRY_VERIFY_WITH_TIMEOUT(again.steady(), kPatience);
    QVERIFY(!again.part());
    QCOMPARE(scope().current(), 1);
}

void TestScope::aBrushComesFirst() {
    ViewState& state = open(file("train.json", training()));
    QTRY_VERIFY_WITH_TIMEOUT(state.steady(), kPatience);
    const TimeRange first{state.steady()->range.begin - 91'000'000, state.steady()->range.begin - 1'000'000};
    state.setBrush(first);
    QCOMPARE(state.part(), std::optional(first));
    QCOMPARE(scope().current(), -1);
    choose(false);
    QVERIFY(!state.brush());
    QCOMPARE(state.part(), std::optional(state.steady()->range));
    QCOMPARE(scope().current(), 0);
}

void TestScope::aSessionWithoutStepsHasNoSwitch() {
    ViewState& state = open(file(
        "plain.json", R"([{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":0,"dur":9}])"));
    QTRY_COMPARE_WITH_TIMEOUT(lists(QStringLiteral("aten::mm")), true, kPatience);
    QVERIFY(shownChild<ScopeSwitch>(*window_) == nullptr);
    QVERIFY(!state.part());
    QVERIFY(!window_->actions()[ActionId::SteadySteps]->isEnabled());
}

// The figures that ../shared/steady has of it.
void TestScope::theSwitchOfARealTraining() {
    const QString path = QStringLiteral(LANESCOPE_SOURCE_DIR "/../shared/device/resnet4.lanes");
    if (!QFile::exists(path)) {
        QSKIP("the device sessions are not here");
    }
    (void)open(path);
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<ScopeSwitch>(*window_) != nullptr, kPatience);
    QCOMPARE(scope().accessibleName(), QStringLiteral("Steps 2–20"));
    window_->showView(QStringLiteral("overview"));
    auto* overview = qobject_cast<OverviewView*>(&window_->currentPage()->view());
    QTRY_COMPARE_WITH_TIMEOUT(overview->numbers().steps.count, std::size_t(19), kPatience);
    const StepChart& chart = *shownChild<StepChart>(*overview);
    const QString slowest = chart.textOf(chart.current());
    QVERIFY2(slowest.contains(QStringLiteral("Data loading")), qPrintable(slowest));
}

void TestScope::undoIsOfferedOnlyWhereThereIsSomething() {
    ViewState& state = open(file("train.json", training()));
    const QAction* undo = window_->actions()[ActionId::Undo];
    const QAction* redo = window_->actions()[ActionId::Redo];
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    state.marks().add(TimeRange{1'000, 1'000});
    QVERIFY(undo->isEnabled() && !redo->isEnabled());
    QTest::keyClick(window_->focusWidget(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(state.marks().own().empty());
    QVERIFY(!undo->isEnabled() && redo->isEnabled());
}

int run_tst_scope(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestScope>(argc, argv);
}
#include "tst_scope.moc"
