// How the style measures the controls of Qt.
#include "views/shared/look/Appearance.h"

#include <QApplication>
#include <QPushButton>
#include <QtTest>

using namespace lanes;

class ControlsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aButtonKeepsItsTextOffItsEdges_data();
    void aButtonKeepsItsTextOffItsEdges();
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

QTEST_MAIN(ControlsTest)
#include "tst_controls.moc"
