#include "resources/Fonts.h"
#include "tests/support/RunTest.h"

#include <QDir>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGlyphRun>
#include <QRawFont>
#include <QSvgRenderer>
#include <QTextLayout>
#include <QtTest>

/// What the program carries inside itself: icons that can be drawn, fonts whose glyphs are the ones the views
/// count on.
class TestResources : public QObject {
    Q_OBJECT

private slots:
    void everyIconIsAValidPicture();
    void fontsCarryTheirOwnNames();
    void digitsAreOfOneWidth();
    void codeKeepsItsCharacters();
};

void TestResources::everyIconIsAValidPicture() {
    QFileInfoList files = QDir(":/icons").entryInfoList(QDir::Files);
    files += QFileInfo(":/lanescope.svg");
    files += QFileInfo(":/lanescope-small.svg");
    QVERIFY(files.size() > 50);
    for (const QFileInfo& file : files) {
        QVERIFY2(QSvgRenderer(file.filePath()).isValid(), qPrintable(file.filePath()));
    }
}

void TestResources::fontsCarryTheirOwnNames() {
    if (!lanes::addBakedFonts()) {
        QSKIP("built without Debian's fonts-inter, fonts-jetbrains-mono and python3-fonttools");
    }
    QVERIFY(QFontDatabase::families().contains("Lanescope Sans"));
    QVERIFY(QFontDatabase::families().contains("Lanescope Mono"));
    for (int weight : {400, 500, 600}) {
        QFont font("Lanescope Sans");
        font.setWeight(QFont::Weight(weight));
        QCOMPARE(QFontInfo(font).family().left(14), "Lanescope Sans");
        QCOMPARE(QFontInfo(font).weight(), weight);
    }
}

void TestResources::digitsAreOfOneWidth() {
    if (!lanes::addBakedFonts()) {
        QSKIP("built without Debian's fonts-inter, fonts-jetbrains-mono and python3-fonttools");
    }
    const QFontMetricsF metrics(QFont("Lanescope Sans", 40));
    for (QChar digit : QStringLiteral("123456789")) {
        QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance('0'));
    }
}

void TestResources::codeKeepsItsCharacters() {
    if (!lanes::addBakedFonts()) {
        QSKIP("built without Debian's fonts-inter, fonts-jetbrains-mono and python3-fonttools");
    }
    // shaped and unshaped glyphs are the same ones exactly where no ligature or contextual alternate steps in
    for (const char* family : {"Lanescope Sans", "Lanescope Mono"}) {
        for (const char* text : {"256x128", "a->b", "a != b", "--size", "=="}) {
            const QFont font(family, 12);
            QTextLayout layout(text, font);
            layout.beginLayout();
            layout.createLine();
            layout.endLayout();
            QCOMPARE(layout.glyphRuns().size(), 1);
            QCOMPARE(layout.glyphRuns().constFirst().glyphIndexes(),
                     QRawFont::fromFont(font).glyphIndexesForString(text));
        }
    }
}

int run_tst_resources(int argc, char** argv) {
    return lanes::test::runWithPictures<TestResources>(argc, argv);
}
#include "tst_resources.moc"
