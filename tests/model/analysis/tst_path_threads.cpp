// Which thread went on when another one was done: found by a sweep, as by asking every thread about every silence.
#include "model/analysis/path/PathThreads.h"
#include "tests/support/RunTest.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <random>
#include <tuple>

using namespace lanes;

namespace {

PathThread threadOf(std::uint32_t track, std::vector<TimeRange> busy, std::uint32_t works,
                    std::uint32_t process = 0) {
    PathThread thread;
    thread.track = TrackId(track);
    thread.process = ProcessId(process);
    thread.works = works;
    thread.busy = IntervalSet(std::move(busy));
    return thread;
}

std::vector<PathThread> randomThreads(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned end) { return random() % end; };
    std::vector<PathThread> threads;
    for (std::uint32_t t = 0; t < 2 + below(8); ++t) {
        std::vector<TimeRange> busy;
        TimeNs at = below(4) * 1000;
        for (unsigned i = 0; i < below(12); ++i) {
            at += 500 * below(8);
            busy.push_back({at, at + 500 * TimeNs(1 + below(6))});
            at = busy.back().end;
        }
        threads.push_back(threadOf(t, std::move(busy), below(4), below(3) == 0 ? 1 : 0));
    }
    return threads;
}

// What a thread did within a silence, if it did not go on beyond it.
std::optional<TimeRange> burst(const PathThread& thread, TimeRange silence) {
    std::optional<TimeRange> all;
    for (const TimeRange& busy : thread.busy.ranges()) {
        if (busy.end > silence.begin && busy.begin < silence.end) {
            all = all ? TimeRange{all->begin, busy.end}
                      : TimeRange{std::max(busy.begin, silence.begin), busy.end};
        }
    }
    return all && all->end <= silence.end ? all : std::nullopt;
}

using Row = std::tuple<std::uint32_t, TimeNs, TimeNs, std::uint32_t, TimeNs, bool>;

Row rowOf(const PathHandover& h) {
    return {h.to, h.silent, h.resumed, h.from, h.done, h.first};
}

void addFirst(const std::vector<PathThread>& threads, std::uint32_t to, std::vector<Row>& rows) {
    const TimeNs time = threads[to].busy.ranges().front().begin;
    std::optional<std::uint32_t> by;
    for (std::uint32_t i = 0; i < threads.size(); ++i) {
        const bool there = i != to && threads[i].process == threads[to].process && !threads[i].busy.empty() &&
                           threads[i].busy.ranges().front().begin < time;
        by = there && (!by || threads[i].works > threads[*by].works) ? i : by;
    }
    if (by) {
        TimeNs done = 0;
        for (const TimeRange& busy : threads[*by].busy.ranges()) {
            done = busy.begin <= time ? std::min(busy.end, time) : done;
        }
        rows.emplace_back(to, time, time, *by, done, true);
    }
}

void addResumed(const std::vector<PathThread>& threads, std::uint32_t to, TimeRange silence,
                std::vector<Row>& rows) {
    std::optional<Row> best;
    for (std::uint32_t i = 0; i < threads.size() && silence.length() >= 1000; ++i) {
        const bool other = i != to && threads[i].process == threads[to].process;
        const auto did = other ? burst(threads[i], silence) : std::nullopt;
        if (did && 2 * did->length() >= silence.length() && (!best || did->end > std::get<4>(*best))) {
            best = Row{to, silence.begin, silence.end, i, did->end, false};
        }
    }
    if (best) {
        rows.push_back(*best);
    }
}

std::vector<Row> asked(const std::vector<PathThread>& threads) {
    std::vector<Row> rows;
    for (std::uint32_t to = 0; to < threads.size(); ++to) {
        const auto busy = threads[to].busy.ranges();
        if (!busy.empty()) {
            addFirst(threads, to, rows);
        }
        for (std::size_t i = 1; i < busy.size(); ++i) {
            addResumed(threads, to, {busy[i - 1].end, busy[i].begin}, rows);
        }
    }
    return rows;
}

} // namespace

class TestPathThreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSameAsAskingEveryThread() {
        std::size_t found = 0;
        for (unsigned seed = 0; seed < 3000; ++seed) {
            const std::vector<PathThread> threads = randomThreads(seed);
            std::vector<Row> rows;
            for (const PathHandover& handover : pathHandovers(threads)) {
                rows.push_back(rowOf(handover));
            }
            if (rows != asked(threads)) {
                qWarning("seed %u", seed);
            }
            QVERIFY(rows == asked(threads));
            found += rows.size();
        }
        QVERIFY(found > 3000);
    }

    // 20,000 threads, each silent while the others work one after the other.
    void manyThreads() {
        std::vector<PathThread> threads;
        constexpr std::uint32_t kThreads = 20'000;
        for (std::uint32_t t = 0; t < kThreads; ++t) {
            std::vector<TimeRange> busy;
            for (TimeNs round = 0; round < 5; ++round) {
                const TimeNs begin = (round * kThreads + t) * 10'000;
                busy.push_back({begin, begin + 5000});
            }
            threads.push_back(threadOf(t, std::move(busy), 1));
        }
        QCOMPARE(pathHandovers(threads).size(), std::size_t(kThreads - 1)); // the first work of each but one
    }
};

int run_tst_path_threads(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestPathThreads>(argc, argv);
}
#include "tst_path_threads.moc"
