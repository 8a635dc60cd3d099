// Saving and exporting as a user does: the menu, the dialog, and what stands in the folder afterwards.
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/StatusLine.h"
#include "model/io/OpenTrace.h"
#include "resources/Fonts.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/FullDisk.h"
#include "tests/support/Patience.h"
#include "tests/support/RichTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/operators/OperatorsView.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/table/DataTable.h"
#include "views/timeline/canvas/TimelineCanvas.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lanes;
using namespace lanes::test;

namespace {

// To root every folder is open: another user stands in for it.
class Nobody {
public:
    Nobody()
        : wasRoot_(geteuid() == 0 && seteuid(65534) == 0) {}
    ~Nobody() {
        if (wasRoot_ && seteuid(0) != 0) {
            qFatal("cannot be root again");
        }
    }
    Nobody(const Nobody&) = delete;
    Nobody& operator=(const Nobody&) = delete;

private:
    bool wasRoot_;
};

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

void put(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

} // namespace

class TestSave : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void savesUnderAnotherNameAndOpensThat();
    void exportsWhatTheEndingSays_data();
    void exportsWhatTheEndingSays();
    void offersATableOnlyWhereOneIsShown();
    void exportsTheBrushedRangeAlone();
    void printsTheViewThatIsInFront();
    void theNameFollowsTheKindOfFile();
    void aNameWithoutAnEndingGetsOne();
    void asksBeforeItReplaces();
    void neverReplacesWhatIsOpen();
    void saysWhatAFullDiskNeeds();
    void saysThatAFolderIsNotThere();
    void saysThatAFolderMayNotBeWrittenTo();
    void cancelLeavesWhatWasThere();
    void closingAsksFirst();
    void aPartThatWasReadIsNotSaved();

private:
    DocumentPage* open(std::shared_ptr<const Trace> trace);
    QFileDialog* ask(ActionId id);
    void type(QFileDialog& dialog, const QString& name);
    void save(ActionId id, const QString& name);
    [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }
    [[nodiscard]] QStringList names() const { return QDir(folder_->path()).entryList(QDir::Files); }
    [[nodiscard]] Banner* banner() const;
    [[nodiscard]] QString said() const; // in the banner

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<QTemporaryDir> home_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
    TraceLoader loader_;
};

void TestSave::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    addBakedFonts();
}

void TestSave::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    home_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(home_->filePath("settings.ini"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [this](const std::string& path, const OpenOptions& options) { return loader_(path, options); });
    window_->resize(1440, 900);
    window_->show();
    QVERIFY(QTest::qWaitForWindowExposed(window_.get(), kPatience));
}

void TestSave::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

DocumentPage* TestSave::open(std::shared_ptr<const Trace> trace) {
    loader_ = [trace](const std::string&, const OpenOptions&) -> TraceResult { return trace; };
    DocumentPage* page = window_->openFile(path("training.json.gz"));
    return QTest::qWaitFor([page] { return page->document().state() == Document::State::Ready; }, kPatience)
               ? page
               : nullptr;
}

QFileDialog* TestSave::ask(ActionId id) {
    QAction* action = window_->actions()[id];
    if (!QTest::qWaitFor([action] { return action->isEnabled(); },
                         kPatience)) { // the last one may just be ending
        return nullptr;
    }
    action->trigger();
    auto* dialog = window_->findChild<QFileDialog*>();
    return dialog != nullptr && QTest::qWaitForWindowExposed(dialog, kPatience) ? dialog : nullptr;
}

void TestSave::type(QFileDialog& dialog, const QString& name) {
    auto* field = dialog.findChild<QLineEdit*>();
    field->setText(name); // typed letters would have its list of suggestions take the Return
    QTest::keyClick(field, Qt::Key_Return);
}

void TestSave::save(ActionId id, const QString& name) {
    QFileDialog* dialog = ask(id);
    QVERIFY(dialog);
    type(*dialog, path(name));
}

Banner* TestSave::banner() const {
    return shownChild<Banner>(*window_);
}

QString TestSave::said() const {
    return banner() != nullptr ? banner()->text() : QString();
}

void TestSave::savesUnderAnotherNameAndOpensThat() {
    QVERIFY(!window_->actions()[ActionId::SaveAs]->isEnabled());
    QVERIFY(open(smallTraining()));
    QTest::keyClick(window_.get(), Qt::Key_S, Qt::ControlModifier);
    auto* dialog = window_->findChild<QFileDialog*>();
    QVERIFY(dialog);
    QVERIFY(QTest::qWaitForWindowActive(dialog, kPatience));
    QCOMPARE(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("training.lanes"));
    auto* button = buttonWith(*dialog, "&Save");
    QVERIFY(button);
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
    QCOMPARE(dialog->directory().absolutePath(), folder_->path());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(said(), "Saved " + path("training.lanes"), kPatience);
    QCOMPARE(names(), QStringList{"training.lanes"});
    const auto back = openTrace(path("training.lanes").toStdString());
    QVERIFY(back.ok());
    QCOMPARE(back.value()->sliceCount(), smallTraining()->sliceCount());
    QVERIFY(back.value()->info().complete);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*banner(), "Open"), kPatience);
    QTest::mouseClick(buttonWith(*banner(), "Open"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(window_->pageCount(), 2, kPatience);
    QCOMPARE(window_->currentPage()->document().path(), path("training.lanes"));
}

void TestSave::exportsWhatTheEndingSays_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("start");
    QTest::newRow("session") << "a.lanes" << QByteArray("\x89LANES");
    QTest::newRow("chrome") << "a.json" << QByteArray("{\"");
    QTest::newRow("packed") << "a.json.gz" << QByteArray("\x1f\x8b");
    QTest::newRow("svg") << "a.svg" << QByteArray("<svg ");
    QTest::newRow("pdf") << "a.pdf" << QByteArray("%PDF");
    QTest::newRow("png") << "a.png" << QByteArray("\x89PNG");
}

void TestSave::exportsWhatTheEndingSays() {
    QFETCH(QString, name);
    QFETCH(QByteArray, start);
    DocumentPage* page = open(smallTraining());
    QVERIFY(page);
    QTRY_VERIFY_WITH_TIMEOUT(!page->view().busy(), kPatience);
    const auto* timeline = page->findChild<TimelineCanvas*>();
    QVERIFY(timeline);
    QTRY_VERIFY_WITH_TIMEOUT(!timeline->svg().isEmpty(),
                             kPatience); // its first picture comes from its own thread
    save(ActionId::Export, name);
    QTRY_VERIFY_WITH_TIMEOUT(
        window_->actions()[ActionId::Export]->isEnabled() && names() == QStringList{name}, kPatience);
    QCOMPARE(contents(path(name)).left(start.size()), start);
    if (!name.endsWith(".svg") && !name.endsWith(".png") && !name.endsWith(".pdf")) {
        const auto back = openTrace(path(name).toStdString());
        QVERIFY(back.ok());
        QCOMPARE(back.value()->sliceCount(), smallTraining()->sliceCount());
    }
}

void TestSave::offersATableOnlyWhereOneIsShown() {
    DocumentPage* page = open(smallTraining());
    QVERIFY(page);
    QFileDialog* dialog = ask(ActionId::Export);
    QVERIFY(dialog);
    QVERIFY(!dialog->nameFilters().join(' ').contains("csv"));
    QVERIFY(dialog->nameFilters().join(' ').contains("svg"));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
    window_->showView("operators");
    auto* view = qobject_cast<OperatorsView*>(&page->view());
    QVERIFY(view);
    QTRY_VERIFY_WITH_TIMEOUT(!view->busy() && view->table().visibleRows() > 0, kPatience);
    save(ActionId::Export, "table.csv");
    QTRY_VERIFY_WITH_TIMEOUT(names() == QStringList{"table.csv"}, kPatience);
    const QList<QByteArray> lines = contents(path("table.csv")).split('\n');
    QCOMPARE(lines.size(), view->table().visibleRows() + 2); // the keys, and the end of the last
    QCOMPARE(lines.front().count(','), qsizetype(view->table().columns().size()) - 1);
}

void TestSave::exportsTheBrushedRangeAlone() {
    DocumentPage* page = open(smallTraining());
    QVERIFY(page);
    window_->actions()[ActionId::ExportRange]->trigger();
    QVERIFY(window_->findChild<QFileDialog*>() == nullptr); // it says what is to be done first
    QVERIFY(window_->findChild<StatusLine*>()->selectionText().contains("Brush"));
    const TimeRange span = page->document().trace()->span();
    const TimeRange range{span.begin + span.length() / 4, span.begin + span.length() / 2};
    page->document().view().setBrush(range);
    for (const QString& name : {QStringLiteral("part.lanes"), QStringLiteral("part.json.gz")}) {
        save(ActionId::ExportRange, name);
        QTRY_VERIFY_WITH_TIMEOUT(
            window_->actions()[ActionId::ExportRange]->isEnabled() && names().contains(name), kPatience);
        const auto back = openTrace(path(name).toStdString());
        QVERIFY(back.ok());
        QVERIFY(back.value()->sliceCount() > 0);
        QVERIFY(back.value()->sliceCount() < page->document().trace()->sliceCount());
        QVERIFY(back.value()->span().begin >= range.begin - 1 && back.value()->span().end <= range.end + 1);
    }
    save(ActionId::Export, "all.lanes"); // which goes on writing everything
    QTRY_VERIFY_WITH_TIMEOUT(names().contains("all.lanes"), kPatience);
    const auto all = openTrace(path("all.lanes").toStdString());
    QVERIFY(all.ok());
    QCOMPARE(all.value()->sliceCount(), page->document().trace()->sliceCount());
}

void TestSave::printsTheViewThatIsInFront() {
    QVERIFY(!window_->actions()[ActionId::Print]->isEnabled()); // there is nothing yet
    DocumentPage* page = open(smallTraining());
    QVERIFY(page);
    QStringList written;
    for (const char* view : {"timeline", "operators", "flame", "overview"}) {
        window_->showView(view);
        QTRY_VERIFY_WITH_TIMEOUT(!page->view().busy(), kPatience);
        const auto* timeline = page->view().findChild<TimelineCanvas*>();
        QTRY_VERIFY_WITH_TIMEOUT(timeline == nullptr || timeline->isUpToDate(), kPatience);
        QFileDialog* dialog = ask(ActionId::Print);
        QVERIFY(dialog);
        QCOMPARE(dialog->nameFilters().size(), 1);
        QCOMPARE(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("training.pdf"));
        written << QLatin1String(view) + ".pdf";
        written.sort();
        type(*dialog, path(QLatin1String(view) + ".pdf"));
        QTRY_COMPARE_WITH_TIMEOUT(names(), written, kPatience);
        const QByteArray pdf = contents(path(QLatin1String(view) + ".pdf"));
        QVERIFY(pdf.startsWith("%PDF"));
        // shapes and texts, which stay sharp; no picture of them
        QVERIFY2(!QLatin1String(view).startsWith(QLatin1String("t")) || !pdf.contains("/Subtype /Image"),
                 view);
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
    }
}

void TestSave::theNameFollowsTheKindOfFile() {
    QVERIFY(open(smallTraining()));
    QFileDialog* dialog = ask(ActionId::Export);
    QVERIFY(dialog);
    auto* kinds = dialog->findChild<QComboBox*>("fileTypeCombo");
    QVERIFY(kinds);
    kinds->setFocus();
    QTest::keyClick(kinds, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("training.json.gz"),
                              kPatience);
    QTest::keyClick(kinds, Qt::Key_Down);
    QTRY_COMPARE_WITH_TIMEOUT(dialog->findChild<QLineEdit*>()->text(), QStringLiteral("training.json"),
                              kPatience);
}

void TestSave::aNameWithoutAnEndingGetsOne() {
    QVERIFY(open(smallTraining()));
    save(ActionId::SaveAs, "plain");
    QTRY_COMPARE_WITH_TIMEOUT(names(), QStringList{"plain.lanes"}, kPatience);
    save(ActionId::SaveAs, "run.v2");
    QTRY_COMPARE_WITH_TIMEOUT(names(), (QStringList{"plain.lanes", "run.v2.lanes"}), kPatience);
    put(path("run.v3.lanes"), "precious");
    save(ActionId::SaveAs, "run.v3"); // which the dialog takes for a name that is free
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("run.v3.lanes is there already"), qPrintable(said()),
                              kPatience);
    QCOMPARE(contents(path("run.v3.lanes")), QByteArray("precious"));
}

void TestSave::asksBeforeItReplaces() {
    QVERIFY(open(smallTraining()));
    put(path("there.lanes"), "precious");
    for (const bool yes : {false, true}) {
        QFileDialog* dialog = ask(ActionId::SaveAs);
        QVERIFY(dialog);
        bool asked = false;
        QTimer answer;
        answer.setInterval(10);
        connect(&answer, &QTimer::timeout, this, [&] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
                asked = true;
                answer.stop();
                QTest::mouseClick(box->button(yes ? QMessageBox::Yes : QMessageBox::No), Qt::LeftButton);
            }
        });
        answer.start();
        type(*dialog, path("there.lanes"));
        QVERIFY(asked);
        if (!yes) {
            QCOMPARE(contents(path("there.lanes")), QByteArray("precious"));
            QTest::keyClick(dialog, Qt::Key_Escape);
            QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
        }
    }
    QTRY_COMPARE_WITH_TIMEOUT(said(), "Saved " + path("there.lanes"), kPatience);
    QVERIFY(openTrace(path("there.lanes").toStdString()).ok());
    QCOMPARE(names(), QStringList{"there.lanes"});
}

void TestSave::neverReplacesWhatIsOpen() {
    DocumentPage* page = open(smallTraining());
    QVERIFY(page);
    put(path("training.json.gz"), "the source");
    QVERIFY(QFile::link("training.json.gz", path("link.json.gz")));
    for (const char* name : {"training.json.gz", "link.json.gz"}) {
        QFileDialog* dialog = ask(ActionId::Export);
        QVERIFY(dialog);
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        type(*dialog, path(name));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("is open here; choose another name"), qPrintable(said()),
                                  kPatience);
        QCOMPARE(contents(path("training.json.gz")), QByteArray("the source"));
        banner()->hide();
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
    }
}

void TestSave::saysWhatAFullDiskNeeds() {
    QVERIFY(open(richTrace(20'000)));
    for (const char* name : {"a.lanes", "a.json", "a.json.gz", "a.png"}) {
        put(path(name), "before");
        QFileDialog* dialog = ask(ActionId::Export);
        QVERIFY(dialog);
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        const FullDisk full(2'000);
        type(*dialog, path(name));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("File too large") && said().contains("ree some room"),
                                  qPrintable(said()), kPatience);
        QVERIFY2(said().contains(path(name)), qPrintable(said()));
        QCOMPARE(contents(path(name)), QByteArray("before"));
        banner()->hide();
        QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
    }
    QCOMPARE(names(), (QStringList{"a.json", "a.json.gz", "a.lanes", "a.png"}));
}

void TestSave::saysThatAFolderIsNotThere() {
    QVERIFY(open(smallTraining()));
    save(ActionId::SaveAs, "nowhere/a.lanes");
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("choose a folder that is there"), qPrintable(said()),
                              kPatience);
    QVERIFY(names().isEmpty());
}

void TestSave::saysThatAFolderMayNotBeWrittenTo() {
    QVERIFY(open(smallTraining()));
    QVERIFY(QDir(folder_->path()).mkdir("closed"));
    QVERIFY(QFile::setPermissions(path("closed"), QFileDevice::ReadOwner | QFileDevice::ExeOwner));
    QFileDialog* dialog = ask(ActionId::SaveAs);
    QVERIFY(dialog);
    {
        const Nobody nobody;
        type(*dialog, path("closed/a.lanes"));
        QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Permission denied; choose a folder that you may write to"),
                                  qPrintable(said()), kPatience);
    }
    QVERIFY(QDir(path("closed")).isEmpty());
}

void TestSave::cancelLeavesWhatWasThere() {
    QVERIFY(open(richTrace(1'000'000)));
    put(path("a.json.gz"), "before");
    QFileDialog* dialog = ask(ActionId::Export);
    QVERIFY(dialog);
    dialog->setOption(QFileDialog::DontConfirmOverwrite);
    type(*dialog, path("a.json.gz"));
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains(QRegularExpression("^Writing a.json.gz: [1-9][0-9]* %$")),
                              qPrintable(said()), kPatience);
    QVERIFY(!window_->actions()[ActionId::Export]->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*banner(), "Cancel"), kPatience);
    QTest::mouseClick(buttonWith(*banner(), "Cancel"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(window_->actions()[ActionId::Export]->isEnabled(), kPatience);
    QVERIFY(banner() == nullptr);
    QCOMPARE(shownChild<StatusLine>(*window_)->selectionText(),
             QStringLiteral("Cancelled: nothing of a.json.gz was written"));
    QCOMPARE(names(), QStringList{"a.json.gz"});
    QCOMPARE(contents(path("a.json.gz")), QByteArray("before"));
}

void TestSave::closingAsksFirst() {
    QVERIFY(open(richTrace(1'000'000)));
    save(ActionId::Export, "a.json.gz");
    QTRY_VERIFY_WITH_TIMEOUT(!window_->actions()[ActionId::Export]->isEnabled(), kPatience);
    QVERIFY(!window_->close());
    QVERIFY2(said().contains("still being written"), qPrintable(said()));
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*banner(), "Close anyway"), kPatience);
    QTest::mouseClick(buttonWith(*banner(), "Close anyway"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->isVisible(), kPatience);
    QVERIFY(names().isEmpty());
}

void TestSave::aPartThatWasReadIsNotSaved() {
    loader_ = [](const std::string&, const OpenOptions& options) -> TraceResult {
        options.publish(smallTraining());
        while (!options.stop.stop_requested()) {
            QThread::msleep(1);
        }
        return Error{"cancelled"};
    };
    DocumentPage* page = window_->openFile(path("training.json"));
    QTRY_VERIFY_WITH_TIMEOUT(page->showsViews(), kPatience);
    save(ActionId::SaveAs, "a.lanes");
    QTRY_VERIFY2_WITH_TIMEOUT(said().contains("Only a part of training.json has been read"),
                              qPrintable(said()), kPatience);
    QVERIFY(names().isEmpty());
    page->document().cancel();
}

int run_tst_save(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSave>(argc, argv);
}
#include "tst_save.moc"
