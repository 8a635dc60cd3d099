// Turns the NVTX facts of a range or a mark into a layout and cells of the session. The keys are "Domain", "Category"
// (its name, else its number), "Color" (#rrggbb) and "Payload", each only if the program set it.
#pragma once

#include "collector/recorder/rings/RingDefinitions.h"
#include "collector/recorder/sink/RowBuilder.h"
#include "collector/ring/Records.h"

#include <cstdint>
#include <vector>

namespace lanes::recorder {

// One thread. Each function overwrites `cells` with the cells of the layout that it returns. `definitions`: those of
// the record's ring.
class RangeRows {
public:
    // Outlives this.
    explicit RangeRows(session::SessionWriter& writer)
        : writer_(writer)
        , row_(writer) {}

    // The range becomes a user range like those of torch, or a garbage collection.
    LayoutId range(const ring::RangeBegin& range, const RingDefinitions& definitions,
                   std::vector<std::int64_t>& cells);
    // True if the range reports an action of torch.compile (lanescope_probe/compile_events.py). compilation() makes
    // the row of such a range.
    [[nodiscard]] bool isCompilation(const ring::RangeBegin& range, const RingDefinitions& definitions) const;
    LayoutId compilation(const ring::RangeBegin& range, const RingDefinitions& definitions,
                         std::vector<std::int64_t>& cells);
    // The mark becomes an instant.
    LayoutId mark(const ring::RangeBegin& mark, const RingDefinitions& definitions,
                  std::vector<std::int64_t>& cells);

private:
    void addAll(const ring::RangeBegin& range, const RingDefinitions& definitions);
    void addPayload(const ring::RangeBegin& range);
    // Adds a text of the program, in the form in which arguments are kept.
    void addText(std::string_view key, StringId text);

    session::SessionWriter& writer_;
    RowBuilder row_;
};

} // namespace lanes::recorder
