#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "app/window/page/SidePane.h"
#include "app/window/page/ViewDocks.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/StatusLine.h"
#include "app/window/parts/Tour.h"
#include "app/window/recording/CaptureDesk.h"
#include "tests/app/SpokenFixture.h"
#include "tests/app/capture/CaptureDialog.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/flame/FlameView.h"
#include "views/operators/OperatorsView.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/table/DataTable.h"
#include "views/shared/table/TableView.h"
#include "views/timeline/TimelineView.h"

#include <QAbstractItemView>
#include <QDockWidget>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QXmlStreamReader>
#include <QtTest>

#include <algorithm>
#include <memory>

using namespace lanes;
using lanes::test::shownChild;
using lanes::test::sliceNamed;
using lanes::test::smallTraining;

namespace {

bool hasHan(const QString& text) {
    return std::any_of(text.begin(), text.end(),
                       [](QChar c) { return c.unicode() >= 0x4e00 && c.unicode() < 0xa000; });
}

QString plain(QString text) {
    static const QRegularExpression kMark(QStringLiteral("\\(&.\\)|&"));
    return text.remove(kMark);
}

// What a text that is left from before the change would be: all texts of one language that the other says otherwise.
class Catalogue {
public:
    Catalogue() {
        QFile file(QStringLiteral(LANESCOPE_SOURCE_DIR "/resources/translations/lanescope_zh_CN.ts"));
        if (!file.open(QIODevice::ReadOnly)) {
            return;
        }
        QXmlStreamReader reader(&file);
        QString source;
        while (!reader.atEnd()) {
            reader.readNext();
            if (reader.isStartElement() && reader.name() == QLatin1String("source")) {
                source = plain(reader.readElementText());
            } else if (reader.isStartElement() && reader.name() == QLatin1String("translation")) {
                take(source, plain(reader.readElementText(QXmlStreamReader::IncludeChildElements)));
            }
        }
        for (const QString& same : same_) {
            english_.remove(same);
        }
    }
    [[nodiscard]] bool isEmpty() const { return english_.isEmpty(); }
    [[nodiscard]] bool isEnglish(const QString& text) const { return english_.contains(plain(text)); }

private:
    void take(const QString& source, const QString& translation) {
        (source == translation ? same_ : english_).insert(source);
    }

    QSet<QString> english_;
    QSet<QString> same_; // in some place: there it may stand
};

QStringList textsOf(const QWidget& window) {
    QStringList texts{window.windowTitle()};
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible()) {
            continue;
        }
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            texts << label->text();
        } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
            texts << button->text();
        } else if (const auto* field = qobject_cast<const QLineEdit*>(widget)) {
            texts << field->placeholderText();
        } else if (const auto* dock = qobject_cast<const QDockWidget*>(widget)) {
            texts << dock->windowTitle();
        }
        texts << widget->toolTip() << widget->accessibleName();
    }
    for (const QAction* action : window.findChildren<QAction*>()) {
        texts << action->text() << action->toolTip();
    }
    texts.removeAll(QString());
    return texts;
}

} // namespace

/// Another language, chosen in the settings, is spoken at once by all that is open, and nothing else changes.
class TestLanguageChange : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { fixture_.reset(); }

    void allThatIsOpenSpeaksIt();
    void everyViewSpeaksIt();
    void theListMayBeOpenedToChoose();
    void viewsStayWhereTheyAre();
    void viewsShowWhatTheyWereAskedFor();
    void detailsStayWhereTheyAre();
    void whatIsTypedIntoTheCaptureDialogStays();
    void itWaitsForADialogThatIsOpen();
    void itWaitsForWhatIsWritten();
    void whatABannerTellsStaysAndWhatItAsksGoes();
    void theTourGoesOn();

private:
    [[nodiscard]] MainWindow& window() const { return fixture_->window(); }
    [[nodiscard]] Settings& settings() const { return fixture_->settings; }
    DocumentPage* open(const char* name) const { return fixture_->open(name); }
    [[nodiscard]] QStringList leftInEnglish() const;

    Catalogue catalogue_;
    std::shared_ptr<const Trace> trace_;
    std::unique_ptr<test::SpokenFixture> fixture_;
};

void TestLanguageChange::initTestCase() {
    if (!test::SpokenFixture::hasTranslations()) {
        QSKIP("built without Qt's linguist tools: English alone");
    }
    QVERIFY(!catalogue_.isEmpty());
}

void TestLanguageChange::init() {
    trace_ = smallTraining();
    fixture_ = std::make_unique<test::SpokenFixture>(
        [this](const std::string&, const OpenOptions&) -> TraceResult { return trace_; });
    QVERIFY(fixture_->isActive());
}

QStringList TestLanguageChange::leftInEnglish() const {
    QStringList left;
    for (const QString& text : textsOf(window())) {
        if (catalogue_.isEnglish(text)) {
            left << text;
        }
    }
    return left;
}

void TestLanguageChange::allThatIsOpenSpeaksIt() {
    QVERIFY(open("a.lanes") != nullptr);
    DocumentPage* page = open("b.lanes");
    QVERIFY(page != nullptr);
    Document* const document = &page->document();
    ViewState& state = document->view();
    const SliceId chosen = sliceNamed(*document->trace(), "ampere_sgemm_128x64_nn");
    state.select(chosen);
    const TimeRange all = state.home();
    const TimeRange range{all.begin + all.length() / 8, all.begin + all.length() / 2};
    state.setVisible(range);
    window().panels().toggle(QStringLiteral("kernels")).trigger();
    window().showView(QStringLiteral("operators"));
    auto* before = qobject_cast<TableView*>(&page->view());
    QVERIFY(before != nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(before->table().visibleRows() > 2, kPatience);
    const QRect geometry = window().geometry();

    for (const bool chinese : {true, false}) {
        QVERIFY(fixture_->choose(chinese ? Qt::Key_Down : Qt::Key_Up));
        QCOMPARE(settings().language(), chinese ? QStringLiteral("zh_CN") : QStringLiteral("en"));
        QVERIFY(shownChild<SettingsSheet>(window()) != nullptr);
        QCOMPARE(window().pageCount(), 2);
        page = window().currentPage();
        QCOMPARE(&page->document(), document);
        QCOMPARE(QLatin1String(page->currentView().key), QLatin1String("operators"));
        QCOMPARE(state.selection(), chosen);
        QCOMPARE(state.visible(), range);
        QCOMPARE(window().geometry(), geometry);
        QVERIFY(window().panels().shownView(QStringLiteral("kernels")) != nullptr);
        QVERIFY(window().panels().shownView(QStringLiteral("memory")) == nullptr);
        auto* table = qobject_cast<TableView*>(&page->view());
        QVERIFY(table != nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(table->table().visibleRows() > 2, kPatience);
        for (const QAction* menu : window().findChild<QMenuBar*>()->actions()) {
            QVERIFY2(hasHan(menu->text()) == chinese, qPrintable(menu->text()));
        }
        QVERIFY2(hasHan(table->table().columns().front().title) == chinese,
                 qPrintable(table->table().columns().front().title));
        QVERIFY2(hasHan(window().side().asText()) == chinese, qPrintable(window().side().asText()));
        if (chinese) {
            QVERIFY2(leftInEnglish().isEmpty(), qPrintable(leftInEnglish().join('\n')));
        }
        for (const QString& text : textsOf(window())) {
            // the names of languages are in those languages
            QVERIFY2(chinese || !hasHan(text) || text == QStringLiteral("简体中文"), qPrintable(text));
        }
        const QString pictures = qEnvironmentVariable("LANESCOPE_PICTURES");
        if (!pictures.isEmpty()) {
            window().grab().save(pictures + (chinese ? "/chinese.png" : "/english.png"));
        }
    }
    fixture_->leaveSettings();
    QVERIFY(page->view().isAncestorOf(QApplication::focusWidget()) ||
            &page->view() == QApplication::focusWidget());
}

void TestLanguageChange::everyViewSpeaksIt() {
    QVERIFY(open("a.lanes") != nullptr);
    for (const ViewSpec& view : viewSpecs()) { // all are made before the language changes
        window().showView(QLatin1String(view.key));
    }
    QVERIFY(leftInEnglish().size() > 100); // what the walk would find
    QVERIFY(fixture_->choose(Qt::Key_Down));
    fixture_->leaveSettings();
    for (const ViewSpec& view : viewSpecs()) {
        window().showView(QLatin1String(view.key));
        SessionView& shown = window().currentPage()->view();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.busy(), kPatience);
        QVERIFY2(leftInEnglish().isEmpty(),
                 qPrintable(QLatin1String(view.key) + ": " + leftInEnglish().join('\n')));
    }
}

void TestLanguageChange::theListMayBeOpenedToChoose() {
    QVERIFY(open("a.lanes") != nullptr);
    QComboBox* languages = fixture_->goToLanguages();
    QVERIFY(languages != nullptr);
    QTest::keyClick(languages, Qt::Key_F4);
    QTRY_VERIFY_WITH_TIMEOUT(languages->view()->isVisible(), kPatience);
    QSignalSpy anew(fixture_->spoken.get(), &SpokenWindow::madeAnew);
    QTest::keyClick(languages->view(), Qt::Key_Down);
    QTest::keyClick(languages->view(), Qt::Key_Return);
    QVERIFY(anew.wait(kPatience));
    QCOMPARE(settings().language(), QStringLiteral("zh_CN"));
    QVERIFY(hasHan(window().findChild<QMenuBar*>()->actions().front()->text()));
}

void TestLanguageChange::viewsStayWhereTheyAre() {
    trace_ = test::generatedTrace(20'000);
    window().resize(1024, 640);
    DocumentPage* page = open("a.lanes");
    QVERIFY(page != nullptr);
    const auto timeline = [this]() -> TimelineCanvas& {
        return static_cast<TimelineView&>(window().currentPage()->view()).canvas();
    };
    const auto table = [](const QWidget* view) -> DataTable& {
        return qobject_cast<const TableView*>(view)->table();
    };
    QTRY_VERIFY_WITH_TIMEOUT(timeline().isUpToDate() && timeline().list() != nullptr, kPatience);
    timeline().scene().setScroll(120);
    const int rows = timeline().scroll();
    QVERIFY(rows > 0);
    window().panels().toggle(QStringLiteral("kernels")).trigger();
    const auto panel = [this] { return window().panels().shownView(QStringLiteral("kernels")); };
    QTRY_VERIFY_WITH_TIMEOUT(table(panel()).visibleRows() > 40, kPatience);
    table(panel()).setCurrent(table(panel()).rowAt(30));
    const std::uint32_t inPanel = table(panel()).current();
    const int panelAt = table(panel()).verticalScrollBar()->value();
    QVERIFY(panelAt > 0);
    window().showView(QStringLiteral("operators"));
    QTRY_VERIFY_WITH_TIMEOUT(table(&page->view()).visibleRows() > 100, kPatience);
    table(&page->view()).setCurrent(table(&page->view()).rowAt(80));
    table(&page->view())
        .verticalScrollBar()
        ->setValue(table(&page->view()).verticalScrollBar()->maximum() / 2);
    const std::uint32_t current = table(&page->view()).current();
    const int at = table(&page->view()).verticalScrollBar()->value();
    QVERIFY(at > 0);

    QVERIFY(fixture_->choose(Qt::Key_Down));
    page = window().currentPage();
    QTRY_COMPARE_WITH_TIMEOUT(table(&page->view()).current(), current, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(table(&page->view()).verticalScrollBar()->value(), at, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(table(panel()).current(), inPanel, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(table(panel()).verticalScrollBar()->value(), panelAt, kPatience);
    fixture_->leaveSettings();
    window().showView(kTimelineView);
    QTRY_COMPARE_WITH_TIMEOUT(timeline().scroll(), rows, kPatience);
}

void TestLanguageChange::viewsShowWhatTheyWereAskedFor() {
    DocumentPage* page = open("a.lanes");
    QVERIFY(page != nullptr);
    const auto flame = [this]() -> FlameView& {
        return static_cast<FlameView&>(window().currentPage()->view());
    };
    const auto boxes = [&flame] {
        QStringList names;
        for (int i = 0; i < static_cast<int>(flame().canvas().bars().size()); ++i) {
            names << flame().canvas().tipOf(i).section(QLatin1Char('\n'), 0, 0);
        }
        return names;
    };
    window().showView(QStringLiteral("flame"));
    flame().setWeight(FlameWeight::CpuTime);
    QTRY_VERIFY_WITH_TIMEOUT(!flame().busy() && boxes().size() > 2, kPatience);
    const QStringList all = boxes();
    QTest::mouseClick(&flame().canvas(), Qt::LeftButton, {},
                      flame().canvas().boxOf(static_cast<int>(all.size()) - 1).center().toPoint());
    const QStringList zoomed = boxes();
    QVERIFY(zoomed != all);

    const auto operators = [this]() -> OperatorsView& {
        return static_cast<OperatorsView&>(window().currentPage()->view());
    };
    const auto rows = [&operators] {
        QStringList names;
        for (int i = 0; i < operators().table().visibleRows(); ++i) {
            names << operators().table().cellText(i, 0);
        }
        return names;
    };
    window().showView(QStringLiteral("operators"));
    operators().grouping().setCurrent(static_cast<int>(OperatorGroup::Tree));
    Q_EMIT operators().grouping().chosen(static_cast<int>(OperatorGroup::Tree));
    QTRY_VERIFY_WITH_TIMEOUT(!operators().busy() && !rows().isEmpty(), kPatience);
    const qsizetype before = rows().size();
    QTest::keyClick(&operators().table(), Qt::Key_Home);
    QTest::keyClick(&operators().table(), Qt::Key_Space);
    QVERIFY(rows().size() != before);
    operators().table().sortBy(operators().table().sortedColumn(), false);
    const QStringList asked = rows();
    const int column = operators().table().sortedColumn();

    QVERIFY(fixture_->choose(Qt::Key_Down));
    QTRY_COMPARE_WITH_TIMEOUT(rows(), asked, kPatience);
    QCOMPARE(operators().grouping().current(), static_cast<int>(OperatorGroup::Tree));
    QCOMPARE(operators().table().sortedColumn(), column);
    QVERIFY(!operators().table().sortedDescending());
    fixture_->leaveSettings();
    window().showView(QStringLiteral("flame"));
    QTRY_COMPARE_WITH_TIMEOUT(boxes(), zoomed, kPatience);
    QTest::keyClick(&flame().canvas(), Qt::Key_Backspace); // the way back is there, too
    QCOMPARE(boxes(), all);
}

void TestLanguageChange::detailsStayWhereTheyAre() {
    window().resize(1024, 640);
    DocumentPage* page = open("a.lanes");
    QVERIFY(page != nullptr);
    page->document().view().select(sliceNamed(*trace_, "ampere_sgemm_128x64_nn"));
    const auto bar = [this] { return window().details().findChild<QScrollArea*>()->verticalScrollBar(); };
    QTRY_VERIFY_WITH_TIMEOUT(bar()->maximum() > 60, kPatience);
    bar()->setValue(60);
    QVERIFY(fixture_->choose(Qt::Key_Down));
    QTRY_COMPARE_WITH_TIMEOUT(bar()->value(), 60, kPatience);
    fixture_->leaveSettings();
    window().currentPage()->document().view().select(
        sliceNamed(*trace_, "aten::mm")); // which is read from its top
    QTRY_VERIFY_WITH_TIMEOUT(window().details().content() &&
                                 window().details().content()->slice == sliceNamed(*trace_, "aten::mm"),
                             kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(bar()->value(), 0, kPatience);
}

// The settings cannot be opened over it; what was typed before it was closed is there when it is opened again.
void TestLanguageChange::whatIsTypedIntoTheCaptureDialogStays() {
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    test::CaptureDialog(window()).type("command", QStringLiteral("python3 half.py"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Comma, Qt::ControlModifier);
    QVERIFY(shownChild<SettingsSheet>(window()) == nullptr);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(shownChild<CaptureSheet>(window()) == nullptr);
    QVERIFY(fixture_->choose(Qt::Key_Down));
    fixture_->leaveSettings();
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(test::CaptureDialog(window()).field("command").edit().text(), QStringLiteral("python3 half.py"));
}

// It comes late where a file was being written when it was chosen: then other things may be open.
void TestLanguageChange::itWaitsForADialogThatIsOpen() {
    QVERIFY(open("a.lanes") != nullptr);
    const MainWindow* before = &window();
    QTest::keyClick(&window(), Qt::Key_R, Qt::ControlModifier);
    QVERIFY(shownChild<CaptureSheet>(window()) != nullptr);
    QSignalSpy anew(fixture_->spoken.get(), &SpokenWindow::madeAnew);
    settings().setLanguage(QStringLiteral("zh_CN"));
    QCoreApplication::processEvents();
    QVERIFY(anew.isEmpty());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(anew.count(), 1, kPatience);
    QVERIFY(&window() != before);
    QVERIFY(shownChild<SettingsSheet>(window()) == nullptr); // which were not open

    window().actions()[ActionId::SaveAs]->trigger();
    auto* dialog = window().findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(QTest::qWaitForWindowExposed(dialog, kPatience));
    settings().setLanguage(QStringLiteral("en"));
    QCoreApplication::processEvents();
    QCOMPARE(anew.count(), 1);
    dialog->reject();
    QTRY_COMPARE_WITH_TIMEOUT(anew.count(), 2, kPatience);
}

void TestLanguageChange::itWaitsForWhatIsWritten() {
    trace_ = test::generatedTrace(300'000);
    QVERIFY(open("a.lanes") != nullptr);
    window().actions()[ActionId::Export]->trigger();
    auto* dialog = window().findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    QVERIFY(QTest::qWaitForWindowExposed(dialog, kPatience));
    const QString path = fixture_->folder.filePath(QStringLiteral("all.json.gz"));
    dialog->findChild<QLineEdit*>()->setText(path);
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(!window().actions()[ActionId::Export]->isEnabled(), kPatience);
    window().activateWindow(); // the platform of tests does not, when a dialog goes
    QVERIFY(fixture_->isActive());
    QComboBox* languages = fixture_->goToLanguages();
    QVERIFY(languages != nullptr);
    QSignalSpy anew(fixture_->spoken.get(), &SpokenWindow::madeAnew);
    QTest::keyClick(languages, Qt::Key_Down);
    QVERIFY2(!QFile::exists(path), "it was written sooner than a key was pressed: a larger trace is needed");
    QTRY_COMPARE_WITH_TIMEOUT(anew.count(), 1, kPatience);
    const auto written = openTrace(path.toStdString());
    QVERIFY(written.ok());
    QCOMPARE(written.value()->sliceCount(), trace_->sliceCount());
}

void TestLanguageChange::whatABannerTellsStaysAndWhatItAsksGoes() {
    const auto banner = [this]() -> Banner& {
        return *window().centralWidget()->findChild<Banner*>({}, Qt::FindDirectChildrenOnly);
    };
    banner().say(Banner::Tone::Warning, QStringLiteral("The program ended with 3."));
    QVERIFY(fixture_->choose(Qt::Key_Down));
    QVERIFY(banner().isVisible());
    QCOMPARE(banner().text(), QStringLiteral("The program ended with 3."));
    banner().say(Banner::Tone::Warning, QStringLiteral("Kill it?"), QStringLiteral("Kill"), [] {});
    QVERIFY(fixture_->choose(Qt::Key_Up));
    QVERIFY(!banner().isVisible());
}

void TestLanguageChange::theTourGoesOn() {
    QVERIFY(open("a.lanes") != nullptr);
    window().actions()[ActionId::Tour]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<Tour>(window()) != nullptr, kPatience);
    QVERIFY(fixture_->choose(Qt::Key_Down));
    fixture_->leaveSettings();
    QTRY_VERIFY_WITH_TIMEOUT(shownChild<Tour>(window()) != nullptr, kPatience);
    QVERIFY2(hasHan(shownChild<Tour>(window())->accessibleName()),
             qPrintable(shownChild<Tour>(window())->accessibleName()));
}

int run_tst_language_change(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestLanguageChange>(argc, argv);
}
#include "tst_language_change.moc"
