// A reference to a slice, wherever the slice is by then: not written yet, in the session, or left out. It is valid as
// long as its holder keeps it.
#pragma once

#include "model/base/Ids.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lanes::recorder {

struct SlicePlace {
    enum class State : std::uint8_t { Waiting, Written, LeftOut };
    TrackId track;
    std::uint32_t at = 0; // index among its track's waiting slices, or in the session
    State state = State::Waiting;
    std::uint32_t holders = 0;
};

// The places of all slices that have a handle. One thread; outlives its handles.
class SlicePlaces {
public:
    std::uint32_t take(SlicePlace place) {
        if (free_ == kNone) {
            places_.push_back(place);
            return static_cast<std::uint32_t>(places_.size() - 1);
        }
        const std::uint32_t index = free_;
        free_ = places_[index].at;
        places_[index] = place;
        return index;
    }
    [[nodiscard]] SlicePlace& operator[](std::uint32_t index) { return places_[index]; }
    void hold(std::uint32_t index) { ++places_[index].holders; }
    void letGo(std::uint32_t index) {
        SlicePlace& place = places_[index];
        if (--place.holders == 0) {
            place.at = free_;
            free_ = index;
        }
    }

private:
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::vector<SlicePlace> places_;
    std::uint32_t free_ = kNone; // head of the list of free places; `at` is the next one
};

class SliceHandle {
public:
    SliceHandle() = default; // refers to no slice
    SliceHandle(SlicePlaces& places, SlicePlace place)
        : places_(&places)
        , index_(places.take(place)) {
        places.hold(index_);
    }
    SliceHandle(const SliceHandle& other)
        : places_(other.places_)
        , index_(other.index_) {
        if (places_ != nullptr) {
            places_->hold(index_);
        }
    }
    SliceHandle(SliceHandle&& other) noexcept
        : places_(std::exchange(other.places_, nullptr))
        , index_(other.index_) {}
    SliceHandle& operator=(SliceHandle other) noexcept {
        std::swap(places_, other.places_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~SliceHandle() {
        if (places_ != nullptr) {
            places_->letGo(index_);
        }
    }

    explicit operator bool() const { return places_ != nullptr; }
    [[nodiscard]] SlicePlace& place() const { return (*places_)[index_]; } // must refer to a slice

private:
    SlicePlaces* places_ = nullptr;
    std::uint32_t index_ = 0;
};

} // namespace lanes::recorder
