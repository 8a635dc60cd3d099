#include "model/analysis/memory/MemoryFit.h"

#include "model/analysis/flame/FlameTree.h"
#include "model/analysis/memory/MemoryMoment.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace lanes {
namespace {

constexpr std::size_t kMostFits = 64;

// A module or a class of modules, and what it holds.
struct Holder {
    std::string_view name;
    std::set<std::string_view> modules; // of a class: those seen; of a module: none
    std::int64_t atPeak = 0;
    std::int64_t blocks = 0;
    std::vector<EventSpan> lives;
    std::vector<std::int64_t> bytes;
};

// Which modules and classes each activation belongs to: every one that is open around it.
class Holders {
public:
    explicit Holders(const CallContext& context)
        : context_(context) {}

    // Positions in all().
    const std::vector<std::uint32_t>& around(std::uint32_t node) {
        const auto [known, isNew] = ofNode_.try_emplace(context_.node(node).module);
        if (isNew) {
            for (std::uint32_t at = context_.node(node).module; at != CallContext::kNone;) {
                addModule(known->second, context_.moduleOf(at));
                const std::uint32_t caller = context_.node(at).parent;
                at = caller == CallContext::kNone ? caller : context_.node(caller).module;
            }
        }
        return known->second;
    }
    std::vector<Holder>& all() { return holders_; }

private:
    void addModule(std::vector<std::uint32_t>& list, std::string_view module) {
        add(list, modules_, module);
        const std::uint32_t ofClass = add(list, classes_, moduleClass(module));
        holders_[ofClass].modules.insert(module);
    }
    std::uint32_t add(std::vector<std::uint32_t>& list, std::map<std::string_view, std::uint32_t>& known,
                      std::string_view name) {
        const auto [at, isNew] = known.try_emplace(name, static_cast<std::uint32_t>(holders_.size()));
        if (isNew) {
            holders_.push_back({name, {}, 0, 0, {}, {}});
        }
        if (std::ranges::find(list, at->second) == list.end()) { // a module within one of its class
            list.push_back(at->second);
        }
        return at->second;
    }

    const CallContext& context_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> ofNode_; // by innermost module
    std::map<std::string_view, std::uint32_t> modules_;
    std::map<std::string_view, std::uint32_t> classes_;
    std::vector<Holder> holders_;
};

template<class Take>
void forActivations(const OperatorData& data, const CallContext& context, const DeviceMemory& device,
                    const Take& take) {
    for (const MemoryBlock& block : device.blocks) {
        const std::uint32_t owner = block.category == MemoryCategory::Activation
                                        ? ownerOf(*data.forest, block)
                                        : OperatorForest::kNone;
        const std::uint32_t node =
            owner == OperatorForest::kNone ? CallContext::kNone : context.nodeOf(owner);
        if (node != CallContext::kNone && context.node(node).module != CallContext::kNone) {
            take(block, node);
        }
    }
}

MemoryFit fitOf(const Holder& holder, const PeakFinder& finder) {
    return {std::string(holder.name), std::max<std::int64_t>(1, std::ssize(holder.modules)), holder.atPeak,
            holder.blocks, finder.without(holder.lives, holder.bytes)};
}

void addLife(Holder& holder, const MemoryBlock& block, const EventSpan& life) {
    holder.lives.push_back(life);
    holder.bytes.push_back(block.bytes);
}

// Those worth the work; of a class of one only the module.
std::vector<bool> largest(const std::vector<Holder>& holders) {
    std::vector<std::pair<std::int64_t, std::size_t>> sizes;
    for (std::size_t i = 0; i < holders.size(); ++i) {
        if (holders[i].modules.size() != 1 && holders[i].atPeak > 0) {
            sizes.emplace_back(-holders[i].atPeak, i);
        }
    }
    std::ranges::sort(sizes);
    sizes.resize(std::min(sizes.size(), kMostFits));
    std::vector<bool> is(holders.size());
    for (const auto& [bytes, holder] : sizes) {
        is[holder] = true;
    }
    return is;
}

} // namespace

std::vector<MemoryFit> memoryFits(const OperatorData& data, const DeviceMemory& device,
                                  const PeakFinder& finder, const std::stop_token& stop) {
    const auto context = data.context.get(stop);
    const MemoryPeak peak = finder.peak();
    if (!context || context->empty() || !peak.position) {
        return {};
    }
    Holders holders(*context);
    forActivations(data, *context, device, [&](const MemoryBlock& block, std::uint32_t node) {
        if (eventsOf(device, block).contains(*peak.position)) {
            for (const std::uint32_t at : holders.around(node)) {
                holders.all()[at].atPeak += block.bytes;
                ++holders.all()[at].blocks;
            }
        }
    });
    const std::vector<bool> shown = largest(holders.all());
    forActivations(data, *context, device, [&](const MemoryBlock& block, std::uint32_t node) {
        const EventSpan life = eventsOf(device, block);
        for (const std::uint32_t at : holders.around(node)) {
            if (at < shown.size() && shown[at]) {
                addLife(holders.all()[at], block, life);
            }
        }
    });
    std::vector<MemoryFit> fits;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        if (stop.stop_requested()) {
            return {};
        }
        if (shown[i]) {
            fits.push_back(fitOf(holders.all()[i], finder));
        }
    }
    std::ranges::stable_sort(fits, {}, [](const MemoryFit& fit) { return fit.peak.bytes; });
    return fits;
}

namespace {

// Its activations on the device, whenever they were there.
Holder holderNamed(const OperatorData& data, const DeviceMemory& device,
                   const std::optional<std::uint32_t>& peak, std::string_view module) {
    Holder found{module, {}, 0, 0, {}, {}};
    const auto context = data.context.get();
    if (context->empty()) {
        return found;
    }
    Holders holders(*context);
    forActivations(data, *context, device, [&](const MemoryBlock& block, std::uint32_t node) {
        const std::vector<std::uint32_t>& around = holders.around(node);
        const auto at =
            std::ranges::find_if(around, [&](std::uint32_t i) { return holders.all()[i].name == module; });
        if (at == around.end()) {
            return;
        }
        found.modules.insert(holders.all()[*at].modules.begin(), holders.all()[*at].modules.end());
        const EventSpan life = eventsOf(device, block);
        addLife(found, block, life);
        if (peak && life.contains(*peak)) {
            found.atPeak += block.bytes;
            ++found.blocks;
        }
    });
    return found;
}

} // namespace

std::optional<MemoryFit> memoryFit(const OperatorData& data, const DeviceMemory& device,
                                   const PeakFinder& finder, std::string_view module) {
    const Holder holder = holderNamed(data, device, finder.peak().position, module);
    return holder.lives.empty() ? std::nullopt : std::optional(fitOf(holder, finder));
}

std::vector<std::int64_t> allocatedWithout(const OperatorData& data, const DeviceMemory& device,
                                           std::string_view module) {
    const Holder holder = holderNamed(data, device, {}, module);
    std::vector<std::int64_t> change(device.allocated.size() + 1);
    for (std::size_t i = 0; i < holder.lives.size(); ++i) {
        change[holder.lives[i].first] += holder.bytes[i];
        change[holder.lives[i].last] -= holder.bytes[i];
    }
    std::vector<std::int64_t> left = device.allocated;
    std::int64_t missing = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        missing += change[i];
        left[i] -= missing;
    }
    return left;
}

} // namespace lanes
