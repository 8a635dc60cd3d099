// The texts of a box, from the whole name down to a word, each with its width. They are prepared once per distinct name.
#pragma once

#include "model/trace/Trace.h"
#include "views/shared/painting/TextCache.h"

#include <QString>

#include <unordered_map>
#include <vector>

namespace lanes {

struct SliceName {
    struct Stage {
        QString text;
        double width = 0;
    };
    std::vector<Stage> stages; // longest first; at least one
    QString place;             // Python: "file.py:123", shown behind the name if it fits
    double placeWidth = 0;
    int shade = 0;
};

// Used by one thread, for the names of one trace.
class SliceNames {
public:
    SliceNames(std::shared_ptr<const Trace> trace, TextCache& texts);

    // Font weight of names. Python functions are a little bolder, because their place stands behind them.
    [[nodiscard]] static int weightOf(EventKind kind) {
        return kind == EventKind::PythonFunction ? 600 : 500;
    }
    const SliceName& get(StringId name, EventKind kind);
    [[nodiscard]] int shade(StringId name);

private:
    std::shared_ptr<const Trace> trace_;
    TextCache& texts_;
    std::unordered_map<std::uint64_t, SliceName> names_;
    std::vector<std::int8_t> shades_; // by StringId; -1: not computed yet
};

} // namespace lanes
