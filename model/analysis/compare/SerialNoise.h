// What a step takes is often like what the step before it took: the machine is warm or busy for a while, batches grow. Then the
// mean of n successive steps varies by more than that of n independent ones, which is what this estimates.
//
// Noise is taken to carry over from step to step at a fixed share (AR(1)), and the share to be what the products of successive
// steps tell. Of one row of few steps that is nearly nothing, so all rows are asked together, and the answer is taken a part of
// its standard error to the safe side, a larger one where few rows vary by themselves; a row of six steps or more that clearly
// carries more than the others counts by itself. Blocks of 2, 4, 8 ... steps are asked in the same way, which finds drift and
// noise that carries further than that. Five steps of three rows or fewer tell nothing: then a third is assumed.
#pragma once

#include "model/analysis/compare/SerialTable.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanes {

// Values that follow one another, about their mean.
using NoiseSeries = std::vector<double>;

class SerialNoise {
public:
    // Of the mean of a series.
    struct Estimate {
        double inflation =
            1; // of its variance, against independent values that vary as much as those of the series
        double degrees = 1; // of freedom that remain to the variance of a value
    };

    // Each row has as many series, of the same lengths (2 or more). O(rows x steps).
    explicit SerialNoise(std::span<const std::vector<NoiseSeries>> rows);

    // What holds for every row, of each of its series.
    [[nodiscard]] const std::vector<Estimate>& common() const { return common_; }
    // The same of a row that may carry more than the others. O(steps).
    [[nodiscard]] std::vector<Estimate> of(const std::vector<NoiseSeries>& row) const;

private:
    // Steps in blocks of a size.
    struct Level {
        std::size_t block = 1;
        std::vector<SerialTable> tables; // of each series
        double carried = 0;              // by all rows
        double variance = 1;             // of a block's mean, times its size, against a value's
    };
    void addLevel(std::span<const std::vector<NoiseSeries>> rows, std::size_t block);

    std::vector<Level> levels_;
    std::vector<Estimate> common_;
};

} // namespace lanes
