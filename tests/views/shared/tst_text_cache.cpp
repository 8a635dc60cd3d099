// Labels are cut as the design says: whole where they fit, else with an ellipsis, never to fewer than some letters.
#include "tests/support/RunTest.h"
#include "views/shared/painting/TextCache.h"

#include <QtTest>

using namespace lanes;

class TextCacheTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fittingTextIsOnePart();
    void endIsCut();
    void middleIsCut();
    void tooFewLettersAreNothing();
    void aTextIsRenderedOnce();
    void emptyTextIsHarmless();
};

namespace {

const TextStyle kStyle{Fonts::kSmall, 500, 0xff000000};
const QString kName = QStringLiteral("void at::native::vectorized_elementwise_kernel<4>");

int right(const std::vector<TextPart>& parts) {
    return parts.back().x + parts.back().width;
}

} // namespace

void TextCacheTest::fittingTextIsOnePart() {
    TextCache cache(Fonts(1), 1);
    const auto text = cache.get(kName, kStyle);
    const auto dots = cache.get(QStringLiteral("\u2026"), kStyle);
    std::vector<TextPart> parts;
    QVERIFY(placeText(*text, *dots, 10, text->width, Cut::End, 4, parts));
    QCOMPARE(parts.size(), std::size_t(1));
    QCOMPARE(parts[0].x, 10);
}

void TextCacheTest::endIsCut() {
    TextCache cache(Fonts(1), 1);
    const auto text = cache.get(kName, kStyle);
    const auto dots = cache.get(QStringLiteral("\u2026"), kStyle);
    for (int room = 60; room < text->width; ++room) {
        std::vector<TextPart> parts;
        QVERIFY(placeText(*text, *dots, 0, room, Cut::End, 4, parts));
        QCOMPARE(parts.size(), std::size_t(2));
        QVERIFY(right(parts) <= room + 1);
        QVERIFY(right(parts) > room - 20); // no more is lost than a letter
    }
}

void TextCacheTest::middleIsCut() {
    TextCache cache(Fonts(1), 2);
    const auto text = cache.get(kName, kStyle);
    const auto dots = cache.get(QStringLiteral("\u2026"), kStyle);
    for (int room = 150; room < text->width; ++room) {
        std::vector<TextPart> parts;
        QVERIFY(placeText(*text, *dots, 0, room, Cut::Middle, 4, parts));
        QCOMPARE(parts.size(), std::size_t(3));
        QVERIFY(right(parts) <= room + 2);
        QCOMPARE(parts[0].from, 0);
        QVERIFY(parts[2].from + parts[2].width >= text->width); // the end of the name is there
    }
}

void TextCacheTest::tooFewLettersAreNothing() {
    TextCache cache(Fonts(1), 1);
    const auto text = cache.get(kName, kStyle);
    const auto dots = cache.get(QStringLiteral("\u2026"), kStyle);
    std::vector<TextPart> parts;
    QVERIFY(!placeText(*text, *dots, 0, 14, Cut::End, 4, parts));
    QVERIFY(parts.empty());
}

void TextCacheTest::aTextIsRenderedOnce() {
    TextCache cache(Fonts(1), 1);
    QCOMPARE(cache.get(kName, kStyle), cache.get(kName, kStyle));
    TextStyle other = kStyle;
    other.color = 0xffffffff;
    QVERIFY(cache.get(kName, kStyle) != cache.get(kName, other));
}

void TextCacheTest::emptyTextIsHarmless() {
    TextCache cache(Fonts(1), 1);
    const auto text = cache.get({}, kStyle);
    QCOMPARE(text->width, 0);
    std::vector<TextPart> parts;
    QVERIFY(placeText(*text, *text, 0, 10, Cut::End, 4, parts));
}

int run_tst_text_cache(int argc, char** argv) {
    return lanes::test::runWithWidgets<TextCacheTest>(argc, argv);
}
#include "tst_text_cache.moc"
