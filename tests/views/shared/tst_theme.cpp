// The theme is the design's: its colours to the digit, readable everywhere.
#include "tests/support/RunTest.h"
#include "views/shared/look/Theme.h"

#include <QtTest>

using namespace lanes;

class ThemeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void huesAreThoseOfTheDesign_data();
    void huesAreThoseOfTheDesign();
    void everyTextIsReadableOnEverySurface();
    void inkIsReadableOnEveryShade();
    void strokesStandOutFromTheCanvas();
    void shadesOfANameNeverChange();
    void ownColorsAreThoseOfTheUserAndReadable();
};

void ThemeTest::huesAreThoseOfTheDesign_data() {
    QTest::addColumn<int>("hue");
    QTest::addColumn<QString>("dark");
    QTest::addColumn<QString>("light");
    const char* const table[][2] = {{"#7c8091", "#d1d7ec"}, {"#5084b9", "#9ac5fb"}, {"#a292f3", "#a199fb"},
                                    {"#76a7bb", "#8db9c6"}, {"#a97715", "#ecc472"}, {"#d05060", "#f06f5a"},
                                    {"#dc9975", "#eaad99"}, {"#a9d69d", "#39c181"}, {"#8ba733", "#dfea9c"},
                                    {"#85cdc1", "#79baab"}, {"#528f73", "#9ef0c6"}, {"#d6cb56", "#d4ba31"},
                                    {"#d9aae4", "#ca79c8"}, {"#969698", "#dddde0"}};
    for (int h = 0; h < kHueCount; ++h) {
        QTest::newRow(table[h][0]) << h << table[h][0] << table[h][1];
    }
}

void ThemeTest::huesAreThoseOfTheDesign() {
    QFETCH(int, hue);
    QFETCH(QString, dark);
    QFETCH(QString, light);
    QCOMPARE(Theme::darkTheme().hueColor(static_cast<Hue>(hue)).name(), dark);
    QCOMPARE(Theme::lightTheme().hueColor(static_cast<Hue>(hue)).name(), light);
}

void ThemeTest::ownColorsAreThoseOfTheUserAndReadable() {
    const OwnClasses own({{.name = "mine", .patterns = {"x"}, .color = 0xE4572E},
                          {.name = "black", .patterns = {"y"}, .color = 0}});
    for (Theme t : {Theme::darkTheme(), Theme::lightTheme()}) {
        QCOMPARE(t.hueColor(OwnClasses::hueOf(0)), t.hueColor(Hue::Other)); // where nobody said which
        t.paintOwn(own);
        QCOMPARE(t.hueColor(OwnClasses::hueOf(0)).name(), QStringLiteral("#e4572e"));
        for (std::size_t i = 0; i < own.all().size(); ++i) {
            for (int s = 0; s < Theme::kShades; ++s) {
                QVERIFY(contrast(t.hueColor(OwnClasses::hueOf(i), s), t.ink) >= 4.5);
            }
        }
    }
}

void ThemeTest::everyTextIsReadableOnEverySurface() {
    for (const Theme& t : {Theme::darkTheme(), Theme::lightTheme()}) {
        for (const QColor& surface :
             {t.canvas, t.panel, t.groupBg, t.raised, t.overlay, t.hover, t.rowAlt, t.selRow}) {
            for (const QColor& text : {t.text, t.text2, t.text3}) {
                QVERIFY2(contrast(text, surface) >= 4.5,
                         qPrintable(text.name() + QStringLiteral(" on ") + surface.name()));
            }
        }
        QVERIFY(contrast(t.accentText, t.accent) >= 4.5);
    }
}

void ThemeTest::inkIsReadableOnEveryShade() {
    for (const Theme& t : {Theme::darkTheme(), Theme::lightTheme()}) {
        for (int h = 0; h < kHueCount; ++h) {
            for (int s = 0; s < Theme::kShades; ++s) {
                const QColor fill = t.hueColor(static_cast<Hue>(h), s);
                QVERIFY2(contrast(t.ink, fill) >= 4.5, qPrintable(fill.name()));
            }
        }
    }
}

void ThemeTest::strokesStandOutFromTheCanvas() {
    for (const Theme& theme : {Theme::darkTheme(), Theme::lightTheme()}) {
        for (int h = 0; h < kHueCount; ++h) {
            const QColor line = QColor::fromRgb(theme.stroke(static_cast<Hue>(h)));
            QVERIFY2(contrast(line, theme.canvas) >= 3, qPrintable(line.name()));
        }
    }
}

void ThemeTest::shadesOfANameNeverChange() {
    QCOMPARE(shadeOf("123456789"), int(0xcbf43926u % 4)); // CRC-32's own check value
    QCOMPARE(shadeOf(""), 0);
}

int run_tst_theme(int argc, char** argv) {
    return lanes::test::runWithoutWindow<ThemeTest>(argc, argv);
}
#include "tst_theme.moc"
