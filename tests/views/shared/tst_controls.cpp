// How the style measures the controls of Qt.
#include "views/shared/controls/Histogram.h"
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QPushButton>
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
};

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

QTEST_MAIN(ControlsTest)
#include "tst_controls.moc"
