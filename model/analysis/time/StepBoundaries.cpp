#include "model/analysis/time/StepBoundaries.h"

#include "model/analysis/operators/Frames.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>

namespace lanes {

namespace {

constexpr std::size_t kLeastRepeats = 5;
constexpr std::size_t kLeastPeriod = 4; // operators

constexpr std::string_view kProfilerStep = "ProfilerStep#";
constexpr std::string_view kFetch = "enumerate(DataLoader)";
constexpr std::string_view kOptimizer = "Optimizer.step#";

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// The thread with most outermost ranges that `wanted` takes by name.
template<class Wanted>
std::pair<std::uint32_t, StepEventList> busiest(const StepEvents& events, const Wanted& wanted,
                                                std::optional<std::uint32_t> only = std::nullopt) {
    std::pair<std::uint32_t, StepEventList> best;
    for (const auto& [track, ranges] : events.ranges()) {
        if (only && *only != track) {
            continue;
        }
        StepEventList some;
        std::ranges::copy_if(ranges, std::back_inserter(some),
                             [&](const StepEvent& event) { return wanted(events.text(event)); });
        some = outermost(some);
        if (some.size() > best.second.size()) {
            best = {track, std::move(some)};
        }
    }
    return best;
}

std::pair<std::uint32_t, StepEventList> startingWith(const StepEvents& events, std::string_view prefix,
                                                     std::optional<std::uint32_t> only = std::nullopt) {
    return busiest(
        events, [prefix](std::string_view name) { return name.starts_with(prefix); }, only);
}

StepBoundaries each(std::string_view found, std::uint32_t track, const StepEventList& events) {
    StepBoundaries all{.found = found, .track = track};
    for (const StepEvent& event : events) {
        all.steps.push_back({event.range, event.slice});
    }
    return all;
}

// Clocks of old traces are coarse: a step may begin a little before the one before has ended.
StepBoundaries marked(StepEvents& events, std::size_t least) {
    std::pair<std::uint32_t, StepEventList> best;
    for (const auto& [track, ranges] : events.ranges()) {
        StepEventList steps;
        for (const StepEvent& event : ranges) {
            if (events.text(event).starts_with(kProfilerStep) &&
                (steps.empty() || event.range.end > steps.back().range.end)) {
                steps.push_back(event);
            }
        }
        if (steps.size() > best.second.size()) {
            best = {track, std::move(steps)};
        }
    }
    if (best.second.size() < least) {
        return {};
    }
    StepBoundaries all = each("ProfilerStep", best.first, best.second);
    all.named = true;
    return all;
}

bool isIteration(std::string_view name) {
    if (name.starts_with("step[") || name.starts_with("execute_diffusion")) {
        return true;
    }
    constexpr std::string_view kExecute = "execute_";
    if (!name.starts_with(kExecute)) {
        return false;
    }
    const std::string_view rest = name.substr(kExecute.size());
    if (!rest.empty() && rest.front() >= '0' && rest.front() <= '9') {
        return true;
    }
    const std::size_t word =
        rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return rest.substr(0, word).find("context") != std::string_view::npos;
}

StepBoundaries server(StepEvents& events) {
    const auto [track, steps] = busiest(events, isIteration);
    return steps.empty() ? StepBoundaries() : each("iteration", track, steps);
}

// From one fetch to the next; what ran meanwhile says what a batch is.
class Batches {
public:
    Batches(StepEvents& events, std::uint32_t track, const StepEventList& fetches)
        : events_(events)
        , track_(track)
        , fetches_(fetches)
        , begins_(events.operatorBegins(track))
        , backward_(events.backward(track)) {
        for (const StepEvent& one : startingWith(events, kOptimizer, track).second) {
            optimizers_.push_back(one.range.end);
        }
    }

    StepBoundaries steps() {
        std::vector<Batch> batches;
        std::vector<double> counts;
        for (std::size_t i = 0; i < fetches_.size(); ++i) {
            batches.push_back(batchAt(i));
            const Batch& batch = batches.back();
            if (batch.kind == Kind::Trained || batch.kind == Kind::Evaluated) {
                counts.push_back(static_cast<double>(batch.operators));
            }
        }
        const double usual = median(counts);
        StepBoundaries all{.found = optimizers_.empty() ? "DataLoader" : "DataLoader+optimizer",
                           .track = track_};
        std::optional<std::size_t> begin;
        for (std::size_t i = 0; i < batches.size(); ++i) {
            const Batch& batch = batches[i];
            begin = begin ? begin : std::optional(i);
            const bool brought =
                batch.kind != Kind::Nothing &&
                (batch.kind != Kind::Evaluated || static_cast<double>(batch.operators) >= 0.1 * usual);
            if (!brought || (batch.kind == Kind::Backward && !optimizers_.empty())) {
                continue;
            }
            all.steps.push_back({{fetches_[*begin].range.begin, batch.range.end},
                                 fetches_[*begin].slice,
                                 batch.kind == Kind::Evaluated && !optimizers_.empty()});
            begin.reset();
        }
        return all.steps.size() >= 2 ? all : StepBoundaries();
    }

private:
    enum class Kind : std::uint8_t { Nothing, Trained, Backward, Evaluated };
    struct Batch {
        TimeRange range;
        Kind kind = Kind::Nothing;
        std::size_t operators = 0;
    };

    TimeNs endOfLast(const StepEvent& fetch) const {
        if (!optimizers_.empty() && optimizers_.back() > fetch.range.begin) {
            return optimizers_.back();
        }
        const StepEventList& operators = events_.operators(track_);
        const bool goesOn = !begins_.empty() && begins_.back() >= fetch.range.end;
        return goesOn && optimizers_.empty() ? operators.back().range.end : fetch.range.end;
    }

    // A new iterator draws a seed.
    bool drawsSeed(TimeRange range) const {
        static const std::set<std::string_view> kSeed{
            "aten::empty",    "aten::random_", "aten::item",   "aten::_local_scalar_dense",
            "aten::randperm", "aten::random",  "aten::tolist", "aten::unbind",
            "aten::resize_",  "aten::set_"};
        const StepEventList& operators = events_.operators(track_);
        const auto first = std::ranges::lower_bound(begins_, range.begin) - begins_.begin();
        const auto last = std::ranges::lower_bound(begins_, range.end) - begins_.begin();
        return last - first <= 8 &&
               std::all_of(operators.begin() + first, operators.begin() + last,
                           [this](const StepEvent& event) { return kSeed.contains(events_.text(event)); });
    }

    Batch batchAt(std::size_t i) const {
        const StepEvent& fetch = fetches_[i];
        const TimeNs end = i + 1 < fetches_.size() ? fetches_[i + 1].range.begin : endOfLast(fetch);
        const TimeRange after{fetch.range.end, std::max(end, fetch.range.end)};
        Batch batch{{fetch.range.begin, end}};
        batch.operators = drawsSeed(after) ? 0 : countIn(begins_, after);
        const bool stepped = countIn(optimizers_, {fetch.range.begin, end + 1}) > 0;
        const bool last = i + 1 == fetches_.size();
        const bool worked =
            begins_.empty() ? !last : batch.operators > 0; // unknown where no operators were recorded
        batch.kind = !worked && !stepped             ? Kind::Nothing
                     : stepped                       ? Kind::Trained
                     : countIn(backward_, after) > 0 ? Kind::Backward
                                                     : Kind::Evaluated;
        return batch;
    }

    StepEvents& events_;
    std::uint32_t track_;
    const StepEventList& fetches_;
    const std::vector<TimeNs>& begins_;
    const std::vector<TimeNs>& backward_;
    std::vector<TimeNs> optimizers_; // ends
};

StepBoundaries loader(StepEvents& events) {
    const auto [track, fetches] = startingWith(events, kFetch);
    return fetches.size() < 2 ? StepBoundaries() : Batches(events, track, fetches).steps();
}

// How many optimizer steps make one step: the period with which the counts of operators between them repeat.
std::size_t periodOf(const std::vector<std::size_t>& counts) {
    for (std::size_t period = 1; period <= 8 && counts.size() >= 3 * period; ++period) {
        std::size_t compared = 0;
        std::size_t same = 0;
        for (std::size_t i = 0; i + 1 + period < counts.size(); ++i) {
            const auto a = static_cast<double>(counts[i + 1]);
            const auto b = static_cast<double>(counts[i + 1 + period]);
            ++compared;
            same += std::abs(a - b) <= 0.1 * std::max({a, b, 1.}) ? 1 : 0;
        }
        if (compared > 0 && static_cast<double>(same) >= 0.8 * static_cast<double>(compared)) {
            return period;
        }
    }
    return 1;
}

// Where the first step begins: at the operators with which the later ones begin. Nothing where they do not occur before `end`.
std::optional<TimeNs> firstBegin(StepEvents& events, std::uint32_t track,
                                 const std::vector<StepBoundary>& steps, TimeNs end) {
    const StepEventList& operators = events.operators(track);
    const std::vector<TimeNs>& begins = events.operatorBegins(track);
    const auto at = [&begins](TimeNs time) {
        return static_cast<std::size_t>(std::ranges::lower_bound(begins, time) - begins.begin());
    };
    std::vector<std::pair<std::size_t, std::size_t>> sequences;
    std::vector<double> lengths;
    for (std::size_t i = 0; i < std::min<std::size_t>(steps.size(), 20); ++i) {
        sequences.emplace_back(at(steps[i].range.begin), at(steps[i].range.end));
        lengths.push_back(static_cast<double>(sequences.back().second - sequences.back().first));
    }
    if (sequences.empty()) {
        return std::nullopt;
    }
    const double usual = median(lengths);
    const auto [first, last] = *std::ranges::min_element(sequences, {}, [usual](const auto& s) {
        return std::abs(static_cast<double>(s.second - s.first) - usual);
    });
    const std::size_t before = at(end);
    const auto sameHead = [&](std::size_t a, std::size_t b) {
        return operators[a].name == operators[b].name && operators[a + 1].name == operators[b + 1].name &&
               operators[a + 2].name == operators[b + 2].name;
    };
    const std::size_t tries = std::max<std::size_t>(1, (last - first) / 3);
    for (std::size_t offset = 0; offset < tries && first + offset + 3 <= last; ++offset) {
        std::size_t often = 0;
        for (std::size_t i = first; i + 3 <= last; ++i) {
            often += sameHead(first + offset, i) ? 1 : 0;
        }
        std::vector<std::size_t> hits;
        for (std::size_t i = 0; i + 3 <= before; ++i) {
            if (sameHead(first + offset, i)) {
                hits.push_back(i);
            }
        }
        often = std::max<std::size_t>(often, 1);
        if (hits.size() >= often) {
            return begins[hits[hits.size() - often]];
        }
    }
    return std::nullopt;
}

StepBoundaries optimizer(StepEvents& events) {
    auto [track, steps] = startingWith(events, kOptimizer);
    if (steps.size() < 2) {
        return {};
    }
    const std::vector<TimeNs>& begins = events.operatorBegins(track);
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        counts.push_back(countIn(begins, {steps[i].range.end, steps[i + 1].range.end}));
    }
    if (const std::size_t period = periodOf(counts); period > 1 && counts.size() > period) {
        StepEventList every;
        for (std::size_t i = period - 1; i < steps.size(); i += period) {
            every.push_back(steps[i]);
        }
        steps = std::move(every);
    }
    StepBoundaries all{.found = "optimizer", .track = track, .byOptimizer = true};
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
        all.steps.push_back({{steps[i].range.end, steps[i + 1].range.end}, steps[i + 1].slice});
    }
    if (const auto begin = firstBegin(events, track, all.steps, steps.front().range.end)) {
        all.steps.insert(all.steps.begin(), {{*begin, steps.front().range.end}, steps.front().slice});
    }
    return all;
}

// Ranges of torch and of ours, which are no steps.
bool isOurs(std::string_view name) {
    static constexpr std::array<std::string_view, 24> kNames{
        "nccl",       "gloo:",  "hccl:",          "## ",         "Optimizer.",   "DistributedData",
        "enumerate(", "Xla",    "Compiles ",      "Graph break", "ProfilerStep", "PjRt",
        "Thunk",      "Stream", "Torch-Compiled", "[memory]",    "c10d",         "Recompiles",
        "Autotune",   "triton", "jit_",           "PyTorch",     "mpi:",         "ucc:"};
    return name == "unknown" ||
           std::ranges::any_of(kNames, [name](std::string_view one) { return name.starts_with(one); });
}

std::string withoutDigits(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit || text.empty() || text.back() != '#') {
            text += digit ? '#' : c;
        }
    }
    return text;
}

StepBoundaries userRanges(StepEvents& events) {
    double best = 0;
    StepBoundaries found;
    for (const auto& [track, ranges] : events.ranges()) {
        std::map<std::string, std::size_t> numbers; // of names
        std::vector<StepEventList> groups;          // by first occurrence
        for (const StepEvent& event : ranges) {
            if (isOurs(events.text(event))) {
                continue;
            }
            const auto [at, isNew] = numbers.try_emplace(withoutDigits(events.text(event)), groups.size());
            if (isNew) {
                groups.emplace_back();
            }
            groups[at->second].push_back(event);
        }
        for (const StepEventList& all : groups) {
            const StepEventList group = outermost(all);
            if (group.size() < 3) {
                continue;
            }
            TimeNs sum = 0;
            for (const StepEvent& event : group) {
                sum += event.range.length();
            }
            const TimeNs whole = group.back().range.end - group.front().range.begin;
            const double covered = static_cast<double>(sum) / static_cast<double>(std::max<TimeNs>(whole, 1));
            if (covered >= 0.5 && covered > best * 1.02) {
                best = covered;
                found = each("range", track, group);
            }
        }
    }
    return found;
}

StepBoundaries graphs(StepEvents& events) {
    const auto& all = events.graphLaunches();
    const auto most = std::ranges::max_element(
        all, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == all.end() || most->second.size() < kLeastRepeats) {
        return {};
    }
    const StepEventList launches = outermost(most->second);
    StepBoundaries found{.found = "graph launch", .track = most->first};
    for (std::size_t i = 0; i + 1 < launches.size(); ++i) {
        found.steps.push_back({{launches[i].range.begin, launches[i + 1].range.begin}, launches[i].slice});
    }
    return found;
}

struct Repeats {
    double covered = 0;           // events
    std::vector<std::size_t> run; // where each period begins

    [[nodiscard]] bool areMostOf(std::size_t events) const {
        return run.size() >= kLeastRepeats && covered >= 0.5 * static_cast<double>(events);
    }
};

// How far apart a name usually comes; 0 where it does not come regularly.
std::size_t distanceOf(const std::vector<std::size_t>& at) {
    std::map<std::size_t, std::size_t> gaps; // and how often
    std::vector<std::size_t> seen;           // by first occurrence, for ties
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
        if (++gaps[at[i + 1] - at[i]] == 1) {
            seen.push_back(at[i + 1] - at[i]);
        }
    }
    const std::size_t period =
        *std::ranges::max_element(seen, {}, [&gaps](std::size_t gap) { return gaps[gap]; });
    const bool regular = period >= kLeastPeriod && gaps[period] + 1 >= kLeastRepeats &&
                         static_cast<double>(gaps[period]) >= 0.8 * static_cast<double>(at.size() - 1);
    return regular ? period : 0;
}

// Takes the runs of a name that cover more than what was found so far.
void takeRuns(const std::vector<std::size_t>& at, std::size_t period, Repeats& found) {
    std::vector<std::size_t> run;
    const auto take = [&] {
        const double covered = static_cast<double>(run.size() * period);
        if (!run.empty() && covered > 1.05 * found.covered) {
            found = {covered, run};
        }
        run.clear();
    };
    for (std::size_t i = 0; i + 1 < at.size(); ++i) {
        const auto gap = static_cast<double>(at[i + 1] - at[i]);
        if (std::abs(gap - static_cast<double>(period)) <= 0.3 * static_cast<double>(period)) {
            if (run.empty()) {
                run.push_back(at[i]);
            }
            run.push_back(at[i + 1]);
        } else {
            take();
        }
    }
    take();
}

// The longest stretch in which a sequence of names repeats.
Repeats repeats(const StepEventList& events) {
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> places; // by name
    std::vector<std::uint32_t> order;                                   // of first occurrence
    for (std::size_t i = 0; i < events.size(); ++i) {
        std::vector<std::size_t>& all = places[events[i].name.value];
        if (all.empty()) {
            order.push_back(events[i].name.value);
        }
        all.push_back(i);
    }
    Repeats found;
    for (const std::uint32_t name : order) {
        const std::vector<std::size_t>& at = places[name];
        if (const std::size_t period = at.size() < kLeastRepeats ? 0 : distanceOf(at); period > 0) {
            takeRuns(at, period, found);
        }
    }
    return found;
}

double periodOfRun(const std::vector<std::size_t>& run) {
    std::vector<double> gaps;
    for (std::size_t i = 0; i + 1 < run.size(); ++i) {
        gaps.push_back(static_cast<double>(run[i + 1] - run[i]));
    }
    return median(gaps);
}

// "forward" of "model.py(5): Net.forward".
std::string_view functionOf(std::string_view frame) {
    return frame.substr(frame.find_last_of(":. ") + 1);
}

// Frames of an operator from the outermost on, as recorded or as torch wrote them.
std::vector<std::string> framesOf(const Trace& trace, const ArgValue& stack) {
    std::vector<std::string> frames;
    if (stack.type == ArgValue::Type::Stack) {
        for (const Frame& frame : trace.stacks().frames(StackId(stack.id))) {
            frames.push_back(textOfFrame(trace, frame));
        }
    } else if (stack.type == ArgValue::Type::Text) {
        for (std::string_view rest = trace.text(StringId(stack.id)); !rest.empty();) {
            const std::size_t end = std::min(rest.find(';'), rest.size());
            if (end > 0) {
                frames.emplace_back(rest.substr(0, end));
            }
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    std::ranges::reverse(frames);
    return frames;
}

// Whether all of them come from one line of one module's forward. Of those without a stack nothing is known.
bool comeFromOneForward(const Trace& trace, std::span<const StepEvent> operators) {
    std::set<std::pair<ArgValue::Type, std::uint32_t>> known;
    std::optional<std::vector<std::string>> common;
    for (const StepEvent& event : operators) {
        const auto stack = trace.arg(event.slice, "Call stack");
        if (!stack || !known.emplace(stack->type, stack->id).second) {
            continue;
        }
        std::vector<std::string> frames = framesOf(trace, *stack);
        if (frames.empty()) {
            continue;
        }
        if (!common) {
            common = std::move(frames);
            continue;
        }
        const auto differ = std::ranges::mismatch(*common, frames).in1;
        common->erase(differ, common->end());
    }
    return common && std::ranges::any_of(
                         *common, [](const std::string& frame) { return functionOf(frame) == "forward"; });
}

// Whether a range of the user or one call or line of a module's forward holds the whole run: then it is of layers.
bool isWithinOneCall(StepEvents& events, std::uint32_t track, const StepEventList& operators,
                     const std::vector<std::size_t>& run) {
    const TimeNs first = operators[run.front()].range.begin;
    const TimeNs last = operators[run.back()].range.begin;
    if (const auto ranges = events.ranges().find(track); ranges != events.ranges().end()) {
        const auto holds = [&](const StepEvent& event) {
            const std::string_view name = events.text(event);
            return event.range.begin <= first && event.range.end >= last && !name.starts_with("nccl") &&
                   !name.starts_with("ProfilerStep");
        };
        if (std::ranges::any_of(ranges->second, holds)) {
            return true;
        }
    }
    const std::vector<StepEvent> around = events.functionsAround(operators[run.front()].slice, last);
    return std::ranges::any_of(around,
                               [&events](const StepEvent& event) {
                                   const std::string_view name = events.text(event);
                                   return name.starts_with(kModulePrefix) || functionOf(name) == "forward";
                               }) ||
           comeFromOneForward(events.trace(),
                              std::span(operators).subspan(run.front(), run.back() - run.front()));
}

// Whether what stands before the first name of a run is what stands before the others, and not set-up.
bool beginsWithin(const StepEventList& operators, const std::vector<std::size_t>& run, std::size_t before) {
    std::size_t same = 0;
    for (std::size_t back = 1; back <= before && back <= run[0]; ++back) {
        same += operators[run[0] - back].name == operators[run[1] - back].name ? 1 : 0;
    }
    return 2 * same >= before;
}

// How far steps begin before the name that a run was found by: after the longest usual pause within a period, if that is twice as
// long as the one before the name. Nothing where a loop has begun with that name, after set-up.
std::ptrdiff_t shiftOf(const StepEventList& operators, const std::vector<std::size_t>& run,
                       std::size_t period) {
    std::vector<double> pauses;
    for (std::size_t j = 0; j < period; ++j) {
        std::vector<double> all;
        for (std::size_t i = 1; i + 1 < run.size(); ++i) {
            if (run[i] + j < operators.size()) {
                all.push_back(static_cast<double>(operators[run[i] + j].range.begin -
                                                  operators[run[i] + j - 1].range.end));
            }
        }
        pauses.push_back(median(all));
    }
    const auto longest = static_cast<std::size_t>(std::ranges::max_element(pauses) - pauses.begin());
    const std::size_t before = period - longest;
    return longest > 0 && pauses[longest] >= 2 * pauses.front() && beginsWithin(operators, run, before)
               ? -static_cast<std::ptrdiff_t>(before)
               : 0;
}

StepBoundaries repeatedOperators(StepEvents& events) {
    const auto track = events.busiestThread();
    if (!track) {
        return {};
    }
    StepEventList operators;
    const IntervalSet& compiling = events.compiling();
    std::ranges::copy_if(
        events.operators(*track), std::back_inserter(operators), [&](const StepEvent& event) {
            return event.range.empty() || compiling.covered(event.range) < event.range.length();
        });
    const Repeats found = repeats(operators);
    const std::vector<std::size_t>& run = found.run;
    if (!found.areMostOf(operators.size()) || isWithinOneCall(events, *track, operators, run)) {
        return {};
    }
    const auto period = static_cast<std::size_t>(periodOfRun(run));
    const std::ptrdiff_t shift = shiftOf(operators, run, period);
    const auto shifted = [&](std::size_t at) {
        return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(at) + shift));
    };
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(run.back() + period) + shift - 1;
    StepBoundaries steps{.found = "operators", .track = *track};
    for (std::size_t i = 0; i < run.size(); ++i) {
        const StepEvent& begin = operators[shifted(run[i])];
        const bool last = i + 1 == run.size();
        if (last && end >= static_cast<std::ptrdiff_t>(operators.size())) {
            break;
        }
        const TimeNs to =
            last ? operators[static_cast<std::size_t>(std::max<std::ptrdiff_t>(end, 0))].range.end
                 : operators[shifted(run[i + 1])].range.begin;
        steps.steps.push_back({{begin.range.begin, to}, begin.slice});
    }
    return steps;
}

StepBoundaries repeatedKernels(StepEvents& events) {
    if (events.sessionHasOperators()) {
        return {};
    }
    const auto all = events.kernels();
    const auto most = std::ranges::max_element(
        all, [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    if (most == all.end()) {
        return {};
    }
    const Repeats found = repeats(most->second);
    if (!found.areMostOf(most->second.size())) {
        return {};
    }
    StepBoundaries steps{.found = "kernels", .track = most->first};
    for (std::size_t i = 0; i + 1 < found.run.size(); ++i) {
        const StepEvent& begin = most->second[found.run[i]];
        steps.steps.push_back({{begin.range.begin, most->second[found.run[i + 1]].range.begin}, begin.slice});
    }
    return steps;
}

} // namespace

StepBoundaries stepBoundaries(StepEvents& events) {
    using Rule = StepBoundaries (*)(StepEvents&);
    static constexpr std::array<Rule, 9> kRules{[](StepEvents& e) { return marked(e, 2); },
                                                server,
                                                loader,
                                                optimizer,
                                                [](StepEvents& e) { return marked(e, 1); },
                                                userRanges,
                                                graphs,
                                                repeatedOperators,
                                                repeatedKernels};
    for (const Rule rule : kRules) {
        if (StepBoundaries found = rule(events); !found.steps.empty()) {
            return found;
        }
    }
    return {};
}

} // namespace lanes
