#include "model/analysis/path/PathMoments.h"

namespace lanes {

std::uint32_t PathMoments::addThread(std::uint32_t place, TimeRange range) {
    Thread& thread = threads_.emplace_back();
    thread.place = place;
    thread.moments.emplace_back(range.begin, SliceId());
    thread.moments.emplace_back(range.end, SliceId());
    return static_cast<std::uint32_t>(threads_.size() - 1);
}

void PathMoments::add(std::uint32_t thread, TimeNs time, SliceId slice) {
    threads_[thread].moments.emplace_back(time, slice);
}

void PathMoments::addIdle(std::uint32_t thread, TimeRange waited, TimeNs lag) {
    threads_[thread].idle.push_back({waited, lag});
}

void PathMoments::makeNodes(HugeVector<PathNode>& nodes, std::size_t places) {
    nodes_ = &nodes;
    ofPlace_.assign(places, 0);
    for (std::size_t t = 0; t < threads_.size(); ++t) {
        Thread& thread = threads_[t];
        std::ranges::sort(thread.moments, [](const auto& a, const auto& b) {
            return a.first != b.first ? a.first < b.first : a.second < b.second;
        });
        std::ranges::sort(thread.idle, {}, [](const Idle& idle) { return idle.range.end; });
        thread.firstNode = static_cast<std::uint32_t>(nodes.size());
        for (const auto& [time, slice] : thread.moments) {
            if (nodes.size() == thread.firstNode || nodes.back().time != time) {
                nodes.push_back({time, thread.place, slice});
            }
        }
        thread.endNode = static_cast<std::uint32_t>(nodes.size());
        ofPlace_[thread.place] = static_cast<std::uint32_t>(t);
    }
}

std::uint32_t PathMoments::nodeOf(std::uint32_t place, TimeNs time) const {
    const Thread& thread = threads_[ofPlace_[place]];
    const auto found = std::ranges::lower_bound(nodes_->begin() + thread.firstNode,
                                                nodes_->begin() + thread.endNode, time, {}, &PathNode::time);
    return static_cast<std::uint32_t>(found - nodes_->begin());
}

std::uint32_t PathMoments::endOf(std::uint32_t place) const {
    return threads_[ofPlace_[place]].endNode;
}

TimeNs PathMoments::lagBetween(const Thread& thread, std::uint32_t from, std::uint32_t to) const {
    const TimeNs begin = (*nodes_)[from].time;
    const TimeNs end = (*nodes_)[to].time;
    TimeNs lag = end - begin;
    auto idle = std::ranges::lower_bound(thread.idle, end, {}, [](const Idle& i) { return i.range.end; });
    for (; idle != thread.idle.end() && idle->range.end == end; ++idle) {
        if (idle->range.begin <= begin) {
            lag = std::min(lag, idle->lag);
        }
    }
    return lag;
}

} // namespace lanes
