#include "model/trace/tables/NewLinks.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace lanes {

namespace {

using Run = std::span<const Link>; // which copies of a table share

std::vector<Run> runsOf(const LinkTable& table) {
    std::vector<Run> runs;
    for (const auto& links : table.all().base()) {
        runs.emplace_back(links.data(), links.size());
    }
    return runs;
}

std::vector<Run> withoutThoseOf(const std::vector<Run>& runs, const std::vector<Run>& others) {
    std::vector<Run> rest;
    std::ranges::copy_if(runs, std::back_inserter(rest), [&](const Run& run) {
        return std::ranges::find(others, run.data(), [](const Run& other) { return other.data(); }) ==
               others.end();
    });
    return rest;
}

} // namespace

std::vector<Link> newLinks(const LinkTable& earlier, const LinkTable& later) {
    const std::vector<Run> before = runsOf(earlier);
    const std::vector<Run> now = runsOf(later);
    const std::vector<Run> merged = withoutThoseOf(before, now);
    std::vector<Link> found;
    for (const Run& run : withoutThoseOf(now, before)) {
        std::vector<Run> known = merged; // what is still to come of each
        for (const Link& link : run) {
            bool isNew = true;
            for (Run& rest : known) {
                while (!rest.empty() && rest.front() < link) {
                    rest = rest.subspan(1);
                }
                isNew = isNew && (rest.empty() || rest.front() != link);
            }
            if (isNew) {
                found.push_back(link);
            }
        }
    }
    return found;
}

} // namespace lanes
