#include "model/io/profile/CallEstimate.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace lanes::profile {

namespace {

constexpr std::size_t kMostCalls = std::size_t{1} << 17;
constexpr std::size_t kLongestPath = 200;
constexpr double kLeastShare = 1e-4; // of all, for a call whose callees are looked at

class Estimate {
public:
    Estimate(const CallGraph& graph, const StopLook& look,
             const std::function<void(const EstimatedCall& call)>& take)
        : graph_(graph)
        , look_(look)
        , take_(take)
        , reached_(graph.functions.size()) {}

    void run() {
        std::vector<std::size_t> order(graph_.functions.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater<>(), [this](std::size_t f) {
            const CallGraph::Function& function = graph_.functions[f];
            return std::pair(function.callers == 0, function.total);
        });
        for (const std::size_t function : order) {
            if (graph_.functions[function].callers == 0) {
                whole_ += static_cast<double>(std::max<TimeNs>(graph_.functions[function].total, 0));
            }
        }
        for (const std::size_t function : order) { // those in a ring that nobody calls come last
            if (!reached_[function]) {
                begin(function);
                expand();
            }
        }
    }

private:
    struct Node {
        std::size_t function;
        std::size_t caller;
        std::size_t depth;
        TimeNs total;
    };

    void begin(std::size_t function) {
        const CallGraph::Function& of = graph_.functions[function];
        add({function, EstimatedCall::kNone, 0, of.total}, static_cast<double>(of.calls));
    }

    void add(const Node& node, double calls) {
        reached_[node.function] = true;
        todo_.emplace(node.total, std::pair(waiting_.size(), calls));
        waiting_.push_back(node);
    }

    // The heaviest first, so that a bound cuts what matters least.
    void expand() {
        while (!todo_.empty()) {
            look_.at(waiting_.size());
            const auto [total, which] = todo_.top();
            todo_.pop();
            const Node node = waiting_[which.first];
            const std::size_t own = taken_.size();
            taken_.push_back(node);
            take_({node.function, node.caller, node.total - callees(node, own), std::llround(which.second)});
        }
    }

    [[nodiscard]] bool isOnPath(std::size_t function, std::size_t call) const {
        for (; call != EstimatedCall::kNone; call = taken_[call].caller) {
            if (taken_[call].function == function) {
                return true;
            }
        }
        return false;
    }

    // Adds what a call made; how much time that took. What a function called within a call of itself counts there, too, so the calls
    // together may take more than it had: the heaviest ones are taken, as far as its own time leaves room.
    TimeNs callees(const Node& node, std::size_t own) {
        const CallGraph::Function& function = graph_.functions[node.function];
        if (static_cast<double>(node.total) < kLeastShare * whole_ || node.depth >= kLongestPath ||
            function.total <= 0) {
            return 0;
        }
        const double share =
            std::min(1.0, static_cast<double>(node.total) / static_cast<double>(function.total));
        const auto part = [share](TimeNs whole) { return std::llround(share * static_cast<double>(whole)); };
        const TimeNs room = node.total - part(std::max<TimeNs>(function.own, 0));
        TimeNs sum = 0;
        for (const CallGraph::Call& call : function.made) { // the heaviest first
            const TimeNs total = std::min<TimeNs>(part(call.total), room - sum);
            if (total > 0 && waiting_.size() < kMostCalls && !isOnPath(call.callee, own)) {
                add({call.callee, own, node.depth + 1, total}, share * static_cast<double>(call.calls));
                sum += total;
            }
        }
        return sum;
    }

    const CallGraph& graph_;
    const StopLook& look_;
    const std::function<void(const EstimatedCall& call)>& take_;
    std::vector<bool> reached_;
    double whole_ = 0;
    std::vector<Node> waiting_;
    std::vector<Node> taken_;
    std::priority_queue<std::pair<TimeNs, std::pair<std::size_t, double>>> todo_; // total, place, calls
};

} // namespace

void estimateCalls(CallGraph graph, const StopLook& look,
                   const std::function<void(const EstimatedCall& call)>& take) {
    for (CallGraph::Function& function : graph.functions) {
        std::ranges::stable_sort(function.made, std::greater<>(), &CallGraph::Call::total);
    }
    Estimate(graph, look, take).run();
}

} // namespace lanes::profile
