// Names that are cut keep what tells them apart.
#include "tests/support/RunTest.h"
#include "views/shared/text/TellApart.h"

#include <QFontMetricsF>
#include <QtTest>

using namespace lanes;

namespace {

const QString kSmall =
    QStringLiteral("sm90_xmma_gemm_bf16bf16_tn_n_tilesize64x64x64_execute_kernel__5x_cublas");
const QString kLarge =
    QStringLiteral("sm90_xmma_gemm_bf16bf16_tn_n_tilesize128x64x64_execute_kernel__5x_cublas");

QString told(const QString& name, TellingPart part) {
    return name.mid(part.begin, part.length);
}

} // namespace

class TellApartTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wordsThatDifferTell();
    void allThatAreAlikeCount();
    void othersAndTwinsTellNothing();
    void whatTellsStaysInSight();
    void whatFitsIsWhole();
    void narrowRoomKeepsWhatTells();
    void roomThatOneEndLeavesIsTheOthers();
    void whatTellsIsCutInItsMiddle();
    void ofWhatTellsAlmostWhollyTheFirstWordStays();

private:
    [[nodiscard]] qreal widthOf(const QString& text) const { return metrics_.horizontalAdvance(text); }

    QFontMetricsF metrics_{QFont()};
};

void TellApartTest::wordsThatDifferTell() {
    const QStringList names{kSmall, kLarge, QStringLiteral("Memset (Device)")};
    const auto parts = partsThatTell(names);
    QCOMPARE(told(kSmall, parts[0]), QStringLiteral("tilesize64x64x64"));
    QCOMPARE(told(kLarge, parts[1]), QStringLiteral("tilesize128x64x64"));
    QCOMPARE(parts[2], TellingPart());
}

void TellApartTest::allThatAreAlikeCount() {
    const QStringList names{QStringLiteral("conv_a1_fprop_nhwc_kernel"),
                            QStringLiteral("conv_a2_fprop_nhwc_kernel"),
                            QStringLiteral("conv_a1_fprop_nchw_kernel")};
    QCOMPARE(told(names[0], partsThatTell(names)[0]), QStringLiteral("a1_fprop_nhwc"));
}

void TellApartTest::othersAndTwinsTellNothing() {
    QCOMPARE(partsThatTell({kSmall, kSmall}), (std::vector<TellingPart>{{}, {}}));
    QCOMPARE(partsThatTell({QStringLiteral("aten::mm"), QStringLiteral("Memset")}),
             (std::vector<TellingPart>{{}, {}}));
    QVERIFY(partsThatTell({}).empty());
}

void TellApartTest::whatTellsStaysInSight() {
    const QStringList names{kSmall, kLarge};
    const auto parts = partsThatTell(names);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QString& name = names[static_cast<qsizetype>(i)];
        const qreal width = widthOf(name) * .6;
        const QString shown = elidedKeeping(name, parts[i], metrics_, width);
        QVERIFY2(shown.contains(told(name, parts[i])), qPrintable(shown));
        QVERIFY2(shown.startsWith(QStringLiteral("sm90")) && shown.endsWith(QStringLiteral("s")),
                 qPrintable(shown));
        QVERIFY(widthOf(shown) <= width + 1);
        QVERIFY(shown.size() < name.size());
    }
}

void TellApartTest::whatFitsIsWhole() {
    const TellingPart part = partsThatTell({kSmall, kLarge}).front();
    QCOMPARE(elidedKeeping(kSmall, part, metrics_, widthOf(kSmall) + 1), kSmall);
    // what is in sight anyway needs nothing
    const qreal width = widthOf(kSmall) * .8;
    QCOMPARE(elidedKeeping(kSmall, {0, 4}, metrics_, width),
             metrics_.elidedText(kSmall, Qt::ElideMiddle, width));
}

void TellApartTest::narrowRoomKeepsWhatTells() {
    const TellingPart part = partsThatTell({kSmall, kLarge}).front();
    const QString told = QStringLiteral("\u2026tilesize64x64x64\u2026");
    QCOMPARE(elidedKeeping(kSmall, part, metrics_, widthOf(told) + .5), told);
    QVERIFY(!elidedKeeping(kSmall, part, metrics_, widthOf(told) / 2).isEmpty());
}

void TellApartTest::roomThatOneEndLeavesIsTheOthers() {
    const QString name = QStringLiteral("vectorized_elementwise_kernel<converting_copy>");
    const TellingPart part{name.size() - 16, 15};
    const qreal width = widthOf(name) * .8;
    const QString shown = elidedKeeping(name, part, metrics_, width);
    QVERIFY2(shown.endsWith(told(name, part) + QLatin1Char('>')), qPrintable(shown));
    QVERIFY2(widthOf(shown) > width - 2 * widthOf(QStringLiteral("m")), qPrintable(shown));
}

void TellApartTest::whatTellsIsCutInItsMiddle() {
    const QString name = QStringLiteral("vectorized_elementwise<add>"); // all of it tells
    const QString shown = elidedKeeping(name, {0, name.size()}, metrics_, widthOf(name) * .7);
    QVERIFY2(shown.startsWith(QStringLiteral("vec")) && shown.endsWith(QStringLiteral("<add>")),
             qPrintable(shown));
}

// As names of matrix kernels are on AMD's devices: 360 letters that differ in some places far from one another.
void TellApartTest::ofWhatTellsAlmostWhollyTheFirstWordStays() {
    const auto name = [](const char* tile, const char* bytes) {
        return QStringLiteral(
                   "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_%1_MI16x16x1_%2_%3_VWB2_WS64_WG16_4_4")
            .arg(QLatin1String(tile), QString(200, QLatin1Char('K')), QLatin1String(bytes));
    };
    const QStringList names{name("MT16x32x512", "LBSPPA1024"), name("MT32x32x256", "LBSPPA2048"),
                            name("MT256x32x64", "LBSPPA512")};
    const auto parts = partsThatTell(names);
    QStringList shown;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const QString& text = names[static_cast<qsizetype>(i)];
        shown << elidedKeeping(text, parts[i], metrics_, widthOf(text) * .12);
        QVERIFY(widthOf(shown.last()) <= widthOf(text) * .12 + 1);
    }
    QVERIFY2(shown[0].contains(QStringLiteral("MT16x32x512")), qPrintable(shown[0]));
    QVERIFY2(shown[1].contains(QStringLiteral("MT32x32x256")), qPrintable(shown[1]));
    QVERIFY2(shown[2].contains(QStringLiteral("MT256x32x64")), qPrintable(shown[2]));
}

int run_tst_tell_apart(int argc, char** argv) {
    return lanes::test::runWithWidgets<TellApartTest>(argc, argv);
}
#include "tst_tell_apart.moc"
