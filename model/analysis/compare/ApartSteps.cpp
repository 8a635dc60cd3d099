#include "model/analysis/compare/ApartSteps.h"

#include "model/analysis/compare/DifferenceSpread.h"

#include <algorithm>
#include <cmath>

namespace lanes {

namespace {

constexpr double kRunsDiffer = 4; // times what steps vary: no more than one in twenty without a cause

using Series = SampledSteps::Series;

// Of one sample: the mean over the ranks that make the step together, and whether it is usual on all of them.
struct Sample {
    double value = 0;
    bool usual = true;
    bool usualLength = true;
};

Sample sampleOf(const RowSamples& row, const SampledSteps& steps, const Series& series, std::size_t at) {
    Sample sample;
    for (const std::size_t first : series.firsts) {
        sample.value += row.values[first + at] / static_cast<double>(series.firsts.size());
        sample.usual = sample.usual && row.usual[first + at];
        sample.usualLength = sample.usualLength && steps.usual()[first + at];
    }
    return sample;
}

// Of one side of a row, over its usual samples.
struct Moments {
    double count = 0;
    double mean = 0;
    double variance = 0; // of a sample
    double inTotal =
        0; // as many of them vary the total: other steps do as much, in proportion to their length
    std::size_t runs = 0;   // series that have some
    double betweenRuns = 0; // the mean square of theirs
};

Moments momentsOf(const TallyRow& of, const RowSamples& row, const SampledSteps& steps) {
    Moments moments;
    double sum = 0;
    double squares = 0;
    double runSquares = 0;
    double unusual = 0;
    for (const Series& series : steps.series()) {
        const auto ranks = static_cast<double>(series.firsts.size());
        double ofRun = 0;
        double samples = 0;
        for (std::size_t i = 0; i < series.length; ++i) {
            const Sample sample = sampleOf(row, steps, series, i);
            const double square = sample.value * sample.value;
            samples += sample.usual ? 1 : 0;
            ofRun += sample.usual ? sample.value : 0;
            squares += sample.usual ? square : 0;
            moments.inTotal += sample.usual ? ranks * ranks : 0;
            unusual += sample.usual ? 0 : ranks * ranks * square;
        }
        sum += ofRun;
        moments.count += samples;
        runSquares += samples > 0 ? ofRun * ofRun / samples : 0;
        moments.runs += samples > 0 ? 1 : 0;
    }
    moments.mean = sum / moments.count;
    // Calls that seem to take one and the same time do so to the clock's grain.
    const double grain =
        steps.grainVariance() * static_cast<double>(of.calls) / static_cast<double>(steps.count());
    moments.variance = std::max(grain, (squares - sum * moments.mean) / (moments.count - 1));
    moments.betweenRuns =
        moments.runs > 1 ? (runSquares - sum * moments.mean) / static_cast<double>(moments.runs - 1) : 0;
    moments.inTotal += moments.mean > 0 ? unusual / (moments.mean * moments.mean) : 0;
    return moments;
}

// What samples vary by about the mean of their run, relative to it; an unusual one by nothing.
void addNoise(std::vector<NoiseSeries>& noise, const RowSamples& row, const SampledSteps& steps) {
    for (const Series& series : steps.series()) {
        NoiseSeries values;
        std::vector<bool> usual;
        double sum = 0;
        double count = 0;
        for (std::size_t i = 0; i < series.length; ++i) {
            const Sample sample = sampleOf(row, steps, series, i);
            if (sample.usualLength) {
                values.push_back(sample.value);
                usual.push_back(sample.usual);
                sum += sample.usual ? sample.value : 0;
                count += sample.usual ? 1 : 0;
            }
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = usual[i] && sum > 0 ? values[i] * count / sum - 1 : 0;
        }
        if (values.size() > 1) {
            noise.push_back(std::move(values));
        }
    }
}

std::vector<NoiseSeries> noiseOf(const RowSamples& a, const SampledSteps& ofA, const RowSamples& b,
                                 const SampledSteps& ofB) {
    std::vector<NoiseSeries> noise;
    addNoise(noise, a, ofA);
    addNoise(noise, b, ofB);
    return noise;
}

std::size_t noisySeries(const SampledSteps& steps) {
    std::vector<NoiseSeries> noise;
    addNoise(noise, {std::vector<double>(steps.count()), steps.usual()}, steps);
    return noise.size();
}

// Of the series [first, end) the one that says least.
SerialNoise::Estimate leastKnown(const std::vector<SerialNoise::Estimate>& all, std::size_t first,
                                 std::size_t end, double count) {
    SerialNoise::Estimate leastKnown{1, count - 1};
    double freedom = 0;
    for (std::size_t s = first; s < end; ++s) {
        leastKnown.inflation = std::max(leastKnown.inflation, all[s].inflation);
        freedom += all[s].degrees;
    }
    leastKnown.degrees = freedom > 0 ? std::min(leastKnown.degrees, freedom) : leastKnown.degrees;
    return leastKnown;
}

// The variance of a sample and with how many degrees of freedom it is known, of one side.
SampledSide spreadOf(const Moments& moments, const VariancePrior& prior, const SerialNoise::Estimate& noise) {
    // Where the means of runs differ by far more than their steps make them, steps of one run are one another's likes: what
    // varies are the runs.
    if (moments.betweenRuns > kRunsDiffer * moments.variance) {
        return {moments.betweenRuns, 1, static_cast<double>(moments.runs - 1)};
    }
    const double square = moments.mean * moments.mean;
    if (square <= 0) {
        return {0, 1, noise.degrees};
    }
    const VariancePrior::Estimate known = prior.of(moments.variance / square, moments.count - 1);
    return {known.variance * square * noise.inflation, 1,
            std::max(1.0, known.degrees - (moments.count - 1) + noise.degrees)};
}

} // namespace

ApartSteps::ApartSteps(const SampledSteps& a, const SampledSteps& b, std::span<const RowOfSides> rows)
    : a_(a)
    , b_(b) {
    std::vector<std::vector<NoiseSeries>> noise;
    std::vector<double> variancesA;
    std::vector<double> variancesB;
    double countA = 0;
    double countB = 0;
    for (const RowOfSides& row : rows) {
        const RowSamples ofA = samplesOf(row.a, a);
        const RowSamples ofB = samplesOf(row.b, b);
        const Moments inA = momentsOf(row.a, ofA, a);
        const Moments inB = momentsOf(row.b, ofB, b);
        if (inA.mean > 0 && inB.mean > 0) {
            noise.push_back(noiseOf(ofA, a, ofB, b));
            variancesA.push_back(inA.variance / (inA.mean * inA.mean));
            variancesB.push_back(inB.variance / (inB.mean * inB.mean));
            countA = std::max(countA, inA.count);
            countB = std::max(countB, inB.count);
        }
    }
    if (!noise.empty()) {
        noise_.emplace(noise);
        priorA_ = VariancePrior(variancesA, countA - 1);
        priorB_ = VariancePrior(variancesB, countB - 1);
    }
}

RowEvidence ApartSteps::of(const RowOfSides& row, const RowQuestion& question) const {
    const RowSamples samplesA = samplesOf(row.a, a_);
    const RowSamples samplesB = samplesOf(row.b, b_);
    const Moments a = momentsOf(row.a, samplesA, a_);
    const Moments b = momentsOf(row.b, samplesB, b_);
    std::vector<SerialNoise::Estimate> noise;
    if (noise_) {
        noise = question.closely ? noise_->of(noiseOf(samplesA, a_, samplesB, b_)) : noise_->common();
    }
    const std::size_t seriesA = std::min(noisySeries(a_), noise.size());
    SampledSide ofA = spreadOf(a, priorA_, leastKnown(noise, 0, seriesA, a.count));
    SampledSide ofB = spreadOf(b, priorB_, leastKnown(noise, seriesA, noise.size(), b.count));
    RowEvidence evidence;
    evidence.meanA = a.mean;
    evidence.meanB = b.mean;
    evidence.sampled = a.mean > 0 || b.mean > 0;
    ofA.times = a.inTotal;
    ofB.times = b.inTotal;
    const double total = question.doubt * DifferenceSpread(ofA, ofB).wide(question.tail);
    evidence.total = {total, total};
    ofA.times = 1 / a.count;
    ofB.times = 1 / b.count;
    const DifferenceSpread means(ofA, ofB);
    const double step = question.doubt * means.wide(question.tail);
    evidence.step = {step, step};
    evidence.towards = std::abs(evidence.change()) > step;
    evidence.chance = means.chanceOf(evidence.change() / question.doubt);
    return evidence;
}

} // namespace lanes
