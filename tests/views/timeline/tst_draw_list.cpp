// The geometry of the timeline as text: rows, bands, boxes and density for small sessions.
#include "tests/support/RunTest.h"
#include "tests/support/TraceText.h"
#include "views/timeline/painting/TimelinePrepare.h"

#include <QtTest>

using namespace lanes;

namespace {

DrawRequest requestFor(const std::string& trace, TimeRange range = {}) {
    DrawRequest request;
    request.rows = TimelineRows::build(LodIndex::build(test::traceFromText(trace)));
    request.range = range.empty() ? request.rows->trace().span() : range;
    request.width = 100;
    // Exactly as high as its rows, so that they have the heights of the design.
    request.height = 1;
    const auto list = TimelinePrepare().prepare(request);
    request.height = list->pinnedHeight + list->contentHeight;
    return request;
}

const char* const kThread = "main user_annotation step 0 1000\n"
                            "main cpu_op aten::linear 100 400\n"
                            "main cpu_op aten::addmm 200 200\n"
                            "main cuda_runtime cudaLaunchKernel 300 50\n";

const DrawRow* rowNamed(const DrawList& list, const QString& label) {
    for (const DrawRow& row : list.rows) {
        if (list.request.rows->rows()[std::size_t(row.row)].label == label) {
            return &row;
        }
    }
    return nullptr;
}

int rowAt(const DrawList& list, const QString& label) {
    const DrawRow* row = rowNamed(list, label);
    return row != nullptr ? row->row : -1;
}

} // namespace

class DrawListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void threadHasRowsByKind();
    void foldedRowsLeaveOneLine();
    void pinnedRowsComeFirst();
    void hiddenRowsAreLeftOut();
    void filterKeepsWhatARowStandsIn();
    void outerFramesFoldIntoOneLine();
    void spareHeightGoesToTheRows();
    void labelsFitTheirBoxes();
    void figuresCountTheBrush();
    void rowsOutsideThePictureKeepTheirPlaceOnly();
    void stopEndsThePreparation();
    void filterFindsBoxesAndColumns();
};

void DrawListTest::threadHasRowsByKind() {
    const auto list = TimelinePrepare().prepare(requestFor(kThread));
    const QString expected = QStringLiteral("python3, main y=0 h=24\n"
                                            "    busy y=3 h=4\n"
                                            "      10+40 level 4 Operator\n"
                                            "    Ranges y=24 h=20\n"
                                            "    boxes y=2 h=16\n"
                                            "      [0, 100) step\n"
                                            "    Operators y=44 h=44\n"
                                            "    boxes y=2 h=19\n"
                                            "      [10, 50) aten::linear\n"
                                            "    boxes y=22 h=19\n"
                                            "      [20, 40) aten::addmm\n"
                                            "    Runtime calls y=88 h=24\n"
                                            "    boxes y=2 h=20\n"
                                            "      [30, 35) cudaLaunchKernel\n");
    QCOMPARE(toText(*list), expected);
}

void DrawListTest::foldedRowsLeaveOneLine() {
    DrawRequest request = requestFor(kThread);
    const QString key = request.rows->rows().front().key;
    request.settings.choices[key].folded = true;
    const auto list = TimelinePrepare().prepare(std::move(request));
    QCOMPARE(list->rows.size(), std::size_t(1));
    QVERIFY(list->rows[0].folded);
    QCOMPARE(list->rows[0].bands.size(), std::size_t(1)); // what everything below does, as a line
    QCOMPARE(list->rows[0].bands[0].height, 6);
    QCOMPARE(list->contentHeight, 24);
}

void DrawListTest::pinnedRowsComeFirst() {
    DrawRequest request = requestFor(kThread);
    for (const TimelineRow& row : request.rows->rows()) {
        request.settings.choices[row.key].pinned = row.label == QLatin1String("Runtime calls");
    }
    const auto list = TimelinePrepare().prepare(std::move(request));
    QCOMPARE(list->rows[0].row, rowAt(*list, QStringLiteral("Runtime calls")));
    QVERIFY(list->rows[0].pinned);
    QCOMPARE(list->rows[0].note, QStringLiteral("python3, main")); // whose calls they are
    QCOMPARE(list->pinnedHeight, 24);
    QCOMPARE(list->screenTop(list->rows[0], 500), 0); // it does not scroll
}

void DrawListTest::hiddenRowsAreLeftOut() {
    DrawRequest request = requestFor(kThread);
    for (const TimelineRow& row : request.rows->rows()) {
        request.settings.choices[row.key].hidden = row.label == QLatin1String("Operators");
    }
    const auto list = TimelinePrepare().prepare(std::move(request));
    QVERIFY(rowNamed(*list, QStringLiteral("Operators")) == nullptr);
    QVERIFY(rowNamed(*list, QStringLiteral("Ranges")) != nullptr);
}

void DrawListTest::filterKeepsWhatARowStandsIn() {
    DrawRequest request = requestFor(kThread);
    request.settings.filter = QStringLiteral("runt");
    const auto list = TimelinePrepare().prepare(std::move(request));
    QCOMPARE(list->rows.size(), std::size_t(2));
    QCOMPARE(list->rows[0].row, 0);
    QCOMPARE(list->rows[1].row, rowAt(*list, QStringLiteral("Runtime calls")));
}

void DrawListTest::outerFramesFoldIntoOneLine() {
    std::string text;
    for (int depth = 0; depth < 6; ++depth) {
        text += "main python_function train.py(" + std::to_string(depth + 1) + "):_outer" +
                std::to_string(depth) + " " + std::to_string(depth) + " " + std::to_string(1000 - 2 * depth) +
                "\n";
    }
    text += "main python_function inner 300 100\n";
    const auto list = TimelinePrepare().prepare(requestFor(text, {200, 600}));
    const DrawRow* frames = nullptr;
    for (const DrawRow& row : list->rows) {
        frames = row.outerFrames.empty() ? frames : &row;
    }
    QVERIFY(frames != nullptr);
    QCOMPARE(frames->outerFrames.size(), std::size_t(6));
    QCOMPARE(frames->height, 24);
    const DrawRow& python = list->rows.back();
    QCOMPARE(python.note, QStringLiteral("levels 7 to 7"));
    QCOMPARE(python.bands.size(), std::size_t(1));
}

void DrawListTest::spareHeightGoesToTheRows() {
    DrawRequest request = requestFor(kThread);
    request.height = 400;
    const auto list = TimelinePrepare().prepare(std::move(request));
    const DrawRow* operators = rowNamed(*list, QStringLiteral("Operators"));
    QVERIFY(operators->height > 44);
    QCOMPARE(operators->bands[0].height, operators->bands[1].height); // levels stay alike
    QCOMPARE(rowNamed(*list, QStringLiteral("Ranges"))->height, 20);
    QVERIFY(list->contentHeight <= 400);
}

void DrawListTest::labelsFitTheirBoxes() {
    std::string text;
    for (int i = 0; i < 40; ++i) {
        text += "main cpu_op aten::some_operator_with_a_long_name " + std::to_string(i * 1000) + " " +
                std::to_string(1 + i * 24) + "\n";
    }
    DrawRequest request = requestFor(text);
    request.width = 4000;
    const auto list = TimelinePrepare().prepare(std::move(request));
    int labels = 0;
    for (const DrawRow& row : list->rows) {
        for (const Band& band : row.bands) {
            for (const BoxLabel& label : band.labels) {
                const SliceBox& box = band.pixels.boxes[label.box];
                for (std::uint32_t p = label.first; p < label.first + label.count; ++p) {
                    QVERIFY(list->parts[p].x >= box.x0 + 4);
                    QVERIFY(list->parts[p].x + list->parts[p].width <= box.x1);
                }
                ++labels;
            }
        }
    }
    QVERIFY(labels > 10);
}

void DrawListTest::figuresCountTheBrush() {
    DrawRequest request = requestFor(kThread);
    request.brush = TimeRange{300, 500};
    const auto list = TimelinePrepare().prepare(std::move(request));
    QCOMPARE(rowNamed(*list, QStringLiteral("Operators"))->busy, 1.);
    QCOMPARE(rowNamed(*list, QStringLiteral("Runtime calls"))->busy, .25);
}

void DrawListTest::rowsOutsideThePictureKeepTheirPlaceOnly() {
    std::string text;
    for (int thread = 0; thread < 50; ++thread) {
        text += "t" + std::to_string(thread) + " cpu_op a 0 100\n";
    }
    DrawRequest request = requestFor(text);
    request.height = 100;
    const auto list = TimelinePrepare().prepare(std::move(request));
    QVERIFY(list->rows.front().prepared);
    QVERIFY(!list->rows.back().prepared);
    QVERIFY(list->rows.back().bands.empty());
    QVERIFY(list->contentHeight > 2000);
}

void DrawListTest::stopEndsThePreparation() {
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!TimelinePrepare().prepare(requestFor(kThread), stop.get_token()));
}

void DrawListTest::filterFindsBoxesAndColumns() {
    DrawRequest request = requestFor(std::string(kThread) + "main cpu_op aten::linear 700 1\n");
    const auto& lod = request.rows->lod();
    request.found = findEvents(lod->trace(), lod, Filter::parse("op:linear").value());
    const auto list = TimelinePrepare().prepare(request);
    QVERIFY(list->filtered());
    const DrawRow* operators = rowNamed(*list, QStringLiteral("Operators"));
    const auto& boxes = operators->bands[0].pixels.boxes;
    const auto lit =
        std::ranges::count_if(boxes, [&](const SliceBox& box) { return list->found(box.slice); });
    QCOMPARE(lit, 1);
    QCOMPARE(operators->bands[0].found, std::vector<std::uint16_t>{70});
    QCOMPARE(list->foundColumns.back(), std::uint16_t(70)); // on the ruler as well
}

int run_tst_draw_list(int argc, char** argv) {
    return lanes::test::runWithWidgets<DrawListTest>(argc, argv);
}
#include "tst_draw_list.moc"
