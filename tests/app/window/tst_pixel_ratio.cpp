#include "app/settings/Settings.h"
#include "app/window/MainWindow.h"
#include "app/window/Views.h"
#include "app/window/commands/Actions.h"
#include "app/window/page/DocumentPage.h"
#include "app/window/parts/Banner.h"
#include "app/window/parts/MessagePage.h"
#include "app/window/start/WelcomePage.h"
#include "resources/Fonts.h"
#include "tests/support/Patience.h"
#include "tests/support/SmallTraining.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/session/SessionView.h"

#include <QFile>
#include <QScreen>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QWindow>
#include <QtTest>

#include <functional>
#include <memory>

using namespace lanes;

namespace {

using MakeWidget = std::function<QWidget*(Appearance&, const Actions&)>;

constexpr QSize kSize(900, 600);
constexpr QSize kWholeScreen(1280, 800);

QWidget* makeBanner(Appearance& appearance, const Actions& /*actions*/) {
    auto* banner = new Banner(appearance);
    banner->say(Banner::Tone::Warning, QStringLiteral("Something is amiss."));
    return banner;
}

QWidget* makeMessage(Appearance& appearance, const Actions& /*actions*/) {
    auto* page = new MessagePage(appearance);
    page->setMessage(QStringLiteral("warning"), QStringLiteral("a.lanes could not be opened"), {});
    return page;
}

QWidget* makeWelcome(Appearance& appearance, const Actions& actions) {
    return new WelcomePage(appearance, actions);
}

// On that screen from the start, and painted there.
QImage shownOn(QScreen& screen, QWidget& widget, QSize size = kSize) {
    widget.resize(size);
    widget.winId();
    widget.windowHandle()->setScreen(&screen);
    widget.move(screen.geometry().topLeft());
    widget.show();
    return QTest::qWaitForWindowExposed(&widget, kPatience) ? widget.grab().toImage() : QImage();
}

} // namespace

/// A window that goes from one screen to another with more pixels is as sharp there as one that began there.
class TestPixelRatio : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void whatHasIconsIsMadeAnew_data();
    void whatHasIconsIsMadeAnew();
    void everyViewIsMadeAnew_data();
    void everyViewIsMadeAnew();
};

void TestPixelRatio::initTestCase() {
    QStandardPaths::setTestModeEnabled(true);
    addBakedFonts();
    QCOMPARE(QGuiApplication::screens().size(), 2);
    QCOMPARE(QGuiApplication::screens()[0]->devicePixelRatio(), 1.);
    QCOMPARE(QGuiApplication::screens()[1]->devicePixelRatio(), 2.);
}

void TestPixelRatio::whatHasIconsIsMadeAnew_data() {
    QTest::addColumn<MakeWidget>("make");
    QTest::newRow("banner") << MakeWidget(makeBanner);
    QTest::newRow("message") << MakeWidget(makeMessage);
    QTest::newRow("sessions page") << MakeWidget(makeWelcome);
}

void TestPixelRatio::whatHasIconsIsMadeAnew() {
    QFETCH(MakeWidget, make);
    QScreen& coarse = *QGuiApplication::screens()[0];
    QScreen& fine = *QGuiApplication::screens()[1];
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    QWidget owner;
    const Actions actions(appearance, &owner);
    const std::unique_ptr<QWidget> began(make(appearance, actions));
    QVERIFY(!shownOn(fine, *began).isNull());
    appearance.setMode(Appearance::Mode::Light); // there and back: all that is kept of its look is made anew
    appearance.setMode(Appearance::Mode::Dark);
    const QImage wanted = began->grab().toImage();
    QCOMPARE(wanted.devicePixelRatio(), 2.);

    const std::unique_ptr<QWidget> moved(make(appearance, actions));
    const QImage before = shownOn(coarse, *moved);
    QCOMPARE(before.devicePixelRatio(), 1.);
    moved->windowHandle()->setScreen(&fine);
    moved->move(fine.geometry().topLeft());
    QTRY_COMPARE_WITH_TIMEOUT(moved->devicePixelRatioF(), 2., kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(moved->grab().toImage(), wanted, kPatience);
}

// With the bars and panels around it.
void TestPixelRatio::everyViewIsMadeAnew_data() {
    QTest::addColumn<QString>("view");
    for (const ViewSpec& view : viewSpecs()) {
        QTest::newRow(view.key) << QString::fromLatin1(view.key);
    }
}

void TestPixelRatio::everyViewIsMadeAnew() {
    QFETCH(QString, view);
    QScreen& coarse = *QGuiApplication::screens()[0];
    QScreen& fine = *QGuiApplication::screens()[1];
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    const auto show = [&](MainWindow& window) {
        window.openFile(folder.filePath(QStringLiteral("a.lanes")));
        const auto isRead = [&] { return window.currentPage()->showsViews(); };
        if (!QTest::qWaitFor(isRead, kPatience)) {
            return false;
        }
        window.showView(view);
        return QTest::qWaitFor([&] { return !window.currentPage()->view().busy(); }, kPatience);
    };
    const TraceLoader loader = [](const std::string&, const OpenOptions&) -> TraceResult {
        return test::smallTraining();
    };
    MainWindow began(appearance, settings, loader);
    QVERIFY(!shownOn(fine, began, kWholeScreen).isNull());
    QVERIFY(show(began));
    MainWindow moved(appearance, settings, loader);
    QCOMPARE(shownOn(coarse, moved, kWholeScreen).devicePixelRatio(), 1.);
    QVERIFY(show(moved));
    moved.windowHandle()->setScreen(&fine);
    moved.move(fine.geometry().topLeft());
    QTRY_COMPARE_WITH_TIMEOUT(moved.devicePixelRatioF(), 2., kPatience);
    QCOMPARE(moved.size(), began.size());
    if (QWidget* focused = QApplication::focusWidget()) {
        focused->clearFocus(); // one of the two has the keyboard, and shows where
    }
    QTRY_COMPARE_WITH_TIMEOUT(moved.grab().toImage(), began.grab().toImage(), kPatience);
}

int run_tst_pixel_ratio(int argc, char** argv) {
    // of the platform without a display, which has as many screens as it is told of
    QTemporaryDir folder;
    QFile screens(folder.filePath(QStringLiteral("screens.json")));
    if (!screens.open(QIODevice::WriteOnly)) {
        return 1;
    }
    screens.write(R"({"screens": [
        {"name": "coarse", "x": 0, "y": 0, "width": 1280, "height": 800,
         "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1},
        {"name": "fine", "x": 1280, "y": 0, "width": 1280, "height": 800,
         "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 2}]})");
    screens.close();
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" + QFile::encodeName(screens.fileName()));
    QApplication application(argc, argv);
    TestPixelRatio test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_pixel_ratio.moc"
