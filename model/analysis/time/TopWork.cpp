#include "model/analysis/time/TopWork.h"

#include "model/analysis/text/KernelName.h"

#include <algorithm>

namespace lanes {
namespace {

void keepTop(std::vector<TopWork>& tops, std::size_t most) {
    TimeNs all = 0;
    for (const TopWork& top : tops) {
        all += top.time;
    }
    std::erase_if(tops, [](const TopWork& top) { return top.time <= 0; });
    std::ranges::stable_sort(tops, std::ranges::greater{}, &TopWork::time);
    tops.resize(std::min(tops.size(), most));
    for (TopWork& top : tops) {
        top.share = double(top.time) / double(all);
    }
}

} // namespace

std::vector<TopWork> topWork(const KernelData& data, const std::vector<KernelRow>& rows, std::size_t most) {
    std::vector<TopWork> tops;
    for (const KernelRow& row : rows) {
        if (row.kind != EventKind::Kernel) {
            continue;
        }
        const std::string recorded(data.forest->trace().text(row.name));
        tops.push_back({foldedKernelName(recorded), recorded, row.hue, row.total, 0, row.calls,
                        data.forest->deviceWork()[row.slowest].slice});
    }
    keepTop(tops, most);
    return tops;
}

std::vector<TopWork> topWork(const OperatorData& data, const std::vector<OperatorRow>& rows,
                             TimeNs OperatorRow::*time, std::size_t most) {
    std::vector<TopWork> tops;
    for (const OperatorRow& row : rows) {
        const SliceId slowest =
            row.slowest == OperatorForest::kNone ? SliceId() : data.forest->slice(row.slowest);
        tops.push_back({row.label, row.label, row.hue, row.*time, 0, row.calls, slowest});
    }
    keepTop(tops, most);
    return tops;
}

} // namespace lanes
