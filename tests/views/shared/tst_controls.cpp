// How the style measures the controls of Qt.
#include "tests/support/Patience.h"
#include "tests/support/RunTest.h"
#include "views/shared/controls/ChoiceButton.h"
#include "views/shared/controls/ControlBar.h"
#include "views/shared/controls/Histogram.h"
#include "views/shared/controls/KeyFigures.h"
#include "views/shared/controls/PanelRows.h"
#include "views/shared/controls/SidePanel.h"
#include "views/shared/look/Appearance.h"
#include "views/shared/painting/TextLine.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QtTest>

#include <cmath>
#include <cstddef>

using namespace lanes;

class ControlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aButtonKeepsItsTextOffItsEdges_data();
    void aButtonKeepsItsTextOffItsEdges();
    void namesOfPercentilesNeverOverlap_data();
    void namesOfPercentilesNeverOverlap();
    void choicesGoWithoutTheirLabelsWhereRoomIsShort();
    void keyFiguresStandInTwoRowsWhereWordsWouldBeCut();
    void titlesOfPanelsTakeTheLinesTheyNeed();
    void labelsGuessNoMarkup();
    void aPanelThatIsFilledAnewStaysWhereItIs();
};

// While a session is recorded, what a panel says of a row is said anew with every snapshot.
void ControlsTest::aPanelThatIsFilledAnewStaysWhereItIs() {
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    SidePanel panel(appearance);
    panel.resize(300, 200);
    const auto fill = [&](const QString& title, int first) {
        panel.begin();
        panel.add(new PanelTitle(appearance, {{}, {}, title, {}}));
        for (int i = first; i < first + 40; ++i) {
            PanelLink::Content content;
            content.text = QString::number(i);
            panel.add(new PanelLink(appearance, content));
        }
        panel.end();
    };
    const auto links = [&panel] { return panel.findChildren<PanelLink*>(); };
    fill(QStringLiteral("aten::mm"), 0);
    panel.show();
    panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&panel, kPatience));
    QScrollBar* bar = panel.findChild<QScrollArea*>()->verticalScrollBar();
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 500, kPatience);
    links()[20]->setFocus();
    bar->setValue(400);
    for (const int first : {100, 200}) {
        fill(QStringLiteral("aten::mm"), first);
        QTRY_COMPARE_WITH_TIMEOUT(bar->value(), 400, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(links()[20]->hasFocus(), kPatience);
        QCOMPARE(links()[20]->content().text, QString::number(first + 20));
    }
    bar->setValue(100); // of the user: nothing pulls back
    fill(QStringLiteral("aten::mm"), 300);
    QTRY_COMPARE_WITH_TIMEOUT(bar->value(), 100, kPatience);
    fill(QStringLiteral("aten::relu"), 0); // another row is read from its begin
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 500, kPatience);
    QCOMPARE(bar->value(), 0);
    bar->setValue(100);
    panel.begin(); // nothing is said between
    panel.end();
    fill(QStringLiteral("aten::relu"), 0);
    QTRY_VERIFY_WITH_TIMEOUT(bar->maximum() > 500, kPatience);
    QCOMPARE(bar->value(), 0);
}

// Titles, messages and hints show what stands in files; Qt would open what a name of that kind leads to.
void ControlsTest::labelsGuessNoMarkup() {
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    QLabel plain(QStringLiteral("<b>theirs</b>"));
    QLabel rich(QStringLiteral("<b>ours</b>"));
    rich.setTextFormat(Qt::RichText);
    for (QLabel* label : {&plain, &rich}) {
        label->show();
        QVERIFY(QTest::qWaitForWindowExposed(label, kPatience));
    }
    QCOMPARE(plain.textFormat(), Qt::PlainText);
    QCOMPARE(rich.textFormat(), Qt::RichText);
}

void ControlsTest::choicesGoWithoutTheirLabelsWhereRoomIsShort() {
    Appearance appearance(Appearance::Mode::Dark);
    QWidget view; // whose layout it is not in: it may be narrower than it likes
    view.resize(800, 100);
    auto* bar = new ControlBar(appearance, &view);
    auto* first = new ChoiceButton(appearance, QStringLiteral("Group by"), {QStringLiteral("Name")});
    auto* second = new ChoiceButton(appearance, QStringLiteral("Weight"), {QStringLiteral("Device time")});
    bar->add(first);
    bar->add(second);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view, kPatience));
    const auto apart = [&] { return !first->geometry().intersects(second->geometry()); };
    bar->resize(600, bar->height());
    QTRY_VERIFY_WITH_TIMEOUT(!first->isTerse() && !second->isTerse() && apart(), kPatience);
    const int whole = second->geometry().right();
    bar->resize(whole, bar->height()); // less than the edge behind it
    QTRY_VERIFY_WITH_TIMEOUT(first->isTerse() && second->isTerse() && apart(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(second->geometry().right() < whole - second->labelWidth(), kPatience);
    QCOMPARE(second->accessibleName(), QStringLiteral("Weight Device time"));
    QCOMPARE(second->toolTip(), QStringLiteral("Weight"));
    QVERIFY(bar->minimumSizeHint().width() <= whole);
    bar->resize(600, bar->height());
    QTRY_VERIFY_WITH_TIMEOUT(!first->isTerse() && !second->isTerse(), kPatience);
}

void ControlsTest::keyFiguresStandInTwoRowsWhereWordsWouldBeCut() {
    Appearance appearance(Appearance::Mode::Dark);
    const KeyFigures::Figure figure{QStringLiteral("Mean occupancy"), QStringLiteral("28"),
                                    QStringLiteral("over kernel time")};
    KeyFigures figures(appearance, std::vector(6, figure));
    const int one = figures.heightForWidth(1200);
    const int two = figures.heightForWidth(500);
    QVERIFY(two >= 2 * one);
    figures.resize(1200, 10);
    figures.show();
    QVERIFY(QTest::qWaitForWindowExposed(&figures, kPatience));
    QCOMPARE(figures.height(), one);
    figures.resize(500, figures.height());
    QTRY_COMPARE_WITH_TIMEOUT(figures.height(), two, kPatience);
}

void ControlsTest::titlesOfPanelsTakeTheLinesTheyNeed() {
    Appearance appearance(Appearance::Mode::Dark);
    const QString sentence = QStringLiteral("Launch-bound: the GPU waits for launches");
    const QFont font = appearance.fonts().sans(Fonts::kTitle, 600);
    QCOMPARE(wrappedText(sentence, font, 2000, 3), QStringList(sentence));
    const QStringList lines = wrappedText(sentence, font, textWidth(sentence, font) * .6, 3);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines.join(QLatin1Char(' ')), sentence); // broken between words
    QVERIFY(wrappedText(sentence, font, textWidth(sentence, font) * .2, 3).isEmpty());
    PanelTitle title(appearance, {{}, {}, sentence, QStringLiteral("launch-bound")});
    title.resize(1200, 10);
    title.show();
    QVERIFY(QTest::qWaitForWindowExposed(&title, kPatience));
    const int one = title.height();
    title.resize(static_cast<int>(textWidth(sentence, font) * .8), one);
    QTRY_VERIFY_WITH_TIMEOUT(title.height() > one, kPatience);
}

void ControlsTest::aButtonKeepsItsTextOffItsEdges_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"Follow the end", "Terminate program", "OK"}) {
        QTest::newRow(text) << QString::fromLatin1(text);
    }
}

void ControlsTest::aButtonKeepsItsTextOffItsEdges() {
    QFETCH(QString, text);
    Appearance appearance(Appearance::Mode::Dark);
    appearance.applyTo(*qApp);
    QPushButton button(text);
    button.ensurePolished();
    const int room = button.sizeHint().width() - button.fontMetrics().horizontalAdvance(text);
    QVERIFY2(room >= appearance.fonts().scaled(20), qPrintable(QString::number(room)));
    QCOMPARE(button.sizeHint().height(), appearance.fonts().scaled(28));
}

void ControlsTest::namesOfPercentilesNeverOverlap_data() {
    QTest::addColumn<int>("median");
    QTest::addColumn<int>("high");
    QTest::newRow("both at the begin") << 0 << 30;
    QTest::newRow("side by side") << 500 << 520;
    QTest::newRow("apart") << 200 << 800;
    QTest::newRow("both at the end") << 980 << 1000;
    QTest::newRow("the same") << 500 << 501;
}

void ControlsTest::namesOfPercentilesNeverOverlap() {
    QFETCH(int, median);
    QFETCH(int, high);
    Appearance appearance(Appearance::Mode::Dark);
    Histogram histogram(appearance, Qt::green, 96);
    histogram.resize(300, histogram.height());
    histogram.setSpread(
        {.bins = {100}, .shortest = 0, .longest = 1000, .median = median, .high = high, .count = 100});
    const auto marks = histogram.marks();
    QCOMPARE(marks.size(), std::size_t(2));
    QVERIFY(!marks[0].label.intersects(marks[1].label));
    for (const Histogram::Mark& mark : marks) {
        QVERIFY(mark.label.left() >= 0 && mark.label.right() <= histogram.width());
        QVERIFY(std::abs(mark.label.center().x() - mark.line) < 60); // beside its line
    }
    QVERIFY(marks[0].label.left() < marks[1].label.left()); // in their order
}

int run_tst_controls(int argc, char** argv) {
    return lanes::test::runWithWidgets<ControlsTest>(argc, argv);
}
#include "tst_controls.moc"
