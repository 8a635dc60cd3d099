// Which slice stands inside which, and on which lane: by the rule, and the same whichever way a trace comes.
#include "model/analysis/time/SessionSummary.h"
#include "model/lod/LodIndex.h"
#include "model/session/reading/SessionReader.h"
#include "model/session/session.pb.h"
#include "model/session/writing/SessionWriter.h"
#include "model/session/writing/TableEncoders.h"
#include "model/session/writing/WriteTrace.h"
#include "model/trace/slices/Nesting.h"
#include "model/trace/slices/SegmentBuilder.h"
#include "tests/support/ImportText.h"
#include "tests/support/RunTest.h"
#include "tests/support/SessionBytes.h"
#include "tests/support/SessionOutput.h"
#include "tests/support/TraceText.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <ctime>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace lanes;
using namespace lanes::session;

namespace {

// Of all threads.
qint64 cpuNs() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

struct NoCells : CellSource {
    void cells(LayoutId, std::uint32_t, std::span<std::int64_t>) const override {}
};

struct Slice {
    TimeNs start;
    TimeNs end;
};

// Slices that nest, overlap, touch, begin together and last no time, in the order of a track.
std::vector<Slice> randomSlices(unsigned seed, std::size_t count) {
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t end) { return static_cast<TimeNs>(random() % end); };
    const auto span = static_cast<std::uint32_t>(count) * (1 + seed % 7);
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < count; ++i) {
        const TimeNs start = below(span);
        slices.push_back({start, start + (below(8) == 0 ? below(span / 4 + 1) : below(12))});
    }
    std::ranges::stable_sort(slices, [](const Slice& a, const Slice& b) {
        return a.start != b.start ? a.start < b.start : a.end > b.end;
    });
    return slices;
}

struct Placed {
    std::uint32_t lane = 0;
    std::size_t parent = SIZE_MAX;
};

// The rule as it reads, slice by slice over all before it.
std::vector<Placed> byTheRule(const std::vector<Slice>& slices) {
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        const Slice& own = slices[i];
        Placed place;
        std::vector<bool> taken(i + 2);
        for (std::size_t j = 0; j < i; ++j) {
            if (slices[j].end > own.start) {
                taken[placed[j].lane] = true;
                if (slices[j].end >= own.end) {
                    place.parent = j;
                }
            }
        }
        place.lane = place.parent == SIZE_MAX ? 0 : placed[place.parent].lane + 1;
        while (taken[place.lane]) {
            ++place.lane;
        }
        placed.push_back(place);
    }
    return placed;
}

std::string line(std::size_t index, const Slice& slice, const Placed& placed) {
    return std::to_string(index) + " " + std::to_string(slice.start) + "+" +
           std::to_string(slice.end - slice.start) + " on " + std::to_string(placed.lane) + " in " +
           (placed.parent == SIZE_MAX ? "-" : std::to_string(placed.parent)) + "\n";
}

std::string expectedText(const std::vector<Slice>& slices) {
    const std::vector<Placed> placed = byTheRule(slices);
    std::string text;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        text += line(i, slices[i], placed[i]);
    }
    return text;
}

// What a trace says of the slices of its only track; each is named after its number.
std::string textOf(const Trace& trace) {
    std::vector<std::tuple<std::size_t, Slice, Placed>> found;
    const auto number = [&](SliceId id) { return std::stoul(std::string(trace.text(trace.slice(id).name))); };
    for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
        const Trace::Slice s = trace.slice(SliceId(i));
        found.emplace_back(number(SliceId(i)), Slice{s.start, s.end()},
                           Placed{s.depth, s.parent.valid() ? number(s.parent) : SIZE_MAX});
    }
    std::ranges::sort(found, {}, [](const auto& f) { return std::get<0>(f); });
    std::string text;
    for (const auto& [index, slice, placed] : found) {
        text += line(index, slice, placed);
    }
    return text;
}

std::string fixture(const std::vector<Slice>& slices, std::size_t perSegment) {
    std::ostringstream out;
    for (std::size_t i = 0; i < slices.size(); ++i) {
        out << (i > 0 && i % perSegment == 0 ? "---\n" : "") << "t cpu_op " << i << ' ' << slices[i].start
            << ' ' << slices[i].end - slices[i].start << '\n';
    }
    return out.str();
}

// Two streams of work on one track, each kernel half as long again as the time to the next.
std::vector<Slice> concurrencyOfTwo(std::size_t count) {
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < count; ++i) {
        const auto start = static_cast<TimeNs>(i) * 10'000;
        slices.push_back({start, start + 10'500});
    }
    return slices;
}

} // namespace

class tst_nesting : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::string path() const { return folder_.filePath("a.lanes").toStdString(); }

    // As a recorder writes it, so many slices at a time, each with the number of the one before as its arrow's origin.
    void write(const std::vector<Slice>& slices, std::size_t perChunk) const {
        auto writer = SessionWriter::create(test::outputAt(path()));
        QVERIFY(writer.ok());
        const TrackId track =
            writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1", .name = "t"});
        std::vector<std::uint32_t> positions;
        for (std::size_t done = 0; done < slices.size(); done += perChunk) {
            std::vector<SliceRecord> records;
            for (std::size_t i = done; i < std::min(slices.size(), done + perChunk); ++i) {
                records.push_back({.start = slices[i].start,
                                   .duration = slices[i].end - slices[i].start,
                                   .name = writer->string(std::to_string(i))});
            }
            const auto written = writer->writeSlices(track, records, {}, NoCells());
            QVERIFY(written.ok());
            positions.insert(positions.end(), written.value().begin(), written.value().end());
        }
        std::vector<SessionLink> links;
        for (std::size_t i = 1; i < positions.size(); ++i) {
            links.push_back({{track, positions[i - 1]}, {track, positions[i]}});
        }
        QVERIFY(writer->writeLinks(links, 0, 0).ok());
        QVERIFY(writer->finish().ok());
    }

    // The same as writers did that numbered slices by the rule of then: their depth is the number of slices open at their
    // start, places count by (depth, start), and what stands around a chunk is a stack of those.
    void writeByTheOldRule(const std::vector<Slice>& slices, std::size_t perChunk) const {
        auto file = ChunkWriter::create(test::outputAt(path()));
        QVERIFY(file.ok());
        ColumnEncoder encoder;
        const auto put = [&](ChunkType type, const auto& message) {
            const std::string bytes = message.SerializeAsString();
            const auto size = static_cast<std::uint32_t>(bytes.size());
            QVERIFY(file->append(type, Packing::None, size, bytes).ok());
        };
        StringInterner names;
        std::vector<StringId> ids;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            ids.push_back(names.intern(std::to_string(i)));
        }
        proto::Strings strings;
        QCOMPARE(encodeStrings(encoder, names, ids, strings), ids.size());
        put(ChunkType::Strings, strings);
        proto::Tracks tracks;
        encodeProcess(0, {.key = "1"}, *tracks.add_processes());
        encodeTrack(0, {.process = ProcessId(0), .key = "1"}, *tracks.add_tracks());
        put(ChunkType::Tracks, tracks);

        std::vector<std::pair<std::uint32_t, TimeNs>> open; // position and end
        std::vector<std::int64_t> positions;
        for (std::size_t done = 0; done < slices.size(); done += perChunk) {
            const std::size_t count = std::min(perChunk, slices.size() - done);
            proto::Slices message;
            message.set_first(done);
            message.set_count(static_cast<std::uint32_t>(count));
            for (const auto& [position, end] : open) {
                message.add_open(position);
                message.add_open_end(end);
            }
            std::array<std::vector<std::int64_t>, 4> columns;
            std::vector<std::pair<std::size_t, std::size_t>> order; // depth, number
            std::vector<std::size_t> stack(open.size(), SIZE_MAX);
            std::vector<TimeNs> ends;
            std::ranges::transform(open, std::back_inserter(ends), [](const auto& o) { return o.second; });
            for (std::size_t i = 0; i < count; ++i) {
                const Slice& slice = slices[done + i];
                while (!ends.empty() && ends.back() <= slice.start) {
                    ends.pop_back();
                    stack.pop_back();
                }
                order.emplace_back(ends.size(), i);
                ends.push_back(slice.end);
                stack.push_back(i);
                columns[0].push_back(slice.start);
                columns[1].push_back(slice.end - slice.start);
                columns[2].push_back(static_cast<std::int64_t>(done + i + 1));
                columns[3].push_back(0);
            }
            std::ranges::sort(order);
            std::vector<std::uint32_t> place(count);
            for (std::size_t n = 0; n < count; ++n) {
                place[order[n].second] = static_cast<std::uint32_t>(done + n);
            }
            positions.insert(positions.end(), place.begin(), place.end());
            open.resize(stack.size());
            for (std::size_t d = 0; d < stack.size(); ++d) {
                open[d] = {stack[d] == SIZE_MAX ? open[d].first : place[stack[d]], ends[d]};
            }
            message.set_start(encoder.encode(columns[0]));
            message.set_duration(encoder.encode(columns[1]));
            message.set_name_plus1(encoder.encode(columns[2]));
            message.set_layout_plus1(encoder.encode(columns[3]));
            put(ChunkType::Slices, message);
        }
        proto::Links links;
        const std::size_t arrows = positions.size() - 1;
        const std::vector<std::int64_t> zeros(arrows, 0);
        links.set_count(static_cast<std::uint32_t>(arrows));
        for (std::string* column :
             {links.mutable_kind(), links.mutable_from_track(), links.mutable_to_track()}) {
            *column = encoder.encode(zeros);
        }
        links.set_from(encoder.encode(std::span(positions).first(arrows)));
        links.set_to(encoder.encode(std::span(positions).last(arrows)));
        put(ChunkType::Links, links);
    }

    // Every arrow leads from a slice to the next.
    static void checkLinks(const Trace& trace, std::size_t slices) {
        QCOMPARE(std::size_t(trace.links().size()), slices - 1);
        for (const Link& link : trace.links().all()) {
            const auto number = [&](SliceId id) {
                return std::stoi(std::string(trace.text(trace.slice(id).name)));
            };
            QCOMPARE(number(link.to), number(link.from) + 1);
        }
    }

private Q_SLOTS:
    void theRule_data() {
        QTest::addColumn<QString>("slices");
        QTest::addColumn<QString>("lanes");
        QTest::addRow("nested") << "t cpu_op a 0 100\nt cpu_op b 10 50\nt cpu_op c 20 10\nt cpu_op d 60 40\n"
                                << "t\n  0 0+100 a\n  1 10+50 b\n  2 20+10 c\n  1 60+40 d\n";
        QTest::addRow("partly over another")
            << "t cpu_op a 0 10\nt cpu_op b 5 10\nt cpu_op c 12 10\nt cpu_op d 30 1\n"
            << "t\n  0 0+10 a\n  1 5+10 b\n  0 12+10 c\n  0 30+1 d\n";
        QTest::addRow("inside of what overlaps")
            << "t cpu_op a 0 10\nt cpu_op b 5 10\nt cpu_op c 6 3\nt cpu_op d 11 2\n"
            << "t\n  0 0+10 a\n  1 5+10 b\n  2 6+3 c\n  2 11+2 d\n";
        // `with record_function(...)`: the range begins in __enter__ and ends in __exit__.
        QTest::addRow("a range between enter and exit")
            << "t python_function f 0 100\nt python_function __enter__ 10 10\nt user_annotation range 15 60\n"
               "t cpu_op op 30 10\nt python_function __exit__ 70 10\nt cpu_op next 85 5\n"
            << "t\n  0 0+100 f\n  1 10+10 __enter__\n  2 15+60 range\n  3 30+10 op\n  1 70+10 __exit__\n"
               "  1 85+5 next\n";
        QTest::addRow("no length") << "t cpu_op a 5 0\nt cpu_op b 5 0\nt cpu_op c 5 10\nt cpu_op d 15 0\n"
                                   << "t\n  0 5+10 c\n  0 15+0 d\n  1 5+0 a\n  1 5+0 b\n";
        QTest::addRow("equal") << "t cpu_op a 5 10\nt cpu_op b 5 10\n"
                               << "t\n  0 5+10 a\n  1 5+10 b\n";
        QTest::addRow("over segments") << "t cpu_op a 0 10\nt cpu_op b 5 10\n---\nt cpu_op c 8 4\nt cpu_op d "
                                          "12 10\n---\nt cpu_op e 14 3\n"
                                       << "t\n  0 0+10 a\n  1 5+10 b\n  2 8+4 c\n  0 12+10 d\n  2 14+3 e\n";
    }
    void theRule() {
        QFETCH(QString, slices);
        QFETCH(QString, lanes);
        std::string text = test::textOf(*test::traceFromText(slices.toStdString()));
        if (!lanes.contains("+0")) { // textOf() sorts by start, then depth
            QCOMPARE(QString::fromStdString(text), lanes);
            return;
        }
        QStringList found = QString::fromStdString(text).split('\n');
        QStringList expected = lanes.split('\n');
        found.sort();
        expected.sort();
        QCOMPARE(found, expected);
    }

    void everyWayGivesTheSame_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 12; ++seed) {
            QTest::addRow("seed %u", seed) << seed;
        }
    }
    void everyWayGivesTheSame() {
        QFETCH(unsigned, seed);
        const std::vector<Slice> slices = randomSlices(seed, 1 + seed * 60);
        const QString expected = QString::fromStdString(expectedText(slices));
        for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{100}, slices.size()}) {
            const auto built = test::traceFromText(fixture(slices, part));
            QCOMPARE(QString::fromStdString(textOf(*built)), expected);
            write(slices, part);
            auto reader = SessionReader::open(path());
            const auto read = reader->read({});
            QVERIFY(read.ok());
            QCOMPARE(QString::fromStdString(textOf(*read.value())), expected);
            checkLinks(*read.value(), slices.size());
            QVERIFY(writeTrace(*read.value(), path()).ok());
            const auto copy = SessionReader::open(path())->read({});
            QCOMPARE(QString::fromStdString(textOf(*copy.value())), expected);
            checkLinks(*copy.value(), slices.size());
        }
    }

    void sessionsOfTheOldRule_data() { everyWayGivesTheSame_data(); }
    void sessionsOfTheOldRule() {
        QFETCH(unsigned, seed);
        const std::vector<Slice> slices = randomSlices(seed, 2 + seed * 60);
        for (const std::size_t part : {std::size_t{1}, std::size_t{7}, std::size_t{100}, slices.size()}) {
            writeByTheOldRule(slices, part);
            const auto read = SessionReader::open(path())->read({});
            QVERIFY(read.ok());
            QCOMPARE(QString::fromStdString(textOf(*read.value())),
                     QString::fromStdString(expectedText(slices)));
            checkLinks(*read.value(), slices.size());
        }
    }

    // What is left nests in what is left, and arrows between such slices lead where they did.
    void aChunkIsLost() {
        const std::vector<Slice> slices = randomSlices(4, 200);
        write(slices, 10);
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        std::string bytes = file.readAll().toStdString();
        std::size_t lost = 0;
        for (const FooterEntry& chunk : test::chunksOf(bytes)) {
            if (chunk.type == ChunkType::Slices && lost++ == 7) { // slices 70 to 79
                file.seek(static_cast<qint64>(chunk.offset + kChunkHeaderBytes));
                file.putChar('\xff');
            }
        }
        QVERIFY(lost > 7);
        file.close();
        const auto read = SessionReader::open(path())->read({});
        QVERIFY(read.ok());
        QCOMPARE(read.value()->diagnostics().count("damaged-chunk"), 1u);
        std::vector<Slice> left = slices;
        left.erase(left.begin() + 70, left.begin() + 80);
        const std::vector<Placed> placed = byTheRule(left);
        const Trace& trace = *read.value();
        QCOMPARE(trace.sliceCount(), 190u);
        for (std::uint32_t i = 0; i < trace.sliceCount(); ++i) {
            const Trace::Slice s = trace.slice(SliceId(i));
            const std::size_t number = std::stoul(std::string(trace.text(s.name)));
            QCOMPARE(s.depth, placed[number < 70 ? number : number - 10].lane);
        }
        QCOMPARE(std::size_t(trace.links().size()), std::size_t(188));
        for (const Link& link : trace.links().all()) {
            const auto number = [&](SliceId id) {
                return std::stoi(std::string(trace.text(trace.slice(id).name)));
            };
            QCOMPARE(number(link.to), number(link.from) + 1);
        }
    }

    void importGivesTheSame_data() { everyWayGivesTheSame_data(); }
    void importGivesTheSame() {
        QFETCH(unsigned, seed);
        const std::vector<Slice> slices = randomSlices(seed, 1 + seed * 60);
        std::string json = "{'traceEvents':[";
        for (std::size_t i = 0; i < slices.size(); ++i) {
            json += std::string(i > 0 ? ",\n" : "") + "{'ph':'X','cat':'cpu_op','name':'" +
                    std::to_string(i) + "','pid':1,'tid':1,'ts':" + std::to_string(slices[i].start) +
                    ",'dur':" + std::to_string(slices[i].end - slices[i].start) + "}";
        }
        std::vector<Slice> inNs = slices;
        for (Slice& slice : inNs) {
            slice.start *= 1000;
            slice.end *= 1000;
        }
        const auto trace = test::importInRanges(test::q(json + "]}"), 997, 3);
        QVERIFY(trace);
        QCOMPARE(QString::fromStdString(textOf(*trace)), QString::fromStdString(expectedText(inNs)));
    }

    void aWindowReadsAlong() {
        const std::vector<Slice> slices = randomSlices(5, 300);
        auto writer = SessionWriter::create(test::outputAt(path()));
        const TrackId track = writer->addTrack({.process = writer->addProcess({.key = "1"}), .key = "1"});
        auto reader = SessionReader::open(path());
        std::shared_ptr<const Trace> seen;
        for (std::size_t i = 0; i < slices.size(); ++i) {
            const std::vector<SliceRecord> one{{.start = slices[i].start,
                                                .duration = slices[i].end - slices[i].start,
                                                .name = writer->string(std::to_string(i))}};
            QVERIFY(writer->writeSlices(track, one, {}, NoCells()).ok());
            seen = reader->poll().value();
            QVERIFY(seen);
        }
        QCOMPARE(QString::fromStdString(textOf(*seen)), QString::fromStdString(expectedText(slices)));
    }

    void depthCostsConcurrency() {
        const std::vector<Slice> slices = concurrencyOfTwo(60'000);
        write(slices, 1000);
        const auto trace = SessionReader::open(path())->read({}).value();
        QCOMPARE(summarize(*trace).maxDepth, 2u);
        QCOMPARE(trace->lanes().size(), std::size_t(2));
        QCOMPARE(trace->sliceCount(), 60'000u);
    }

    // Of two kinds of rows on one track, each takes two; and it takes no longer than slices that do not overlap.
    void rowsOfSeveralKinds() {
        const auto timeOf = [](TimeNs duration) {
            std::ostringstream text;
            for (int i = 0; i < 20'000; ++i) {
                text << "t " << (i % 4 < 2 ? "cpu_op" : "python_function") << ' ' << i << ' ' << i * 10'000
                     << ' ' << duration << '\n';
            }
            const auto trace = test::traceFromText(text.str());
            const qint64 before = cpuNs();
            const auto index = LodIndex::build(trace);
            const qint64 ns = cpuNs() - before;
            for (const LaneGroup group : {LaneGroup::Python, LaneGroup::Operators}) {
                const bool overlap = duration > 10'000;
                if (index->lanesOf(TrackId(0), group).size() != (overlap ? 2u : 1u)) {
                    return std::pair(qint64(-1), ns);
                }
            }
            return std::pair(qint64(index->lanes().size()), ns);
        };
        const auto [plainLanes, plain] = timeOf(9'000);
        const auto [lanes, overlapping] = timeOf(10'500);
        QCOMPARE(plainLanes, 2);
        QCOMPARE(lanes, 4);
        QVERIFY2(overlapping < 50 * plain + 50'000'000, qPrintable(QString::number(overlapping)));
    }

    void childrenAndSelfTime() {
        const auto trace =
            test::traceFromText("t cpu_op a 0 100\nt cpu_op b 10 20\nt cpu_op c 20 20\nt cpu_op d 25 5\n"
                                "t cpu_op e 60 10\n");
        const auto named = [&](std::string_view name) {
            for (std::uint32_t i = 0; i < trace->sliceCount(); ++i) {
                if (trace->text(trace->slice(SliceId(i)).name) == name) {
                    return SliceId(i);
                }
            }
            return SliceId();
        };
        QCOMPARE(trace->children(named("a")), (std::vector{named("b"), named("c"), named("e")}));
        QCOMPARE(trace->children(named("c")), std::vector{named("d")});
        QCOMPARE(trace->selfTime(named("a")), TimeNs(60)); // b and c are one piece of time
        QCOMPARE(trace->slice(named("d")).depth, 3u);
    }
};

int run_tst_nesting(int argc, char** argv) {
    return lanes::test::runWithoutWindow<tst_nesting>(argc, argv);
}
#include "tst_nesting.moc"
