#include "model/analysis/time/StepKinds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <span>
#include <unordered_set>

namespace lanes {

namespace {

// Right for 72 recordings of other programs; see docs/steps.md.
constexpr double kSlow = 1.5;              // a leading step over so many medians of all after it is warm-up
constexpr double kCompileShare = 0.25;     // of a slow step, that compilers ran
constexpr double kHiccup = 3.0;            // times the median of its phase
constexpr double kLone = 2.0;              // and times what nine of ten of the others took at most
constexpr double kRare = 0.05;             // of the steps can be hiccups; more is how the program runs
constexpr double kPhase = 1.3;             // the medians of two phases differ by so much
constexpr std::size_t kPhaseSteps = 5;     // at least
constexpr double kStub = 0.5;              // of the usual operators
constexpr double kEvaluation = 1.3;        // times the usual operators, backward as usual
constexpr std::size_t kMostSteps = 5000;   // that are split into phases
constexpr std::size_t kMostLeading = 1000; // that may be warm-up: each is measured against all after it

struct Row {
    TimeRange range;
    std::size_t operators = 0;
    std::size_t backward = 0;
    TimeNs compiled = 0;
    TimeNs loaded = 0;
    TimeNs fetched = 0;
    std::size_t allocations = 0;
    std::size_t signature = 0; // of the shapes of its operators
    std::optional<KindOfStep> kind;

    [[nodiscard]] double length() const { return static_cast<double>(range.length()); }
    void is(StepKind what, std::string why) { kind = KindOfStep{what, std::move(why)}; }
};
using Live = std::vector<Row*>; // those whose kind is not known yet

// O(n).
double medianOf(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    const auto half = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, half);
    return values.size() % 2 == 1 ? *half : (*std::max_element(values.begin(), half) + *half) / 2;
}

// What nine of ten took at most. O(n).
double mostOf(std::vector<double> values) {
    if (values.empty()) {
        return 0;
    }
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((9 * values.size() + 9) / 10 - 1);
    std::ranges::nth_element(values, at);
    return *at;
}

std::string times(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1fx", value);
    return text.data();
}

std::string milliseconds(TimeNs time) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f ms", static_cast<double>(time) / 1e6);
    return text.data();
}

template<class Get>
std::vector<double> valuesOf(const Live& live, Get get) {
    std::vector<double> values;
    values.reserve(live.size());
    for (const Row* row : live) {
        values.push_back(static_cast<double>(get(*row)));
    }
    return values;
}

std::vector<double> lengthsOf(std::span<Row* const> live) {
    std::vector<double> values;
    values.reserve(live.size());
    for (const Row* row : live) {
        values.push_back(row->length());
    }
    return values;
}

class Classifier {
public:
    Classifier(StepEvents& events, const StepBoundaries& found)
        : events_(events)
        , found_(found) {
        measure();
    }

    StepKinds take() {
        usual();
        findEvaluationBatches();
        findStubs();
        findCompilation();
        findEvaluation();
        findWarmup();
        StepKinds kinds;
        for (const Live& phase : phases(live())) {
            findHiccups(phase);
            const auto steady = steadyOf(phase);
            if (steady && (!kinds.steady || steady->steps >= kinds.steady->steps)) {
                kinds.steady = steady;
            }
        }
        for (Row& row : rows_) {
            kinds.kinds.push_back(row.kind ? std::move(*row.kind) : KindOfStep());
        }
        return kinds;
    }

private:
    void measure() {
        const std::vector<TimeNs>& begins = events_.operatorBegins(found_.track);
        const std::vector<TimeNs>& backward = events_.backward(found_.track);
        StepEventList fetches;
        if (const auto ranges = events_.ranges().find(found_.track); ranges != events_.ranges().end()) {
            std::ranges::copy_if(ranges->second, std::back_inserter(fetches), [this](const StepEvent& event) {
                return events_.text(event).starts_with("enumerate(DataLoader)");
            });
        }
        std::vector<TimeRange> fetching;
        for (const StepEvent& event : outermost(fetches)) {
            fetching.push_back(event.range);
        }
        const IntervalSet loader{std::span<const TimeRange>(fetching)};
        for (const StepBoundary& step : found_.steps) {
            events_.lookNow();
            Row row{step.range};
            row.operators = begins.empty() ? countIn(events_.kernelLaunches(found_.track), step.range)
                                           : countIn(begins, step.range);
            row.backward = countIn(backward, step.range);
            row.compiled = events_.compiling().covered(step.range);
            row.loaded = events_.loading().covered(step.range);
            row.fetched = loader.covered(step.range);
            row.allocations = countIn(events_.allocations(), step.range);
            row.signature = signatureOf(step.range);
            rows_.push_back(std::move(row));
        }
    }

    // The shapes of the outermost operators, as a set.
    std::size_t signatureOf(TimeRange range) {
        const StepEventList& operators = events_.operators(found_.track);
        const std::vector<TimeNs>& begins = events_.operatorBegins(found_.track);
        std::unordered_set<std::size_t> shapes;
        for (auto i =
                 static_cast<std::size_t>(std::ranges::lower_bound(begins, range.begin) - begins.begin());
             i < operators.size() && begins[i] < range.end; ++i) {
            const auto dims = events_.trace().arg(operators[i].slice, "Input Dims");
            shapes.insert(dims ? std::size_t{dims->id} + 1 : 0);
        }
        std::size_t sum = shapes.size();
        for (const std::size_t one : shapes) { // in any order
            sum += one * 0x9e3779b97f4a7c15U;
        }
        return sum;
    }

    Live live() {
        Live found;
        for (Row& row : rows_) {
            if (!row.kind) {
                found.push_back(&row);
            }
        }
        return found;
    }

    void usual() {
        Live training;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (!found_.steps[i].evaluation) {
                training.push_back(&rows_[i]);
            }
        }
        operators_ = medianOf(valuesOf(training, [](const Row& row) { return row.operators; }));
        backward_ = medianOf(valuesOf(training, [](const Row& row) { return row.backward; }));
        length_ = medianOf(lengthsOf(training));
    }

    void findEvaluationBatches() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (found_.steps[i].evaluation) {
                rows_[i].is(StepKind::Evaluation, "a batch without backward");
            }
        }
    }

    void findStubs() {
        for (Row* row : live()) {
            const auto operators = static_cast<double>(row->operators);
            const bool few = operators_ > 0 && operators < kStub * operators_ &&
                             (row->length() < kStub * length_ || row->operators == 0);
            const bool brief = operators_ <= 0 && row->length() < 0.05 * length_;
            if (rows_.size() >= 2 && (few || brief)) {
                row->is(StepKind::Stub, few ? std::to_string(row->operators) + " of " +
                                                  std::to_string(std::llround(operators_)) + " operators"
                                            : milliseconds(row->range.length()) + " of " +
                                                  milliseconds(static_cast<TimeNs>(length_)));
            }
        }
    }

    [[nodiscard]] static bool isCompiled(const Row& row) {
        return static_cast<double>(row.compiled) >= kCompileShare * row.length();
    }

    // Slow beside the steps without compilers, or beside all others where each has some.
    void findCompilation() {
        std::vector<double> plain;
        std::vector<double> all;
        for (const Row* row : live()) {
            all.push_back(row->length());
            if (!isCompiled(*row)) {
                plain.push_back(row->length());
            }
        }
        const bool isPlain = !plain.empty();
        const double usual = medianOf(plain);
        for (Row* row : live()) {
            if (!isCompiled(*row)) {
                continue;
            }
            if (!isPlain && all.size() <= kMostSteps) {
                all.erase(std::ranges::find(all, row->length()));
            }
            if (row->length() > kSlow * (isPlain ? usual : medianOf(all))) {
                row->is(StepKind::Compile, "compilers ran " + milliseconds(row->compiled) + " of " +
                                               milliseconds(row->range.length()));
            } else if (!isPlain && all.size() < kMostSteps) {
                all.push_back(row->length());
            }
        }
    }

    void findEvaluation() {
        if (backward_ <= 0) {
            return;
        }
        const Live all = live();
        const auto usualCount = std::ranges::count_if(all, [this](const Row* row) {
            return std::abs(static_cast<double>(row->operators) - operators_) <= 0.05 * operators_;
        });
        // else the work varies anyway
        const bool regular = static_cast<double>(usualCount) >= 0.6 * static_cast<double>(all.size());
        bool isFirst = true; // of those left
        for (Row* row : all) {
            const auto operators = static_cast<double>(row->operators);
            const auto backward = static_cast<double>(row->backward);
            const bool more = operators > std::max(kEvaluation * operators_, operators_ + 20) &&
                              backward <= 1.1 * backward_ && backward >= 0.5 * backward_;
            if (regular && more && !isFirst && row->length() > 1.1 * length_) {
                row->is(StepKind::Evaluation, std::to_string(row->operators) + " operators instead of " +
                                                  std::to_string(std::llround(operators_)) +
                                                  ", backward as usual");
            } else if (row->backward == 0 && !found_.byOptimizer) {
                row->is(StepKind::Evaluation, "no backward");
            }
            isFirst = isFirst && row->kind.has_value();
        }
    }

    void findWarmup() {
        const Live all = live();
        for (std::size_t i = 0; i + 1 < all.size(); ++i) {
            const std::vector<double> rest = lengthsOf(std::span(all).subspan(i + 1));
            const double usualAfter = medianOf(rest);
            if (all[i]->length() <= kSlow * usualAfter || all[i]->length() <= mostOf(rest) ||
                i >= kMostLeading ||
                static_cast<double>(i) >= std::max(3., 0.2 * static_cast<double>(all.size()))) {
                return;
            }
            std::string why = times(all[i]->length() / usualAfter) + " the median after it";
            why += all[i]->allocations > 0 ? ", " + std::to_string(all[i]->allocations) + " cudaMalloc" : "";
            why += all[i]->loaded > 1'000'000 ? ", " + milliseconds(all[i]->loaded) + " loading kernels" : "";
            all[i]->is(StepKind::Warmup, std::move(why));
        }
    }

    // Splits where time changes and the shapes with it.
    static std::vector<Live> phases(const Live& all) {
        if (all.size() < 2 * kPhaseSteps || all.size() > kMostSteps || !hasTwoKindsOfWork(all)) {
            return all.empty() ? std::vector<Live>() : std::vector<Live>{all};
        }
        double best = 0;
        std::size_t at = 0;
        for (std::size_t cut = kPhaseSteps; cut + kPhaseSteps <= all.size(); ++cut) {
            const double apart = howApart(all, cut);
            if (apart >= 0.9 && apart > best) {
                best = apart;
                at = cut;
            }
        }
        if (at == 0) {
            return {all};
        }
        const auto middle = all.begin() + static_cast<std::ptrdiff_t>(at);
        std::vector<Live> found = phases(Live(all.begin(), middle));
        for (Live& one : phases(Live(middle, all.end()))) {
            found.push_back(std::move(one));
        }
        return found;
    }

    // The share of the steps on the right side of a cut, of the worse side; 0 where it parts no two phases.
    static double howApart(const Live& all, std::size_t cut) {
        const std::span<Row* const> left = std::span(all).first(cut);
        const std::span<Row* const> right = std::span(all).subspan(cut);
        const double a = medianOf(lengthsOf(left));
        const double b = medianOf(lengthsOf(right));
        if (std::max(a, b) < kPhase * std::min(a, b)) {
            return 0;
        }
        const auto [shapesA, countA] = commonest(left);
        const auto [shapesB, countB] = commonest(right);
        if (shapesA == shapesB || static_cast<double>(countA) < 0.8 * static_cast<double>(left.size()) ||
            static_cast<double>(countB) < 0.8 * static_cast<double>(right.size())) {
            return 0; // the same work, or ever other work
        }
        const double middle = std::sqrt(a * b);
        const auto below = [middle](const Row* row) { return row->length() < middle; };
        const auto above = [middle](const Row* row) { return row->length() > middle; };
        const auto inLeft = a < b ? std::ranges::count_if(left, below) : std::ranges::count_if(left, above);
        const auto inRight =
            a < b ? std::ranges::count_if(right, above) : std::ranges::count_if(right, below);
        return std::min(static_cast<double>(inLeft) / static_cast<double>(left.size()),
                        static_cast<double>(inRight) / static_cast<double>(right.size()));
    }

    static bool hasTwoKindsOfWork(const Live& all) {
        std::map<std::size_t, std::size_t> counts;
        for (const Row* row : all) {
            ++counts[row->signature];
        }
        constexpr std::size_t kLeast = kPhaseSteps * 8 / 10; // see howApart()
        return std::ranges::count_if(counts, [](const auto& entry) { return entry.second >= kLeast; }) >= 2;
    }

    static std::pair<std::size_t, std::size_t> commonest(std::span<Row* const> rows) {
        std::map<std::size_t, std::size_t> counts;
        std::pair<std::size_t, std::size_t> best;
        for (const Row* row : rows) {
            if (const std::size_t count = ++counts[row->signature]; count > best.second) {
                best = {row->signature, count};
            }
        }
        return best;
    }

    static void findHiccups(const Live& phase) {
        if (phase.size() < kPhaseSteps) {
            return;
        }
        std::vector<double> lengths = lengthsOf(phase);
        const double usualLength = medianOf(lengths);
        std::ranges::sort(lengths);
        const std::size_t nine = (9 * (lengths.size() - 1) + 9) / 10 - 1; // of ten of all others
        Live slow;
        for (Row* row : phase) {
            const auto place =
                static_cast<std::size_t>(std::ranges::lower_bound(lengths, row->length()) - lengths.begin());
            const double mostOthers = lengths[place <= nine ? nine + 1 : nine];
            if (row->length() > kHiccup * usualLength && row->length() > kLone * mostOthers) {
                slow.push_back(row);
            }
        }
        if (static_cast<double>(slow.size()) > std::max(1., kRare * static_cast<double>(phase.size()))) {
            return;
        }
        for (Row* row : slow) {
            const bool waited = static_cast<double>(row->fetched) > 0.5 * (row->length() - usualLength);
            row->is(StepKind::Hiccup, times(row->length() / usualLength) + " the steady median" +
                                          (waited ? ", in the DataLoader" : ""));
        }
    }

    static std::optional<SteadySteps> steadyOf(const Live& phase) {
        std::vector<TimeNs> lengths;
        SteadySteps steady;
        for (const Row* row : phase) {
            if (row->kind) {
                continue;
            }
            steady.range = lengths.empty() ? row->range
                                           : TimeRange{std::min(steady.range.begin, row->range.begin),
                                                       std::max(steady.range.end, row->range.end)};
            lengths.push_back(row->range.length());
            steady.mean += row->range.length();
        }
        if (lengths.empty()) {
            return std::nullopt;
        }
        std::ranges::sort(lengths);
        const std::size_t count = lengths.size();
        steady.steps = static_cast<std::int64_t>(count);
        steady.mean /= steady.steps;
        steady.median =
            count % 2 == 1 ? lengths[count / 2] : (lengths[count / 2 - 1] + lengths[count / 2]) / 2;
        steady.p95 = lengths[std::min(count - 1, (95 * count + 99) / 100 - 1)];
        return steady;
    }

    StepEvents& events_;
    const StepBoundaries& found_;
    std::vector<Row> rows_;
    double operators_ = 0; // the usual number
    double backward_ = 0;
    double length_ = 0;
};

} // namespace

std::string_view stepKindKey(StepKind kind) {
    static constexpr std::array<std::string_view, 6> kKeys{"steady",     "warmup", "compile",
                                                           "evaluation", "stub",   "hiccup"};
    return kKeys[static_cast<std::size_t>(kind)];
}

StepKinds stepKinds(StepEvents& events, const StepBoundaries& found) {
    return found.steps.empty() ? StepKinds() : Classifier(events, found).take();
}

} // namespace lanes
