// The timeline's pictures equal the golden ones beside the tests, within a tolerance for other fonts' rasterisers.
// LANESCOPE_UPDATE_GOLDEN=1 writes them anew: look at them before they are committed.
#include "resources/Fonts.h"
#include "tests/support/GeneratedTrace.h"
#include "tests/support/RunTest.h"
#include "tests/support/TraceSketch.h"
#include "views/shared/panels/StripPainter.h"
#include "views/timeline/painting/TimelineGeometry.h"
#include "views/timeline/painting/TimelineRender.h"

#include <QDir>
#include <QtTest>

#include <optional>

using namespace lanes;

namespace {

constexpr int kSameChannel = 40;    // difference of a channel that is no difference
constexpr double kTolerance = .012; // share of pixels that may differ

bool differ(QRgb p, QRgb q, int by) {
    return std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)),
                     std::abs(qBlue(p) - qBlue(q))}) > by;
}

double differing(const QImage& a, const QImage& b) {
    if (a.size() != b.size()) {
        return 1;
    }
    qint64 count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x) {
            count += differ(a.pixel(x, y), b.pixel(x, y), kSameChannel) ? 1 : 0;
        }
    }
    return double(count) / double(qint64(a.width()) * a.height());
}

// A line or a frame is less than the tolerance of a whole picture. Of the golden picture's pixels that are as they are for it
// alone, of one colour if that is given, nearly all must be the picture's.
bool hasPart(const QImage& picture, const QImage& without, const QImage& golden, QRect place,
             std::optional<QRgb> ink) {
    constexpr int kLeast = 20;    // pixels
    constexpr int kSame = 8;      // of a channel
    constexpr double kAlike = .9; // share of the pixels
    int own = 0;
    int alike = 0;
    for (int y = place.top(); y <= place.bottom(); ++y) {
        for (int x = place.left(); x <= place.right(); ++x) {
            const QRgb wanted = golden.pixel(x, y);
            if (differ(wanted, without.pixel(x, y), kSame) && (!ink || !differ(wanted, *ink, kSame))) {
                ++own;
                alike += differ(wanted, picture.pixel(x, y), kSame) ? 0 : 1;
            }
        }
    }
    return own >= kLeast && alike >= kAlike * own;
}

// What the golden pictures of the design rest on: rows of one colour must be of exactly that colour.
bool hasColor(const QImage& image, const QColor& color) {
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            if (image.pixelColor(x, y).rgb() == color.rgb()) {
                return true;
            }
        }
    }
    return false;
}

// A thread, a stream and the session with instants alone, in a burst and at the very end.
std::shared_ptr<const Trace> withInstants() {
    test::TraceSketch sketch;
    sketch.op("main", "aten::linear", 0, 600'000);
    sketch.op("main", "aten::relu", 650'000, 250'000);
    sketch.slice("gpu0/7", "kernel", "ampere_sgemm_128x64_nn", 150'000, 500'000);
    sketch.instant("main", "Iteration Start: PyTorch Profiler", 0, "g");
    sketch.instant("main", "Record Window End", 1'000'000, "g");
    for (int i = 0; i < 200; ++i) {
        sketch.instant("main", "tick", 500'000 + i * 700, "t", 'i', {}, "user_annotation");
    }
    sketch.instant("main", "checkpoint written", 200'000, "t", 'i', {}, "user_annotation");
    sketch.instant("gpu0/7", "event recorded", 400'000, "t", 'i', {}, "cuda_sync");
    return sketch.build();
}

} // namespace

class TimelinePictures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void picturesEqualTheGoldenOnes_data();
    void picturesEqualTheGoldenOnes();
    void whatIsThinIsThere_data();
    void whatIsThinIsThere();
    void everyPixelOfTheThemeIsTheThemes();
    void sizeAndScaleAreAsAsked();
    void emptySessionIsAPicture();

private:
    [[nodiscard]] TimelineRenderOptions optionsFor(const Trace& trace, double share,
                                                   const QString& state) const;

    std::shared_ptr<const Trace> trace_;
    bool fonts_ = false;
};

void TimelinePictures::initTestCase() {
    fonts_ = addBakedFonts();
    trace_ = test::generatedTrace(20'000);
}

TimelineRenderOptions TimelinePictures::optionsFor(const Trace& trace, double share,
                                                   const QString& state) const {
    TimelineRenderOptions options;
    options.size = {640, 420};
    options.title = QStringLiteral("generated");
    const TimeRange span = trace.extent();
    const auto length = static_cast<TimeNs>(double(span.length()) * share);
    const TimeNs begin = span.begin + (span.length() - length) * 45 / 100;
    options.range = TimeRange{begin, begin + length};
    if (state == QLatin1String("brush")) {
        options.brush = TimeRange{begin + length / 3, begin + length / 2};
        options.cursor = begin + length * 3 / 4;
    }
    for (std::uint32_t i = 0; state == QLatin1String("selected") && i < trace.sliceCount(); ++i) {
        const Trace::Slice slice = trace.slice(SliceId(i));
        if (slice.start > begin + length / 5 && slice.start < begin + length / 2 &&
            slice.duration > length / 50 && slice.duration < length / 2) {
            options.selection = SliceId(i);
            break;
        }
    }
    options.settings.choices[QStringLiteral("p/100")].folded = state == QLatin1String("folded");
    options.settings.choices[QStringLiteral("s/0/9")].pinned = state == QLatin1String("pinned");
    return options;
}

void TimelinePictures::picturesEqualTheGoldenOnes_data() {
    QTest::addColumn<bool>("dark");
    QTest::addColumn<double>("share"); // of the session that is visible
    QTest::addColumn<double>("dpr");
    QTest::addColumn<QString>("state");
    QTest::newRow("whole-dark") << true << 1. << 1. << QString();
    QTest::newRow("whole-light") << false << 1. << 1. << QString();
    QTest::newRow("tenth-dark") << true << .1 << 1. << QString();
    QTest::newRow("near-dark") << true << .002 << 1. << QString();
    QTest::newRow("near-light") << false << .002 << 1. << QString();
    QTest::newRow("near-2x-dark") << true << .002 << 2. << QString();
    QTest::newRow("near-1.5x-light") << false << .002 << 1.5 << QString();
    QTest::newRow("brush-dark") << true << .1 << 1. << QStringLiteral("brush");
    QTest::newRow("brush-light") << false << .1 << 1. << QStringLiteral("brush");
    QTest::newRow("selected-dark") << true << .002 << 1. << QStringLiteral("selected");
    QTest::newRow("folded-dark") << true << 1. << 1. << QStringLiteral("folded");
    QTest::newRow("instants-dark") << true << 1. << 1. << QStringLiteral("instants");
    QTest::newRow("instants-light") << false << 1. << 1. << QStringLiteral("instants");
    QTest::newRow("pinned-light") << false << .1 << 1. << QStringLiteral("pinned");
}

void TimelinePictures::picturesEqualTheGoldenOnes() {
    QFETCH(bool, dark);
    QFETCH(double, share);
    QFETCH(double, dpr);
    QFETCH(QString, state);
    if (!fonts_) {
        QSKIP("the build has no fonts of its own (fonts-inter, fonts-jetbrains-mono or python3-fonttools is "
              "missing)");
    }
    Appearance appearance(dark ? Appearance::Mode::Dark : Appearance::Mode::Light);
    const auto trace = state == QLatin1String("instants") ? withInstants() : trace_;
    TimelineRenderOptions options = optionsFor(*trace, share, state);
    options.dpr = dpr;
    const QImage picture = renderTimeline(trace, options, appearance);

    const QDir golden(QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/data/timeline"));
    const QString path = golden.filePath(QLatin1String(QTest::currentDataTag()) + QStringLiteral(".png"));
    if (qEnvironmentVariableIsSet("LANESCOPE_UPDATE_GOLDEN")) {
        QVERIFY(golden.mkpath(QStringLiteral(".")));
        QVERIFY(picture.save(path));
    }
    const QImage expected(path);
    QVERIFY2(!expected.isNull(), qPrintable(path));
    const double off = differing(picture, expected);
    if (off > kTolerance) {
        const QString failed = QStringLiteral(LANESCOPE_BINARY_DIR "/") + QFileInfo(path).fileName();
        QVERIFY(picture.save(failed));
        QFAIL(qPrintable(QStringLiteral("%1 of the pixels differ; see %2").arg(off).arg(failed)));
    }
}

void TimelinePictures::whatIsThinIsThere_data() {
    QTest::addColumn<QString>("golden");
    QTest::addColumn<QString>("part");
    QTest::newRow("selection frame") << QStringLiteral("selected-dark") << QStringLiteral("selection");
    for (const char* theme : {"dark", "light"}) {
        const QString golden = QStringLiteral("brush-") + QLatin1String(theme);
        for (const char* part : {"cursor", "left grip", "right grip"}) {
            QTest::addRow("%s, %s", part, theme) << golden << QString::fromLatin1(part);
        }
    }
}

void TimelinePictures::whatIsThinIsThere() {
    QFETCH(QString, golden);
    QFETCH(QString, part);
    if (!fonts_) {
        QSKIP("the build has no fonts of its own");
    }
    Appearance appearance(golden.endsWith(QLatin1String("dark")) ? Appearance::Mode::Dark
                                                                 : Appearance::Mode::Light);
    const bool selected = part == QLatin1String("selection");
    const TimelineRenderOptions options = optionsFor(
        *trace_, selected ? .002 : .1, selected ? QStringLiteral("selected") : QStringLiteral("brush"));
    TimelineRenderOptions less = options;
    const Metrics metrics{1, appearance.fonts().scale()};
    const int strip = metrics.px(StripGeometry::kHeight);
    const TimelineGeometry geometry(options.size.width(), options.size.height() - strip, metrics);
    QRect place = geometry.rows().translated(0, strip);
    std::optional<QRgb> ink;
    if (selected) {
        less.selection = SliceId();
        ink = appearance.theme().select.rgb();
    } else if (part == QLatin1String("cursor")) {
        less.cursor.reset();
        place.setLeft(geometry.head + geometry.lanesWidth() * 3 / 4 - 1);
        place.setWidth(3);
    } else {
        less.brush.reset();
        // beside the line that it stands on
        const bool left = part == QLatin1String("left grip");
        const int edge = geometry.head + geometry.lanesWidth() / (left ? 3 : 2);
        place = QRect(left ? edge - metrics.px(3) : edge + 1, strip + geometry.ruler + metrics.px(16),
                      metrics.px(2), metrics.px(12));
    }
    const QImage picture = renderTimeline(trace_, options, appearance);
    const QImage without = renderTimeline(trace_, less, appearance);
    const QImage expected(QStringLiteral(LANESCOPE_SOURCE_DIR "/tests/data/timeline/") + golden +
                          QStringLiteral(".png"));
    QVERIFY(!expected.isNull());
    QVERIFY(hasPart(picture, without, expected, place, ink));
    QVERIFY(!hasPart(without, without, expected, place, ink));
}

void TimelinePictures::everyPixelOfTheThemeIsTheThemes() {
    for (const auto mode : {Appearance::Mode::Dark, Appearance::Mode::Light}) {
        Appearance appearance(mode);
        TimelineRenderOptions options;
        options.size = {640, 420};
        const QImage picture = renderTimeline(trace_, options, appearance);
        const Theme& theme = appearance.theme();
        for (const QColor& color :
             {theme.canvas, theme.panel, theme.groupBg, theme.grid, theme.line, theme.track}) {
            QVERIFY2(hasColor(picture, color), qPrintable(color.name()));
        }
        QVERIFY(hasColor(picture, theme.hueColor(Hue::Operator)));
    }
}

void TimelinePictures::sizeAndScaleAreAsAsked() {
    Appearance appearance(Appearance::Mode::Dark);
    TimelineRenderOptions options;
    options.size = {401, 300};
    options.dpr = 1.5;
    const QImage picture = renderTimeline(trace_, options, appearance);
    QCOMPARE(picture.size(), QSize(602, 450));
    QCOMPARE(picture.devicePixelRatio(), 1.5);
}

void TimelinePictures::emptySessionIsAPicture() {
    Appearance appearance(Appearance::Mode::Dark);
    const auto empty = std::make_shared<const Trace>(TraceData{});
    QCOMPARE(renderTimeline(empty, {}, appearance).size(), QSize(1440, 900));
}

int run_tst_timeline_pictures(int argc, char** argv) {
    return lanes::test::runWithWidgets<TimelinePictures>(argc, argv);
}
#include "tst_timeline_pictures.moc"
