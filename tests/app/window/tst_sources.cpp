// Sources that were recorded elsewhere or that nobody has wanted to see yet: what the preview says, and what one does about it.
#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/recording/CaptureDesk.h"
#include "app/window/sheets/SourceSheet.h"
#include "collector/remote/Origins.h"
#include "resources/Fonts.h"
#include "tests/app/ShownWidgets.h"
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "tests/support/SmallTraining.h"
#include "views/details/DetailsPanel.h"
#include "views/details/SourcePreview.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QDir>
#include <QFileDialog>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lanes;
using namespace lanes::test;

namespace {

const char* const kScript = "import torch\n\n        return self.linear(x)\n\nmain()\n";

} // namespace

class TestSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void asksOnceBeforeItShowsAFolder();
    void leadsFromAMissingFileToItsFolder();
    void namesWithoutAFolderAreLocatedEachInItsOwn();
    void linesCanBeTypedAndRemoved();
    void aWrongFolderIsToldOf();
    void whatWasRecordedElsewhereIsFetchedOnceAgreedTo();
    void whatDoesNotComeIsSaidAndAskedForAgain();

private:
    bool select(const QString& script);
    [[nodiscard]] const SourcePreview& preview() const { return window_->details().preview(); }
    [[nodiscard]] PanelLink* linkWith(const QString& start) const;
    [[nodiscard]] SourceSheet* sheet() const { return shownChild<SourceSheet>(*window_); }
    void choose(const QString& folder);
    QString put(const QString& name) const;
    void recordedElsewhere(const QByteArray& answer);

    std::unique_ptr<QTemporaryDir> folder_;
    std::unique_ptr<Settings> settings_;
    std::unique_ptr<Appearance> appearance_;
    std::unique_ptr<MainWindow> window_;
};

void TestSources::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
    addBakedFonts();
}

void TestSources::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(QDir(folder_->path()).mkdir("captures"));
    settings_ = std::make_unique<Settings>(folder_->filePath("settings.ini"));
    appearance_ = std::make_unique<Appearance>(Appearance::Mode::Dark);
    appearance_->applyTo(*qApp);
}

void TestSources::cleanup() {
    window_.reset();
    appearance_.reset();
    settings_.reset();
}

QString TestSources::put(const QString& name) const {
    const QString path = folder_->filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(kScript);
    }
    return path;
}

// A window with an operator selected whose stack ends in line 3 of `script`.
bool TestSources::select(const QString& script) {
    window_ = std::make_unique<MainWindow>(
        *appearance_, *settings_,
        [path = script.toStdString()](const std::string&, const OpenOptions&) -> TraceResult {
            return smallTraining(path);
        });
    window_->capture().setRecorder(folder_->filePath("stand-in"));
    window_->resize(1440, 900);
    window_->show();
    DocumentPage* page = window_->openFile(folder_->filePath("captures/training.lanes"));
    if (!QTest::qWaitForWindowExposed(window_.get(), kPatience) ||
        !QTest::qWaitFor([page] { return page->document().state() == Document::State::Ready; }, kPatience)) {
        return false;
    }
    page->document().view().select(sliceNamed(*page->document().trace(), "aten::addmm"));
    return QTest::qWaitFor(
        [this] { return !preview().text().lines.empty() || !preview().message().isEmpty(); }, kPatience);
}

PanelLink* TestSources::linkWith(const QString& start) const {
    for (PanelLink* link : preview().findChildren<PanelLink*>()) {
        if (link->isVisible() && link->content().text.startsWith(start)) {
            return link;
        }
    }
    return nullptr;
}

void TestSources::choose(const QString& folder) {
    auto* button = buttonWith(*window_, "Choose its folder here…");
    QVERIFY(button);
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), kPatience);
    QTest::mouseClick(button, Qt::LeftButton);
    auto* dialog = window_->findChild<QFileDialog*>();
    QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog, kPatience));
    auto* name = dialog->findChild<QLineEdit*>();
    name->setText(folder);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(window_->findChild<QFileDialog*>() == nullptr, kPatience);
}

// The session is one that was fetched from ssh:gpu1, and `lanescope source` answers so.
void TestSources::recordedElsewhere(const QByteArray& answer) {
    qputenv("XDG_STATE_HOME", folder_->path().toUtf8());
    remote::noteOrigin(put("captures/training.lanes").toStdString(), {"ssh:gpu1", "/far"});
    QFile program(folder_->filePath("stand-in"));
    QVERIFY(program.open(QIODevice::WriteOnly));
    program.write("#!/bin/sh\necho \"$@\" >> '" + folder_->path().toUtf8() + "/asked'\n" + answer + "\n");
    program.close();
    QVERIFY(program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

void TestSources::whatWasRecordedElsewhereIsFetchedOnceAgreedTo() {
    recordedElsewhere("printf 'import far\\n\\nfar.line(3)\\n'");
    QVERIFY(select("/far/../../far/train.py"));
    QVERIFY2(preview().message().contains("train.py is on ssh:gpu1"), qPrintable(preview().message()));
    PanelLink* link = linkWith("Fetch it from ssh:gpu1");
    QVERIFY(link);
    QVERIFY(linkWith("Locate sources"));
    QVERIFY(!QFileInfo::exists(folder_->filePath("asked"))); // nothing before it is agreed to
    QTest::mouseClick(link, Qt::LeftButton);
    QTRY_VERIFY2_WITH_TIMEOUT(!preview().text().lines.empty(), qPrintable(preview().message()), kPatience);
    QCOMPARE(preview().text().lines[2], std::string("far.line(3)"));
    QCOMPARE(preview().from(), "ssh:gpu1");
    QCOMPARE(settings_->sourceTargets(), QStringList{"ssh:gpu1"});
    QFile asked(folder_->filePath("asked"));
    QVERIFY(asked.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(asked.readAll()),
             "source -- " + folder_->filePath("captures/training.lanes") + " /far/../../far/train.py\n");

    // from now on they come by themselves
    QVERIFY(select("model.py"));
    QTRY_VERIFY_WITH_TIMEOUT(!preview().text().lines.empty(), kPatience);
    QCOMPARE(preview().from(), "ssh:gpu1");
}

void TestSources::whatDoesNotComeIsSaidAndAskedForAgain() {
    recordedElsewhere("echo 'lanescope source: gpu1 cannot be reached' >&2; exit 1");
    QVERIFY(select("/far/train.py"));
    PanelLink* link = linkWith("Fetch it from ssh:gpu1");
    QVERIFY(link);
    QTest::mouseClick(link, Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(preview().message().contains("gpu1 cannot be reached"), kPatience);
    recordedElsewhere("printf 'a\\nb\\nc\\n'");
    QTest::mouseClick(linkWith("Fetch it from ssh:gpu1"), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(!preview().text().lines.empty(), kPatience);
    QCOMPARE(preview().from(), "ssh:gpu1");
}

void TestSources::asksOnceBeforeItShowsAFolder() {
    const QString script = put("project/train.py");
    QVERIFY(select(script));
    QVERIFY(preview().text().lines.empty());
    QVERIFY2(preview().message().contains("is not allowed yet"), qPrintable(preview().message()));
    PanelLink* link = linkWith("Allow reading source files in");
    QVERIFY(link);
    QCOMPARE(link->content().text, "Allow reading source files in " + folder_->filePath("project"));
    QTest::mouseClick(link, Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(preview().text().lines.size(), std::size_t(5), kPatience);
    QVERIFY(!linkWith("Allow reading source files in"));
    QVERIFY(select(script)); // another day
    QCOMPARE(preview().text().lines.size(), std::size_t(5));
}

void TestSources::leadsFromAMissingFileToItsFolder() {
    put("here/net/train.py");
    QVERIFY(select("/workspace/net/train.py"));
    PanelLink* link = linkWith("Locate sources");
    QVERIFY(link);
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(sheet(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(sheet()->missing(), QStringLiteral("/workspace/net/train.py"), kPatience);
    QVERIFY2(sheet()->statusText().startsWith("/workspace/net/train.py is not found here."),
             qPrintable(sheet()->statusText()));
    choose(folder_->filePath("here"));
    QTRY_COMPARE_WITH_TIMEOUT(preview().text().lines.size(), std::size_t(5),
                              kPatience); // what the user points at is not asked about
    QTRY_VERIFY_WITH_TIMEOUT(sheet()->missing() != "/workspace/net/train.py", kPatience);
    using Pair = std::pair<QString, QString>;
    QCOMPARE(settings_->sourceMappings(), (QList<Pair>{{"/workspace", folder_->filePath("here")}}));
    QVERIFY(select("/workspace/net/train.py")); // another day
    QCOMPARE(preview().text().lines.size(), std::size_t(5));
}

// As imported traces have them: "train.py" of the program, "torch/nn/functional.py" of the library that it uses.
void TestSources::namesWithoutAFolderAreLocatedEachInItsOwn() {
    put("project/train.py");
    put("env/torch/nn/functional.py");
    QVERIFY(select("train.py"));
    PanelLink* link = linkWith("Locate sources");
    QVERIFY(link);
    link->setFocus();
    QTest::keyClick(link, Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(sheet(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(sheet()->missing(), QStringLiteral("train.py"), kPatience);
    choose(folder_->filePath("project"));
    QTRY_COMPARE_WITH_TIMEOUT(preview().text().lines.size(), std::size_t(5), kPatience);
    using Pair = std::pair<QString, QString>;
    QCOMPARE(settings_->sourceMappings(), (QList<Pair>{{".", folder_->filePath("project")}}));
    QVERIFY(select("torch/nn/functional.py"));
    window_->actions()[ActionId::LocateSources]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(sheet(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(sheet()->missing(), QStringLiteral("torch/nn/functional.py"), kPatience);
    choose(folder_->filePath("env"));
    QTRY_COMPARE_WITH_TIMEOUT(preview().text().lines.size(), std::size_t(5), kPatience);
    QCOMPARE(settings_->sourceMappings(),
             (QList<Pair>{{".", folder_->filePath("project")}, {".", folder_->filePath("env")}}));
}

void TestSources::linesCanBeTypedAndRemoved() {
    put("here/net/train.py");
    QVERIFY(select("/workspace/net/train.py"));
    window_->actions()[ActionId::LocateSources]->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(sheet(), kPatience);
    const QList<QLineEdit*> fields = sheet()->findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 2);
    fields[0]->setFocus();
    QTest::keyClicks(fields[0], "/workspace/");
    QTest::keyClick(fields[0], Qt::Key_Return);
    QVERIFY(settings_->sourceMappings().isEmpty()); // half a line is none
    fields[1]->setFocus();
    QTest::keyClicks(fields[1], folder_->filePath("here"));
    QTest::keyClick(fields[1], Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(preview().text().lines.size(), std::size_t(5), kPatience);
    QTest::mouseClick(buttonWith(*window_, "Add a line"), Qt::LeftButton);
    QCOMPARE(sheet()->findChildren<QLineEdit*>().size(), 4);
    QTest::mouseClick(buttonWith(*window_, "Remove"), Qt::LeftButton);
    QVERIFY(settings_->sourceMappings().isEmpty());
    QTRY_VERIFY_WITH_TIMEOUT(preview().text().lines.empty(), kPatience);
}

void TestSources::aWrongFolderIsToldOf() {
    put("here/other.py");
    QVERIFY(select("/workspace/net/train.py"));
    window_->actions()[ActionId::LocateSources]->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(sheet()->missing(), QStringLiteral("/workspace/net/train.py"), kPatience);
    choose(folder_->filePath("here"));
    QTRY_VERIFY2_WITH_TIMEOUT(sheet()->statusText().contains("is not in " + folder_->filePath("here")),
                              qPrintable(sheet()->statusText()), kPatience);
    QVERIFY(settings_->sourceMappings().isEmpty());
}

int run_tst_sources(int argc, char** argv) {
    return lanes::test::runWithWidgets<TestSources>(argc, argv);
}
#include "tst_sources.moc"
