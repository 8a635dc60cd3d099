#include "views/timeline/rows/TimelineRows.h"

#include "model/analysis/device/Devices.h"
#include "model/analysis/device/Occupancy.h"
#include "model/trace/ThreadRows.h"
#include "model/trace/slices/SameSlice.h"
#include "views/shared/text/ProcessName.h"
#include "views/shared/text/Text.h"
#include "views/shared/text/TrackName.h"
#include "views/timeline/rows/RowCurves.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>
#include <numeric>

namespace lanes {

namespace {

class Words {
    Q_DECLARE_TR_FUNCTIONS(TimelineRows)
};

} // namespace

class RowsBuilder {
public:
    // `before`: an earlier snapshot, of whose rows none may vanish.
    RowsBuilder(TimelineRows& out, const TimelineRows* before)
        : out_(out)
        , lod_(*out.lod_)
        , trace_(*out.lod_->trace())
        , roles_(*out.roles_)
        , threadRows_(trace_) {
        for (const TimelineRow& row : before != nullptr ? before->rows_ : std::vector<TimelineRow>()) {
            const bool folded =
                row.parent >= 0 && before->rows_[static_cast<std::size_t>(row.parent)].kind == Kind::Bundle;
            if (row.kind == Kind::Counter && !folded) {
                seen_.insert(row.key);
            }
        }
    }

    void build() {
        curves_ = findCurves(trace_, *out_.sources_);
        addSteps();
        addInstants(InstantLane::Scope::Session, 0, -1, 0);
        for (const RowPlan::Section& section : out_.plan_.sections) {
            addProcess(section.process, section.devices, -1);
        }
        for (const Rows& device : out_.plan_.devices) {
            addDevice(device);
        }
        for (const RowPlan::Workers& workers : out_.plan_.workers) {
            addWorkers(workers);
        }
        addCounters();
        for (const Rows& profiler : out_.plan_.profilers) {
            addProcess(profiler, {}, -1);
        }
        indexLanes();
    }

private:
    using Kind = TimelineRow::Kind;
    using Rows = RowPlan::Rows;

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
        row.pins = true;
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
        QString key = QStringLiteral("instants");
        if (scope != InstantLane::Scope::Session) {
            key.prepend(
                (scope == InstantLane::Scope::Track ? keyOf(TrackId(owner)) : keyOf(ProcessId(owner))) +
                QLatin1Char('/'));
        }
        const QString own =
            scope == InstantLane::Scope::Process ? Words::tr("Process instants") : Words::tr("Instants");
        TimelineRow& row = add(Kind::Instants, key, name.isEmpty() ? own : name, parent);
        row.indent = indent;
        row.instants = *lane;
        row.icon = whole ? QStringLiteral("mark") : QString();
        row.value = countText(lod_.instants().lanes()[*lane].count());
    }

    // Of what the row is, not of where it stands: rows move when threads and devices come.
    [[nodiscard]] static QString keyOf(const Process& p) { return toQString(p.key); }
    [[nodiscard]] QString keyOf(ProcessId id) const {
        const Process& p = trace_.processes()[id.value];
        return (p.kind == Process::Kind::Device ? QStringLiteral("d/") : QStringLiteral("p/")) + keyOf(p);
    }
    [[nodiscard]] QString keyOf(TrackId id) const {
        const Track& track = trace_.tracks()[id.value];
        const Process& p = trace_.processes()[track.process.value];
        return QStringLiteral("%1/%2/%3")
            .arg(p.kind == Process::Kind::Device ? QStringLiteral("s") : QStringLiteral("t"), keyOf(p),
                 toQString(track.key));
    }

    // Its main thread's rows; below them its devices, where it has some, and then its other threads.
    void addProcess(const Rows& rows, const std::vector<Rows>& devices, int parent) {
        const ProcessId id = rows.process;
        const Process& p = trace_.processes()[id.value];
        TimelineRow& row =
            add(Kind::Process, keyOf(id),
                p.isProfiler() ? Words::tr("Profiler overhead") : processName(trace_, roles_, id), parent);
        row.icon = QStringLiteral("process");
        row.sub = p.isProfiler() ? QString() : keyOf(p); // its number is torch's, and no process
        // Which a line of what is busy does not show.
        row.folds = p.isProfiler() && !holdsInstants(id, rows.shown);
        const int process = last();
        const bool alone = rows.shown.size() == 1 && rows.bundles.empty();
        if (rows.shown.empty() || (!alone && devices.empty())) {
            addInstants(InstantLane::Scope::Process, id.value, process, row.indent + 1);
            addThreads(rows, 0, process, process);
            addCountersOf(id, process);
            return;
        }
        nameAfterThread(row, rows.shown.front());
        const int indent = row.indent + 2;
        row.track = rows.shown.front();
        row.also = keyOf(row.track);
        row.busyLanes = busyLanes(row.track);
        addInstants(InstantLane::Scope::Process, id.value, process, indent);
        addGroups(rows.shown.front(), process, indent);
        for (const Rows& device : devices) {
            addDevice(device);
        }
        addOthers(rows, process, !devices.empty());
    }

    // The main thread of a process is called what it is; another one says its name.
    void nameAfterThread(TimelineRow& row, TrackId thread) const {
        const Track& track = trace_.tracks()[thread.value];
        const Process& process = trace_.processes()[track.process.value];
        const bool main = track.key == process.key || track.name == process.name;
        if (!process.isProfiler() && !main) {
            row.label += QStringLiteral(", ") + trackName(trace_, thread);
        }
    }

    // All but the main thread of a process: below what stands between them, where something does.
    void addOthers(const Rows& rows, int process, bool apart) {
        int parent = process;
        const bool some = rows.shown.size() > 1 || !rows.bundles.empty() || !rows.hidden.empty() ||
                          !foldedCounters(rows.process).empty();
        if (apart && some) {
            const Process& about = trace_.processes()[rows.process.value];
            const QString name = out_.rows_[static_cast<std::size_t>(process)].label;
            TimelineRow& row = add(Kind::Process, QStringLiteral("o/") + keyOf(about),
                                   about.rank < 0 ? Words::tr("Other threads")
                                                  : Words::tr("Other threads, rank %1").arg(about.rank),
                                   -1);
            row.icon = QStringLiteral("thread");
            row.sub = about.rank < 0 ? name : QString();
            row.also = keyOf(rows.process);
            parent = last();
        }
        addThreads(rows, 1, parent, apart && some ? parent : -1);
        addCountersOf(rows.process, parent);
    }

    // From `first` on. `busy`: the row whose line says what they do; -1: none.
    void addThreads(const Rows& rows, std::size_t first, int parent, int busy) {
        std::vector<std::uint32_t> lanes;
        for (std::size_t i = first; i < rows.shown.size(); ++i) {
            const int thread = addThread(rows.shown[i], parent);
            const TimelineRow& row = out_.rows_[static_cast<std::size_t>(thread)];
            if (!row.folds) { // an idle helper does not make its process busy
                lanes.insert(lanes.end(), row.busyLanes.begin(), row.busyLanes.end());
            }
        }
        for (const Rows::Bundle& bundle : rows.bundles) {
            const int above = addBundle(rows.process, bundle, parent);
            for (const TrackId track : bundle.tracks) {
                gatherBusy(above, addThread(track, above));
            }
        }
        for (const TrackId track : rows.hidden) {
            const int thread = addThread(track, parent);
            out_.rows_[static_cast<std::size_t>(thread)].hides = true;
        }
        if (busy >= 0) {
            out_.rows_[static_cast<std::size_t>(busy)].busyLanes = std::move(lanes);
        }
    }

    // What a row does shows on the line of the folded one that it stands in.
    void gatherBusy(int above, int row) {
        const std::vector<std::uint32_t>& lanes = out_.rows_[static_cast<std::size_t>(row)].busyLanes;
        auto& all = out_.rows_[static_cast<std::size_t>(above)].busyLanes;
        all.insert(all.end(), lanes.begin(), lanes.end());
    }

    // `owner`: key of the process or device that they are of.
    int addFolded(const QString& owner, RowBundle kind, const QString& name, std::size_t count, int parent) {
        struct Look {
            const char* label;
            const char* icon;
        };
        static constexpr std::array<Look, 8> kLooks{{
            {QT_TRANSLATE_NOOP("TimelineRows", "DataLoader workers"), "process"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Compile workers"), "process"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Idle processes"), "process"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Compile threads"), "thread"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Threads alike"), "thread"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Idle threads"), "thread"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Streams of few events"), "stream"},
            {QT_TRANSLATE_NOOP("TimelineRows", "Sync rows"), "stream"},
        }};
        const Look& look = kLooks[static_cast<std::size_t>(kind)];
        const QString key =
            QStringLiteral("b/%1/%2/%3").arg(owner, QString::number(static_cast<int>(kind)), name);
        TimelineRow& row =
            add(Kind::Bundle, key,
                kind == RowBundle::ThreadPool && !name.isEmpty() ? name : Words::tr(look.label), parent);
        row.icon = QLatin1String(look.icon);
        row.value = countText(static_cast<std::int64_t>(count));
        row.folds = true;
        return last();
    }

    int addBundle(ProcessId owner, const Rows::Bundle& bundle, int parent) {
        return addFolded(keyOf(owner), bundle.kind, toQString(bundle.name), bundle.tracks.size(), parent);
    }

    void addWorkers(const RowPlan::Workers& workers) {
        const int above = addFolded({}, workers.kind, {}, workers.processes.size(), -1);
        for (const Rows& rows : workers.processes) {
            const int process = last() + 1;
            addProcess(rows, {}, above);
            gatherBusy(above, process);
        }
    }

    int addThread(TrackId id, int parent) {
        const Track& track = trace_.tracks()[id.value];
        TimelineRow& row = add(Kind::Thread, keyOf(id), trackName(trace_, id), parent);
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
        const int thread = last();
        addGroups(id, thread, row.indent + 1);
        return thread;
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
        if (const auto states = threadRows_.statesOf(track)) {
            addStates(*states, parent, indent);
        }
        for (const Sort& sort : kGroups) {
            const bool named = sort.group != LaneGroup::Operators || hasOperators(track);
            addGroup(track, sort.group, named ? Words::tr(sort.name) : Words::tr("Events"),
                     named ? sort.dot : Hue::Other, parent, indent);
        }
        if (const auto samples = threadRows_.samplesOf(track)) {
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
            add(Kind::Group, keyOf(lanes.front().track) + QLatin1Char('/') + key, name, parent);
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

    void addDevice(const Rows& rows) {
        const Process& p = trace_.processes()[rows.process.value];
        const bool labelled = !p.label.empty();
        TimelineRow& row = add(Kind::Device, keyOf(rows.process),
                               labelled ? toQString(p.label) : Words::tr("GPU %1").arg(p.deviceIndex), -1);
        row.icon = QStringLiteral("gpu");
        row.sub = toQString(deviceName(trace_, p));
        const int device = last();
        addInstants(InstantLane::Scope::Process, rows.process.value, device, 1);
        for (const TrackId track : rows.shown) {
            addStream(track, device, device);
        }
        addCurvesOf(rows.process, device);
        for (const Rows::Bundle& bundle : rows.bundles) {
            const int above = addBundle(rows.process, bundle, device);
            for (const TrackId track : bundle.tracks) {
                addStream(track, above, above);
            }
            if (bundle.kind == RowBundle::QuietStreams) { // what they do keeps the device busy, too
                gatherBusy(device, above);
            }
        }
        const std::size_t shown = out_.rows_.size();
        for (const TrackId track : rows.hidden) {
            addStream(track, device, device);
        }
        for (std::size_t i = shown; i < out_.rows_.size(); ++i) {
            out_.rows_[i].hides = out_.rows_[i].parent == device;
        }
        addCountersOf(rows.process, device);
    }

    // `busyRow`: the row whose line says what it does.
    void addStream(TrackId id, int parent, int busyRow) {
        const auto lanes = lod_.lanesOf(id, LaneGroup::Device);
        const QString name = trackName(trace_, id);
        if (!lanes.empty()) {
            TimelineRow& row = add(Kind::Stream, keyOf(id), name, parent);
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
            out_.rows_[static_cast<std::size_t>(busyRow)].busyLanes.push_back(row.firstLane);
            const bool waits = busy[static_cast<std::size_t>(Hue::Sync)] * 2 > all;
            row.note = (waits ? Words::tr("%1 waits", nullptr, pluralOf(count))
                              : Words::tr("%1 kernels, copies", nullptr, pluralOf(count)))
                           .arg(countText(count));
        }
        const bool bare = lanes.empty();
        const int indent = out_.rows_[static_cast<std::size_t>(parent)].indent + 1;
        addInstants(InstantLane::Scope::Track, id.value, parent, bare ? indent : indent + 1,
                    bare ? name : QString());
        addGroup(id, LaneGroup::DeviceRanges, Words::tr("Ranges"), Hue::Range, parent, indent + 1);
        addGroup(id, LaneGroup::Operators, name, Hue::Other, parent, indent); // what no category names
    }

    // Those that no process and no device has taken below it.
    void addCounters() {
        for (RowCurves& counter : curves_) {
            if (!counter.curves.empty()) {
                addCounter(counter, -1, 1);
            }
        }
    }

    // What stands beside a device's streams: its memory, and the launches that wait for it.
    void addCurvesOf(ProcessId id, int device) {
        const Process& p = trace_.processes()[id.value];
        for (RowCurves& counter : curves_) {
            const bool queue = counter.owner == id && counter.counter == TimelineRow::kNone;
            const bool memory = counter.memoryOf >= 0 && counter.memoryOf == p.deviceIndex &&
                                counter.owner.valid() && isOf(trace_.processes()[counter.owner.value], p);
            if (!counter.curves.empty() && (queue || memory)) {
                addCounter(counter, device, 1);
            }
        }
    }

    [[nodiscard]] static bool isOf(const Process& owner, const Process& device) {
        return device.rank < 0 || owner.rank < 0 || sameRank(owner, device);
    }

    static constexpr std::ptrdiff_t kMostBeside = 3;
    [[nodiscard]] std::ptrdiff_t countersOf(ProcessId id) const {
        return std::ranges::count_if(curves_, [id](const RowCurves& counter) {
            return counter.owner == id && counter.counter != TimelineRow::kNone && !counter.curves.empty();
        });
    }

    // Where a process or device has many they stand below it, folded: they are looked at when something else has asked for it.
    // None where there are few, or where all were seen by themselves already.
    [[nodiscard]] std::vector<RowCurves*> foldedCounters(ProcessId id) {
        std::vector<RowCurves*> own;
        if (countersOf(id) <= kMostBeside) {
            return own;
        }
        for (RowCurves& counter : curves_) {
            if (counter.owner == id && counter.memoryOf < 0 && !counter.curves.empty() &&
                !seen_.contains(keyOf(counter))) {
                own.push_back(&counter);
            }
        }
        return own;
    }

    void addCountersOf(ProcessId id, int parent) {
        std::vector<RowCurves*> own = foldedCounters(id);
        if (own.empty()) {
            return;
        }
        // As their recorder has them, the most telling first.
        std::ranges::stable_sort(own, {}, [this](const RowCurves* counter) {
            return counter->counter == TimelineRow::kNone ? 0 : orderOf(counter->counter);
        });
        TimelineRow& row = add(Kind::Bundle, QStringLiteral("cs/") + keyOf(trace_.processes()[id.value]),
                               Words::tr("Counters"), parent);
        row.icon = QStringLiteral("counter");
        row.value = countText(static_cast<std::int64_t>(own.size()));
        row.folds = true;
        const int indent = row.indent + 1;
        const int above = last();
        for (RowCurves* counter : own) {
            counter->label = counter->name;
            nameMemoryOfProcess(*counter);
            addCounter(*counter, above, indent);
        }
    }

    [[nodiscard]] std::int64_t orderOf(std::uint32_t counter) const {
        const TrackId track = trace_.counters()[counter].track;
        return track.valid() ? trace_.tracks()[track.value].sortIndex : 0;
    }

    // "Memory of process 42": whose it is stands below the name, where there is room for it.
    void nameMemoryOfProcess(RowCurves& counter) const {
        const QLatin1String before("Memory of process ");
        if (!counter.label.startsWith(before)) {
            return;
        }
        const QString number = counter.label.mid(before.size());
        counter.label = Words::tr("Memory, process");
        counter.note = number;
        for (std::uint32_t i = 0; i < trace_.processes().size(); ++i) {
            if (toQString(trace_.processes()[i].key) == number) {
                counter.note = processName(trace_, roles_, ProcessId(i)) + QLatin1Char(' ') + number;
            }
        }
    }

    [[nodiscard]] static QString keyOf(const RowCurves& counter) {
        return QStringLiteral("c/") + counter.key;
    }

    void addCounter(RowCurves& counter, int parent, int indent) {
        TimelineRow& row = add(Kind::Counter, keyOf(counter), counter.label, parent);
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

    QSet<QString> seen_;            // counters that stood by themselves
    std::vector<RowCurves> curves_; // those that have a row are empty
    TimelineRows& out_;
    const LodIndex& lod_;
    const Trace& trace_;
    const ProcessRoles& roles_;
    ThreadRows threadRows_;
};

std::shared_ptr<const TimelineRows> TimelineRows::build(std::shared_ptr<const LodIndex> lod,
                                                        const TimelineRows* before, bool live) {
    auto rows = std::make_shared<TimelineRows>();
    rows->lod_ = std::move(lod);
    rows->roles_ = std::make_shared<const ProcessRoles>(rows->trace());
    const bool goesOn = before != nullptr && continues(before->trace(), rows->trace());
    rows->sources_ =
        std::make_shared<SessionCurves>(rows->trace(), goesOn ? before->sources_.get() : nullptr);
    rows->calm_ = live || (goesOn && before->calm_);
    const TimelineRows* kept = goesOn && before->calm_ ? before : nullptr;
    rows->plan_ = planRows(*rows->lod_, rows->roles(), kept != nullptr ? &kept->plan_ : nullptr);
    RowsBuilder(*rows, kept).build();
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

} // namespace lanes
