#include "model/analysis/compare/SerialNoise.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lanes {

namespace {

constexpr std::size_t kFewestBlocks = 5;
constexpr std::size_t kFewestValues = 3;    // of all rows together
constexpr std::size_t kFewestOwnValues = 6; // of one row fewer hardly tell anything
constexpr double kErrors = 1.3;             // standard errors to the safe side, of all rows together
constexpr double kFewAlone = 4;             // rows that vary by themselves; with more, fewer errors
constexpr std::size_t kFewestTogether = 4;
constexpr double kAssumed = 0.3; // carried over, where series are too short to be asked
constexpr double kOwnErrors = -1.0;
constexpr double kBlockErrors = 1.0;

std::size_t fewestValues(std::size_t block, std::size_t rows) {
    const std::size_t values = rows < kFewestTogether ? kFewestOwnValues : kFewestValues;
    return block == 1 ? values : kFewestBlocks;
}

// By how many standard errors a row has to carry more than nothing to count by itself; of blocks, which are fewer and a second
// look, by more.
double ownErrors(std::size_t block) {
    return block == 1 ? kOwnErrors : kOwnErrors - kBlockErrors;
}

struct SeriesSums {
    double squares = 0;
    double products = 0; // of each with the next one
};

SeriesSums sumsOf(const NoiseSeries& series) {
    SeriesSums sums;
    for (std::size_t i = 0; i < series.size(); ++i) {
        sums.squares += series[i] * series[i];
        sums.products += i + 1 < series.size() ? series[i] * series[i + 1] : 0;
    }
    return sums;
}

double varianceOf(const NoiseSeries& series) {
    return sumsOf(series).squares / static_cast<double>(series.size() - 1);
}

// Means of blocks about their own mean; what does not fill a block is left off at both ends.
NoiseSeries blocksOf(const NoiseSeries& series, std::size_t block) {
    const std::size_t count = series.size() / block;
    const std::size_t from = (series.size() - count * block) / 2;
    NoiseSeries means(count);
    double all = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = 0; k < block; ++k) {
            means[i] += series[from + i * block + k] / static_cast<double>(block);
        }
        all += means[i] / static_cast<double>(count);
    }
    for (double& mean : means) {
        mean -= all;
    }
    return means;
}

std::vector<NoiseSeries> blocksOf(const std::vector<NoiseSeries>& row, std::size_t block) {
    std::vector<NoiseSeries> blocks;
    blocks.reserve(row.size());
    for (const NoiseSeries& series : row) {
        blocks.push_back(blocksOf(series, block));
    }
    return blocks;
}

// As how many rows that vary by themselves these are: those of one run are slower and faster together.
double rowsByThemselves(std::span<const std::vector<NoiseSeries>> rows, std::size_t series) {
    double count = 0;
    NoiseSeries together(rows.front()[series].size());
    for (const auto& row : rows) {
        const double length = std::sqrt(sumsOf(row[series]).squares);
        if (length > 0) {
            ++count;
            for (std::size_t i = 0; i < together.size(); ++i) {
                together[i] += row[series][i] / length;
            }
        }
    }
    if (count < 2) {
        return count;
    }
    const double alike = std::max(0.0, (sumsOf(together).squares - count) / (count * (count - 1)));
    return count / (1 + (count - 1) * alike * alike);
}

double meanProduct(std::span<const std::vector<NoiseSeries>> rows, std::size_t series) {
    double sum = 0;
    double count = 0;
    for (const auto& row : rows) {
        const SeriesSums sums = sumsOf(row[series]);
        if (sums.squares > 0) {
            sum += sums.products / sums.squares;
            ++count;
        }
    }
    return sum / count;
}

// What is known of successive products: a mean over series, by their lengths.
class StepProducts {
public:
    void add(const SerialTable& table, double product, double weight, double rows) {
        sum_ += weight * product;
        weight_ += weight;
        variance_ += weight * weight * table.spread() * table.spread() / rows;
        tables_.emplace_back(weight, &table);
    }
    // The share that is carried over if the mean is some standard errors larger.
    [[nodiscard]] double carried(double errors) const {
        if (weight_ <= 0) {
            return kAssumed;
        }
        const double wanted = (sum_ + errors * std::sqrt(variance_)) / weight_;
        double low = 0;
        double high = SerialTable::kShares.back();
        constexpr int kHalvings = 12;
        for (int i = 0; i < kHalvings && wanted > expected(low); ++i) {
            const double middle = (low + high) / 2;
            (expected(middle) < wanted ? low : high) = middle;
        }
        return wanted <= expected(0) ? 0 : high;
    }

private:
    [[nodiscard]] double expected(double carried) const {
        double sum = 0;
        for (const auto& [weight, table] : tables_) {
            sum += weight * table->product(carried);
        }
        return sum / weight_;
    }

    double sum_ = 0;
    double weight_ = 0;
    double variance_ = 0;
    std::vector<std::pair<double, const SerialTable*>> tables_;
};

// By what factor means of blocks vary by more than as many independent values would have it, over series; 0: nothing varies.
double blockVariance(const std::vector<NoiseSeries>& row, const std::vector<NoiseSeries>& blocks,
                     std::size_t block) {
    double sum = 0;
    double count = 0;
    for (std::size_t s = 0; s < row.size(); ++s) {
        const double values = varianceOf(row[s]);
        if (values > 0 && blocks[s].size() > 1) {
            sum += varianceOf(blocks[s]) * static_cast<double>(block) / values;
            ++count;
        }
    }
    return count > 0 ? sum / count : 0;
}

} // namespace

SerialNoise::SerialNoise(std::span<const std::vector<NoiseSeries>> rows) {
    if (rows.empty()) {
        return;
    }
    const std::size_t count = rows.front().size();
    std::size_t shortest = std::numeric_limits<std::size_t>::max();
    for (const NoiseSeries& series : rows.front()) {
        shortest = std::min(shortest, series.size());
    }
    common_.resize(count);
    for (std::size_t block = 1; block == 1 || shortest / block >= kFewestBlocks; block *= 2) {
        addLevel(rows, block);
    }
}

void SerialNoise::addLevel(std::span<const std::vector<NoiseSeries>> rows, std::size_t block) {
    Level level{block, {}, 0, 0};
    std::vector<std::vector<NoiseSeries>> blocks;
    double varied = 0;
    for (const auto& row : rows) {
        blocks.push_back(blocksOf(row, block));
        const double variance = blockVariance(row, blocks.back(), block);
        level.variance += variance;
        varied += variance > 0 ? 1 : 0;
    }
    level.variance = varied > 0 ? level.variance / varied : 1;
    level.tables.reserve(common_.size()); // products refer to them
    StepProducts products;
    double known = 0; // degrees of freedom, of the variance of blocks
    double allAlone = 0;
    for (std::size_t s = 0; s < common_.size(); ++s) {
        const std::size_t length = blocks.front()[s].size();
        level.tables.emplace_back(std::max(length, kFewestValues));
        const double alone = rowsByThemselves(blocks, s);
        if (alone > 0 && length >= fewestValues(block, rows.size())) {
            products.add(level.tables[s], meanProduct(blocks, s), static_cast<double>(length), alone);
            known += alone * static_cast<double>(length - 1);
            allAlone += alone;
        }
    }
    const double errors = rows.size() < kFewestTogether ? ownErrors(block) // nothing that other rows bear out
                          : block == 1                  ? kErrors * std::min(1.0, kFewAlone / allAlone)
                                                        : kErrors - kBlockErrors;
    level.carried = products.carried(errors);
    levels_.push_back(std::move(level));
    for (std::size_t s = 0; s < common_.size(); ++s) {
        const double inflation =
            levels_.back().variance * levels_.back().tables[s].inflation(levels_.back().carried);
        const double degrees = levels_.front().tables[s].degrees(levels_.front().carried);
        if (block == 1 || inflation > common_[s].inflation) {
            common_[s] = {inflation, block == 1 || known <= 0 ? degrees : 1 / (1 / degrees + 1 / known)};
        }
    }
}

std::vector<SerialNoise::Estimate> SerialNoise::of(const std::vector<NoiseSeries>& row) const {
    std::vector<Estimate> estimates = common_;
    for (const Level& level : levels_) {
        const std::vector<NoiseSeries> blocks = blocksOf(row, level.block);
        StepProducts products;
        double known = 0;
        for (std::size_t s = 0; s < blocks.size(); ++s) {
            const SeriesSums sums = sumsOf(blocks[s]);
            if (sums.squares > 0 && blocks[s].size() >= fewestValues(level.block, 1)) {
                products.add(level.tables[s], sums.products / sums.squares,
                             static_cast<double>(blocks[s].size()), 1);
                known += static_cast<double>(blocks[s].size() - 1);
            }
        }
        const double carried = std::max(level.carried, products.carried(ownErrors(level.block)));
        const double own = level.block == 1 || known <= 0
                               ? 0
                               : blockVariance(row, blocks, level.block) / (1 + std::sqrt(2 / known));
        for (std::size_t s = 0; s < blocks.size(); ++s) {
            const double inflation = std::max(level.variance, own) * level.tables[s].inflation(carried);
            if (inflation > estimates[s].inflation) {
                estimates[s] = {inflation, level.tables[s].degrees(carried)};
            }
        }
    }
    return estimates;
}

} // namespace lanes
