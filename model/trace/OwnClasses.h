// Classes of kernels and calls that the user adds: rows in front of kernelClasses(). Each is a category with a colour.
#pragma once

#include "model/trace/Category.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

class Trace;

struct OwnClass {
    enum class Side : std::uint8_t { Both, Device, Host };

    std::string name;
    std::vector<std::string> patterns; // as KernelClass::words, in lower case
    std::uint32_t color = 0;           // 0xRRGGBB
    Side side = Side::Both;            // where the events of this class are
    bool communication = false;        // the class's kernels, operators and ranges are collectives

    // True if operators and ranges of this class are the collective itself, rather than only its launch.
    [[nodiscard]] bool runsOnHost() const { return communication && side == Side::Host; }
};

// Immutable; any thread.
class OwnClasses {
public:
    static constexpr std::size_t kNone = ~std::size_t{0};

    // At most kMostOwnClasses.
    explicit OwnClasses(std::vector<OwnClass> classes);

    [[nodiscard]] const std::vector<OwnClass>& all() const { return classes_; }
    // Number of the first class that takes such events; kNone if none does. Case does not matter. Cost is linear in the
    // name: call once per distinct name and side.
    [[nodiscard]] std::size_t indexOf(EventKind kind, std::string_view name) const;
    // The first class that takes such events; null if there is none.
    [[nodiscard]] const OwnClass* of(EventKind kind, std::string_view name) const;
    [[nodiscard]] static Hue hueOf(std::size_t index) { return static_cast<Hue>(kHueCount + index); }

private:
    std::vector<OwnClass> classes_;
};

// isCollective(kind, name) with the user's classes in front; `own` may be null.
[[nodiscard]] bool isCollective(EventKind kind, std::string_view name, const OwnClasses* own);
// "gemm", or the name of the user's category.
[[nodiscard]] std::string_view categoryName(Hue hue, const OwnClasses* own);

// The trace with these classes, or with none where null. Slices of a class get its hue; all others get hueOf(). Parts
// without a change are shared. O(slices + names).
[[nodiscard]] std::shared_ptr<const Trace> withOwnClasses(const std::shared_ptr<const Trace>& trace,
                                                          std::shared_ptr<const OwnClasses> own);

// withOwnClasses() for the snapshots of a session that grows. Segments of an earlier snapshot are made only once. One
// thread.
class OwnClassPainter {
public:
    explicit OwnClassPainter(std::shared_ptr<const OwnClasses> own);
    ~OwnClassPainter();
    OwnClassPainter(const OwnClassPainter&) = delete;
    OwnClassPainter& operator=(const OwnClassPainter&) = delete;

    [[nodiscard]] std::shared_ptr<const Trace> paint(const std::shared_ptr<const Trace>& trace);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace lanes
