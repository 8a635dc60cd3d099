// Turns what NVTX says of a range or a mark into a layout and cells of the session: the keys "Domain", "Category" (its name, else
// its number), "Color" (#rrggbb) and "Payload", each only where the program gave one.
#pragma once

#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/ring/Records.h"

#include <cstdint>
#include <vector>

namespace lanes::recorder {

// One thread. Each function overwrites `cells` with the cells of the layout that it returns. `definitions`: those of the
// record's ring.
class RangeRows {
public:
    // Outlives this.
    explicit RangeRows(session::SessionWriter& writer)
        : writer_(writer)
        , row_(writer) {}

    // A range is a user range like those of torch, or a collection of garbage.
    LayoutId range(const ring::RangeBegin& range, const RingDefinitions& definitions,
                   std::vector<std::int64_t>& cells);
    // Whether it tells what torch.compile does (lanescope_probe/compile_events.py), and the same for the row of such ranges.
    [[nodiscard]] bool isCompilation(const ring::RangeBegin& range, const RingDefinitions& definitions) const;
    LayoutId compilation(const ring::RangeBegin& range, const RingDefinitions& definitions,
                         std::vector<std::int64_t>& cells);
    // A mark is an instant.
    LayoutId mark(const ring::RangeBegin& mark, const RingDefinitions& definitions,
                  std::vector<std::int64_t>& cells);

private:
    void addAll(const ring::RangeBegin& range, const RingDefinitions& definitions);
    void addPayload(const ring::RangeBegin& range);
    // A text of the program, as arguments are kept.
    void addText(std::string_view key, StringId text);

    session::SessionWriter& writer_;
    RowBuilder row_;
};

} // namespace lanes::recorder
