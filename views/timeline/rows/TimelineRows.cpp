#include "views/timeline/rows/TimelineRows.h"

#include "model/analysis/device/Occupancy.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/slices/SameSlice.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"
#include "views/timeline/rows/RowCurves.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace lanes {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(TimelineRows)
};

} // namespace

class RowsBuilder {
public:
    explicit RowsBuilder(TimelineRows& out)
        : out_(out)
        , lod_(*out.lod_)
        , trace_(*out.lod_->trace()) {}

    void build() {
        curves_ = findCurves(trace_, *out_.sources_);
        addSteps();
        addInstants(InstantLane::Scope::Session, 0, -1, 0);
        for (const ProcessId process : orderedProcesses()) {
            const Process& p = trace_.processes()[process.value];
            if (rank(p) == kProfiler && !countersDone_) {
                addCounters();
            }
            if (p.kind == Process::Kind::Device) {
                addDevice(process);
            } else {
                addProcess(process);
            }
        }
        if (!countersDone_) {
            addCounters();
        }
        indexLanes();
    }

private:
    using Kind = TimelineRow::Kind;

    [[nodiscard]] std::vector<ProcessId> orderedProcesses() const {
        std::vector<ProcessId> order;
        order.reserve(trace_.processes().size());
        for (std::uint32_t i = 0; i < trace_.processes().size(); ++i) {
            order.emplace_back(i);
        }
        std::ranges::stable_sort(order, [&](ProcessId a, ProcessId b) {
            const Process& x = trace_.processes()[a.value];
            const Process& y = trace_.processes()[b.value];
            return std::pair(rank(x), x.sortIndex) < std::pair(rank(y), y.sortIndex);
        });
        return order;
    }

    // The program's processes, then devices, then what the profiler says about itself.
    enum Rank { kProgram, kDevice, kProfiler };
    [[nodiscard]] static Rank rank(const Process& p) {
        return p.kind == Process::Kind::Device ? kDevice : p.isProfiler() ? kProfiler : kProgram;
    }

    // Tracks of a process that have slices, read or not, or instants, in the trace's order.
    [[nodiscard]] std::vector<TrackId> tracksOf(ProcessId process) const {
        std::vector<TrackId> tracks;
        for (std::uint32_t i = 0; i < trace_.tracks().size(); ++i) {
            if (trace_.tracks()[i].process == process && hasAnything(TrackId(i)) &&
                !standsBelow(TrackId(i))) {
                tracks.emplace_back(i);
            }
        }
        std::ranges::stable_sort(tracks, {}, [&](TrackId t) { return trace_.tracks()[t.value].sortIndex; });
        return tracks;
    }

    // Samples and states of a thread are rows of it, if it has others.
    [[nodiscard]] bool standsBelow(TrackId track) const {
        const auto thread = threadAbove(trace_, track);
        return thread && hasAnything(*thread);
    }

    [[nodiscard]] bool hasAnything(TrackId track) const {
        for (int group = 0; group < kLaneGroupCount; ++group) {
            if (!lod_.lanesOf(track, static_cast<LaneGroup>(group)).empty()) {
                return true;
            }
        }
        return hasInstants(InstantLane::Scope::Track, track.value);
    }

    [[nodiscard]] bool hasInstants(InstantLane::Scope scope, std::uint32_t owner) const {
        return lod_.instants().laneOf(scope, owner).has_value();
    }

    TimelineRow& add(Kind kind, QString key, QString label, int parent) {
        TimelineRow& row = out_.rows_.emplace_back();
        row.kind = kind;
        row.key = std::move(key);
        row.label = std::move(label);
        row.parent = parent;
        if (parent >= 0) {
            TimelineRow& above = out_.rows_[static_cast<std::size_t>(parent)];
            above.hasChildren = true;
            row.indent = above.indent + 1;
        }
        return row;
    }
    [[nodiscard]] int last() const { return static_cast<int>(out_.rows_.size()) - 1; }

    void addSteps() {
        const SessionSteps steps = findSteps(trace_);
        out_.steps_.assign(steps.first().begin(), steps.first().end());
        if (out_.steps_.empty()) {
            return;
        }
        TimelineRow& row = add(Kind::Steps, QStringLiteral("steps"), Words::tr("Steps"), -1);
        row.icon = QStringLiteral("step");
        const auto n = static_cast<int>(out_.steps_.size());
        row.value = n == 1 ? toQString(out_.steps_.front().label) : Words::tr("%n steps", nullptr, n);
    }

    [[nodiscard]] bool holdsInstants(ProcessId process, const std::vector<TrackId>& tracks) const {
        return hasInstants(InstantLane::Scope::Process, process.value) ||
               std::ranges::any_of(tracks, [this](TrackId track) {
                   return hasInstants(InstantLane::Scope::Track, track.value);
               });
    }

    // Nothing where there are none. `name`: of a track that has nothing else.
    void addInstants(InstantLane::Scope scope, std::uint32_t owner, int parent, int indent,
                     const QString& name = {}) {
        const auto lane = lod_.instants().laneOf(scope, owner);
        if (!lane) {
            return;
        }
        const bool whole = parent < 0;
        QString key = whole ? QString() : out_.rows_[static_cast<std::size_t>(parent)].key + QLatin1Char('/');
        key += QStringLiteral("instants");
        if (scope == InstantLane::Scope::Track) {
            key += QLatin1Char('/') + toQString(trace_.tracks()[owner].key);
        }
        const QString own =
            scope == InstantLane::Scope::Process ? Words::tr("Process instants") : Words::tr("Instants");
        TimelineRow& row = add(Kind::Instants, key, name.isEmpty() ? own : name, parent);
        row.indent = indent;
        row.instants = *lane;
        row.icon = whole ? QStringLiteral("mark") : QString();
        row.value = countText(lod_.instants().lanes()[*lane].count());
    }

    [[nodiscard]] static QString keyOf(const Process& p) { return toQString(p.key); }

    void addProcess(ProcessId id) {
        const Process& p = trace_.processes()[id.value];
        const std::vector<TrackId> tracks = tracksOf(id);
        if (tracks.empty() && !hasInstants(InstantLane::Scope::Process, id.value)) {
            return;
        }
        const QString name = p.isProfiler()   ? Words::tr("Profiler overhead")
                             : p.name.empty() ? Words::tr("Process")
                                              : toQString(p.name);
        TimelineRow& row = add(Kind::Process, QStringLiteral("p/") + keyOf(p), name, -1);
        row.icon = QStringLiteral("process");
        row.sub = p.isProfiler() ? QString() : keyOf(p); // its number is torch's, and no process
        row.folds =
            p.isProfiler() && !holdsInstants(id, tracks); // which a line of what is busy does not show
        const int process = last();
        if (tracks.size() == 1) { // a process of one thread is one group
            row.label = p.isProfiler() ? name : name + QStringLiteral(", ") + trackName(trace_, tracks[0]);
            row.track = tracks[0];
            row.busyLanes = busyLanes(tracks[0]);
            addInstants(InstantLane::Scope::Process, id.value, process, 2);
            addGroups(tracks[0], process, 2);
            addCountersOf(id, process);
            return;
        }
        addInstants(InstantLane::Scope::Process, id.value, process, 1);
        std::vector<std::uint32_t> busy;
        for (const TrackId track : tracks) {
            addThread(track, p, process);
            const TimelineRow& thread = out_.rows_[threadRow(track)];
            if (!thread.folds) { // an idle helper does not make its process busy
                busy.insert(busy.end(), thread.busyLanes.begin(), thread.busyLanes.end());
            }
        }
        out_.rows_[static_cast<std::size_t>(process)].busyLanes = std::move(busy);
        addCountersOf(id, process);
    }

    [[nodiscard]] std::size_t threadRow(TrackId track) const {
        const auto found = std::ranges::find_if(out_.rows_, [&](const TimelineRow& row) {
            return row.kind == Kind::Thread && row.track == track;
        });
        return static_cast<std::size_t>(found - out_.rows_.begin());
    }

    void addThread(TrackId id, const Process& p, int parent) {
        const Track& track = trace_.tracks()[id.value];
        TimelineRow& row = add(Kind::Thread, QStringLiteral("t/%1/%2").arg(keyOf(p), toQString(track.key)),
                               trackName(trace_, id), parent);
        row.icon = QStringLiteral("thread");
        // The number of a thread; what is none has a key that only files need.
        if (track.kind == Track::Kind::Thread && !row.label.contains(toQString(track.key))) {
            row.sub = toQString(track.key);
        }
        row.track = id;
        row.busyLanes = busyLanes(id);
        // Functions only: a helper that waits while the others work.
        row.folds = lod_.lanesOf(id, LaneGroup::Operators).empty() &&
                    lod_.lanesOf(id, LaneGroup::Runtime).empty() &&
                    !lod_.lanesOf(id, LaneGroup::Python).empty();
        addGroups(id, last(), row.indent + 1);
    }

    // What says best whether a thread works: its operators; without any, whatever there is.
    [[nodiscard]] std::vector<std::uint32_t> busyLanes(TrackId track) const {
        for (const LaneGroup group : {LaneGroup::Operators, LaneGroup::Device, LaneGroup::Runtime,
                                      LaneGroup::Ranges, LaneGroup::Python, LaneGroup::DeviceRanges}) {
            const auto lanes = lod_.lanesOf(track, group);
            if (!lanes.empty()) {
                return {static_cast<std::uint32_t>(lanes.data() - lod_.lanes().data())};
            }
        }
        return {};
    }

    void addGroups(TrackId track, int parent, int indent) {
        struct Sort {
            LaneGroup group;
            const char* name;
            Hue dot;
        };
        static constexpr std::array<Sort, 5> kGroups{{
            {LaneGroup::Ranges, QT_TRANSLATE_NOOP("TimelineRows", "Ranges"), Hue::Range},
            {LaneGroup::Python, QT_TRANSLATE_NOOP("TimelineRows", "Python"), Hue::Python},
            {LaneGroup::Operators, QT_TRANSLATE_NOOP("TimelineRows", "Operators"), Hue::Operator},
            {LaneGroup::Runtime, QT_TRANSLATE_NOOP("TimelineRows", "Runtime calls"), Hue::Runtime},
            {LaneGroup::Device, QT_TRANSLATE_NOOP("TimelineRows", "Device work"), Hue::Gemm},
        }};
        addInstants(InstantLane::Scope::Track, track.value, parent, indent);
        if (const auto states = statesOfThread(trace_, track)) {
            addStates(*states, parent, indent);
        }
        for (const Sort& sort : kGroups) {
            const bool named = sort.group != LaneGroup::Operators || hasOperators(track);
            addGroup(track, sort.group, named ? Words::tr(sort.name) : Words::tr("Events"),
                     named ? sort.dot : Hue::Other, parent, indent);
        }
        if (const auto samples = samplesOfThread(trace_, track)) {
            addGroup(*samples, LaneGroup::Python, Words::tr("Python"), Hue::Python, parent, indent);
        }
    }

    // Slices of other programs than torch are operators of nothing.
    [[nodiscard]] bool hasOperators(TrackId track) const {
        return std::ranges::any_of(lod_.lanesOf(track, LaneGroup::Operators), [&](const LodLane& lane) {
            const auto busy = lane.busyIn(trace_.span());
            const TimeNs all = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
            return all > busy[static_cast<std::size_t>(Hue::Other)];
        });
    }

    [[nodiscard]] TimeNs communication(const LodLane::Busy& busy) const {
        TimeNs time = busy[static_cast<std::size_t>(Hue::Communication)];
        for (std::size_t i = 0; trace_.ownClasses() != nullptr && i < trace_.ownClasses()->all().size();
             ++i) {
            time += trace_.ownClasses()->all()[i].communication ? busy[kHueCount + i] : 0;
        }
        return time;
    }

    TimelineRow& addLanes(const QString& key, const QString& name, std::span<const LodLane> lanes, int parent,
                          int indent) {
        TimelineRow& row =
            add(Kind::Group, out_.rows_[static_cast<std::size_t>(parent)].key + QLatin1Char('/') + key, name,
                parent);
        row.indent = indent;
        row.track = lanes.front().track;
        row.group = lanes.front().group;
        row.firstLane = static_cast<std::uint32_t>(lanes.data() - lod_.lanes().data());
        row.levels = static_cast<std::uint32_t>(lanes.size());
        return row;
    }

    void addStates(TrackId states, int parent, int indent) {
        const auto lanes = lod_.lanesOf(states, groupOf(EventKind::Other));
        if (!lanes.empty()) {
            TimelineRow& row = addLanes(QStringLiteral("state"), Words::tr("State"), lanes, parent, indent);
            row.dot = Hue::Other;
            row.states = true;
        }
    }

    void addGroup(TrackId track, LaneGroup group, const QString& name, Hue dot, int parent, int indent) {
        const auto lanes = lod_.lanesOf(track, group);
        if (lanes.empty()) {
            return;
        }
        TimelineRow& row = addLanes(QString::number(int(group)), name, lanes, parent, indent);
        row.dot = mostlyAutograd(lanes[0]) ? Hue::Autograd : dot;
        if (row.levels > 3) {
            row.note = Words::tr("%n levels", nullptr, int(row.levels));
        }
    }

    [[nodiscard]] bool mostlyAutograd(const LodLane& lane) const {
        const auto busy = lane.busyIn(trace_.span());
        return busy[static_cast<std::size_t>(Hue::Autograd)] > busy[static_cast<std::size_t>(Hue::Operator)];
    }

    void addDevice(ProcessId id) {
        const Process& p = trace_.processes()[id.value];
        const std::vector<TrackId> tracks = tracksOf(id);
        if (tracks.empty() && !hasInstants(InstantLane::Scope::Process, id.value)) {
            return; // Kineto names sixteen devices whatever there are
        }
        const bool labelled = !p.label.empty();
        TimelineRow& row = add(Kind::Device, QStringLiteral("d/") + keyOf(p),
                               labelled ? toQString(p.label) : Words::tr("GPU %1").arg(p.deviceIndex), -1);
        row.icon = QStringLiteral("gpu");
        row.sub = toQString(deviceName(trace_, p));
        const int device = last();
        addInstants(InstantLane::Scope::Process, id.value, device, 1);
        std::vector<std::uint32_t> busy;
        for (const TrackId track : tracks) {
            if (const auto work = lod_.lanesOf(track, LaneGroup::Device); !work.empty()) {
                busy.push_back(static_cast<std::uint32_t>(work.data() - lod_.lanes().data()));
            }
            addStream(track, p, device);
        }
        out_.rows_[static_cast<std::size_t>(device)].busyLanes = std::move(busy);
    }

    void addStream(TrackId id, const Process& p, int parent) {
        const Track& track = trace_.tracks()[id.value];
        const auto lanes = lod_.lanesOf(id, LaneGroup::Device);
        const QString name = trackName(trace_, id);
        const QString key = toQString(track.key);
        if (!lanes.empty()) {
            TimelineRow& row = add(Kind::Stream, QStringLiteral("s/%1/%2").arg(keyOf(p), key), name, parent);
            const auto busy = lanes[0].busyIn(trace_.span());
            const TimeNs all = std::accumulate(busy.begin(), busy.end(), TimeNs(0));
            const bool communicates = communication(busy) * 2 > all;
            row.icon = communicates ? QStringLiteral("communication") : QStringLiteral("stream");
            row.sub = communicates ? Words::tr("Communication") : QString();
            row.track = id;
            row.group = LaneGroup::Device;
            row.firstLane = static_cast<std::uint32_t>(lanes.data() - lod_.lanes().data());
            row.levels = static_cast<std::uint32_t>(lanes.size());
            std::uint32_t count = 0;
            for (const LodLane& lane : lanes) {
                count += lane.slices();
            }
            const bool waits = busy[static_cast<std::size_t>(Hue::Sync)] * 2 > all;
            row.note = (waits ? Words::tr("%1 waits", nullptr, pluralOf(count))
                              : Words::tr("%1 kernels, copies", nullptr, pluralOf(count)))
                           .arg(countText(count));
        }
        const bool bare = lanes.empty();
        addInstants(InstantLane::Scope::Track, id.value, parent, bare ? 1 : 2, bare ? name : QString());
        addGroup(id, LaneGroup::DeviceRanges, Words::tr("Ranges"), Hue::Range, parent, 2);
        addGroup(id, LaneGroup::Operators, name, Hue::Other, parent, 1); // what no category names
    }

    // Those that no process has taken below it.
    void addCounters() {
        countersDone_ = true;
        for (RowCurves& counter : curves_) {
            if (!counter.curves.empty()) {
                addCounter(counter, -1, 1);
            }
        }
    }

    // Where a process has many they stand below it, folded: they are looked at when something else has asked for it.
    void addCountersOf(ProcessId id, int process) {
        constexpr auto kMostBeside = 3;
        const auto isOwn = [id](const RowCurves& counter) { return counter.owner == id; };
        const auto count = std::ranges::count_if(curves_, isOwn);
        if (count <= kMostBeside) {
            return;
        }
        TimelineRow& row = add(Kind::Counters, QStringLiteral("cs/") + keyOf(trace_.processes()[id.value]),
                               Words::tr("Counters"), process);
        row.icon = QStringLiteral("counter");
        row.value = countText(count);
        row.folds = true;
        const int parent = last();
        for (RowCurves& counter : curves_) {
            if (isOwn(counter)) {
                counter.label = counter.name;
                addCounter(counter, parent, 2);
            }
        }
    }

    void addCounter(RowCurves& counter, int parent, int indent) {
        TimelineRow& row = add(Kind::Counter, QStringLiteral("c/") + counter.key, counter.label, parent);
        row.indent = indent;
        row.icon = QStringLiteral("counter");
        row.note = counter.note;
        row.value = counter.value;
        row.counter = counter.counter;
        for (TimelineCurve& curve : std::exchange(counter.curves, {})) {
            row.curves.push_back(static_cast<std::uint32_t>(out_.curves_.size()));
            out_.curves_.push_back(std::move(curve));
        }
    }

    void indexLanes() {
        out_.rowOfLane_.assign(lod_.lanes().size(), -1);
        for (std::size_t r = 0; r < out_.rows_.size(); ++r) {
            const TimelineRow& row = out_.rows_[r];
            for (std::uint32_t l = row.firstLane; l < row.firstLane + row.levels; ++l) {
                out_.rowOfLane_[l] = static_cast<int>(r);
            }
        }
    }

    bool countersDone_ = false;
    std::vector<RowCurves> curves_; // those that have a row are empty
    TimelineRows& out_;
    const LodIndex& lod_;
    const Trace& trace_;
};

std::shared_ptr<const TimelineRows> TimelineRows::build(std::shared_ptr<const LodIndex> lod,
                                                        const TimelineRows* before) {
    auto rows = std::make_shared<TimelineRows>();
    rows->lod_ = std::move(lod);
    const bool goesOn = before != nullptr && continues(before->trace(), rows->trace());
    rows->sources_ =
        std::make_shared<SessionCurves>(rows->trace(), goesOn ? before->sources_.get() : nullptr);
    RowsBuilder(*rows).build();
    return rows;
}

std::shared_ptr<const TimelineRows> TimelineRows::coloredBy(const std::shared_ptr<const TimelineRows>& rows,
                                                            ColorBy by, const std::stop_token& stop,
                                                            const TimelineRows* before) {
    const bool goesOn =
        before != nullptr && before->coloring_ == by && continues(before->trace(), rows->trace());
    const LodIndex* known = goesOn ? before->lod_.get() : nullptr;
    const auto trace =
        recoloured(rows->lod_->trace(), by, stop, known != nullptr ? known->trace().get() : nullptr);
    if (!trace || stop.stop_requested()) {
        return nullptr;
    }
    auto result = std::make_shared<TimelineRows>(*rows);
    result->lod_ = LodIndex::build(trace, known);
    result->coloring_ = by;
    return result;
}

int TimelineRows::rowOfLane(std::uint32_t lane) const {
    return lane < rowOfLane_.size() ? rowOfLane_[lane] : -1;
}

std::vector<std::uint32_t> TimelineRows::deviceLanes() const {
    std::vector<std::uint32_t> lanes;
    for (const TimelineRow& row : rows_) {
        if (row.kind == TimelineRow::Kind::Device) {
            lanes.insert(lanes.end(), row.busyLanes.begin(), row.busyLanes.end());
        }
    }
    return lanes;
}

std::vector<std::uint32_t> TimelineRows::hostLanes() const {
    std::vector<std::uint32_t> lanes;
    for (const TimelineRow& row : rows_) {
        if (row.kind == TimelineRow::Kind::Process) {
            lanes.insert(lanes.end(), row.busyLanes.begin(), row.busyLanes.end());
        }
    }
    return lanes;
}

} // namespace lanes
