#include "app/cli/tables/MemoryTruthOutput.h"

#include "model/base/Format.h"
#include "model/report/TextTable.h"

#include <algorithm>

namespace lanes::cli {
namespace {

constexpr std::size_t kMostRows = 12; // of a table of the text; programs get all

double shareOf(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

// Categories that hold anything, largest first.
std::vector<MemoryCategory> categoriesOf(const PeakContent& content) {
    std::vector<MemoryCategory> categories;
    for (int category = 0; category < kMemoryCategoryCount; ++category) {
        if (content.categories[static_cast<std::size_t>(category)].blocks > 0) {
            categories.push_back(static_cast<MemoryCategory>(category));
        }
    }
    std::ranges::stable_sort(categories, std::ranges::greater{}, [&content](MemoryCategory category) {
        return content.categories[static_cast<std::size_t>(category)].bytes;
    });
    return categories;
}

void writeContent(JsonWriter& json, const PeakContent& content) {
    json.field("bytes", content.peak.bytes);
    json.field("time_ns", content.peak.time);
    json.field("before", content.before);
    json.key("categories");
    json.beginArray();
    for (const MemoryCategory category : categoriesOf(content)) {
        const PeakContent::Part& part = content.categories[static_cast<std::size_t>(category)];
        json.beginObject();
        json.field("category", memoryCategoryName(category));
        json.field("bytes", part.bytes);
        json.field("blocks", part.blocks);
        json.endObject();
    }
    json.endArray();
}

void writeGrowth(JsonWriter& json, const TruthAnswer& answer, const MemoryGrowth& growth,
                 std::span<const Step> steps) {
    json.beginObject();
    json.field("bytes", growth.bytes);
    json.field("per_step", growth.perStep);
    json.field("unnamed", growth.unnamed);
    json.key("steps");
    json.beginArray();
    for (const StepGrowth& step : growth.steps) {
        json.beginObject();
        const auto ended = std::ranges::find(steps, step.to, [](const Step& s) { return s.range.end; });
        json.field("name", ended == steps.end() ? std::string_view() : std::string_view(ended->label));
        json.field("bytes", step.bytes);
        json.endObject();
    }
    json.endArray();
    json.key("rows");
    json.beginArray();
    for (const MemoryGrowth::Row& row : growth.rows) {
        json.beginObject();
        json.field(memoryGroupName(answer.growthBy), row.name);
        json.field("bytes", row.bytes);
        json.field("blocks", row.blocks);
        json.field("steps", row.steps);
        json.key("every_step");
        json.boolean(row.everyStep);
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeUnused(JsonWriter& json, const std::optional<UnusedMemory>& unused) {
    if (!unused) {
        json.raw("null");
        return;
    }
    json.beginObject();
    json.field("reserved", unused->reserved);
    json.field("bytes", unused->unused);
    json.field("most", unused->most);
    json.field("most_time_ns", unused->mostTime);
    json.field("forced", unused->forced);
    json.field("forced_bytes", unused->forcedBytes);
    json.endObject();
}

void writeOutside(JsonWriter& json, const std::optional<OutsideMemory>& outside) {
    if (!outside) {
        json.raw("null");
        return;
    }
    json.beginObject();
    json.field("time_ns", outside->time);
    json.field("used", outside->used);
    json.field("reserved", outside->reserved);
    json.field("bytes", outside->bytes());
    json.field("most", outside->most);
    json.field("most_time_ns", outside->mostTime);
    json.key("processes");
    json.beginArray();
    for (const OutsideMemory::Share& share : outside->processes) {
        json.beginObject();
        json.field("process", share.process);
        json.field("bytes", share.bytes);
        json.key("reserved");
        json.raw(share.reserved ? std::to_string(*share.reserved) : "null");
        json.field("outside", share.outside());
        json.endObject();
    }
    json.endArray();
    json.endObject();
}

void writeFit(JsonWriter& json, const MemoryFit& fit, const MemoryPeak& peak) {
    json.beginObject();
    json.field("module", fit.module);
    json.field("modules", fit.modules);
    json.field("bytes", fit.atPeak);
    json.field("blocks", fit.blocks);
    json.field("peak", fit.peak.bytes);
    json.field("time_ns", fit.peak.time);
    json.field("saves", peak.bytes - fit.peak.bytes);
    json.endObject();
}

std::string nameOr(const std::string& name, std::string_view other) {
    return name.empty() ? std::string(other) : name;
}

std::string growthText(std::int64_t bytes) {
    return (bytes > 0 ? "+" : "") + formatBytes(bytes);
}

std::string contentText(const DeviceTruth& one, TimeNs start) {
    const PeakContent& content = one.truth.content;
    report::TextTable table({"at the peak, device " + one.device->key, "bytes", "blocks", "share"});
    const std::int64_t peak = content.peak.bytes;
    table.add({"all of it, at " + formatDuration(content.peak.time - start), formatBytes(peak), "", ""});
    for (const MemoryCategory category : categoriesOf(content)) {
        const PeakContent::Part& part = content.categories[static_cast<std::size_t>(category)];
        table.add({std::string(memoryCategoryName(category)), formatBytes(part.bytes),
                   std::to_string(part.blocks), formatPercent(shareOf(part.bytes, peak))});
    }
    if (content.before > 0) {
        table.add({"before the recording", formatBytes(content.before), "",
                   formatPercent(shareOf(content.before, peak))});
    } else if (content.before < 0) {
        table.add({"of these, not in the totals", formatBytes(content.before), "", ""});
    }
    return table.text();
}

std::string growthTable(const TruthAnswer& answer, const MemoryGrowth& growth) {
    if (growth.steps.size() < 2) {
        return "Growth from step to step needs two whole steps.\n";
    }
    report::TextTable table({"grew after the first step, by " + std::string(memoryGroupName(answer.growthBy)),
                             "bytes", "blocks", "in steps"});
    const std::string of = " of " + std::to_string(growth.steps.size() - 1);
    table.add({"all of it, " + growthText(growth.perStep) + " a step", growthText(growth.bytes), "", ""});
    for (std::size_t i = 0; i < std::min(kMostRows, growth.rows.size()); ++i) {
        const MemoryGrowth::Row& row = growth.rows[i];
        table.add({nameOr(row.name, "not known"), growthText(row.bytes), std::to_string(row.blocks),
                   std::to_string(row.steps) + of + (row.everyStep ? ", every one" : "")});
    }
    return table.text();
}

std::string unusedText(const DeviceTruth& one, TimeNs start) {
    if (!one.truth.unused) {
        return one.device->type == 0 ? std::string() : "Unused: not known, nothing was reserved.\n";
    }
    const UnusedMemory& unused = *one.truth.unused;
    std::string text = "Unused at the peak: " + formatBytes(unused.unused) + " of " +
                       formatBytes(unused.reserved) + " reserved (" +
                       formatPercent(shareOf(unused.unused, unused.reserved)) + "); at most " +
                       formatBytes(unused.most) + ", at " + formatDuration(unused.mostTime - start) + ".\n";
    return text + (unused.forced == 0 ? "No request made it reserve more while as much lay unused.\n"
                                      : formatCount(unused.forced, "request", "requests") +
                                            " made it reserve " + formatBytes(unused.forcedBytes) +
                                            " more while as much lay unused, in pieces too small: "
                                            "PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.\n");
}

// A line for each process that the driver told of.
std::string sharesText(const std::vector<OutsideMemory::Share>& shares) {
    std::string text;
    for (const OutsideMemory::Share& share : shares) {
        text += "  process " + std::to_string(share.process) + ": " + formatBytes(share.outside()) +
                (share.reserved ? " of its " + formatBytes(share.bytes) : "") + "\n";
    }
    return text;
}

std::string outsideText(const DeviceTruth& one) {
    if (!one.truth.outside) {
        return one.device->type == 0
                   ? std::string()
                   : "Outside PyTorch: not known; counters of the device (\"Memory used\") would tell.\n";
    }
    const OutsideMemory& outside = *one.truth.outside;
    return "Outside PyTorch: " + formatBytes(outside.bytes()) + " of " + formatBytes(outside.used) +
           " in use on the device; at most " + formatBytes(outside.most) + ".\n" +
           sharesText(outside.processes);
}

std::string fitsText(const DeviceTruth& one) {
    const std::vector<MemoryFit> fits = one.without ? std::vector{*one.without} : one.truth.fits;
    if (fits.empty()) {
        return "What would fit: no module has activations at the peak, as far as was recorded.\n";
    }
    report::TextTable table(
        {"without the activations of", "peak", "saves", "share", "its at the peak", "modules"});
    const std::int64_t peak = one.truth.content.peak.bytes;
    for (std::size_t i = 0; i < std::min(kMostRows, fits.size()); ++i) {
        const MemoryFit& fit = fits[i];
        const std::int64_t saves = peak - fit.peak.bytes;
        table.add({fit.module, formatBytes(fit.peak.bytes), formatBytes(saves),
                   formatPercent(shareOf(saves, peak)), formatBytes(fit.atPeak),
                   std::to_string(fit.modules)});
    }
    return table.text();
}

} // namespace

void writeTruth(JsonWriter& json, const TruthAnswer& answer, const OperatorData& data) {
    json.beginArray();
    for (const DeviceTruth& one : answer.devices) {
        const MemoryTruth& truth = one.truth;
        json.beginObject();
        json.field("device", one.device->key);
        json.field("start_ns", truth.range.begin);
        json.field("end_ns", truth.range.end);
        writeContent(json, truth.content);
        json.key("growth");
        writeGrowth(json, answer, truth.growth, stepsOf(data, *one.device));
        json.key("unused");
        writeUnused(json, truth.unused);
        json.key("outside");
        writeOutside(json, truth.outside);
        json.key("without");
        json.beginArray();
        for (const MemoryFit& fit : one.without ? std::vector{*one.without} : truth.fits) {
            writeFit(json, fit, truth.content.peak);
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

std::string truthText(const TruthAnswer& answer, TimeNs start) {
    std::string text;
    for (const DeviceTruth& one : answer.devices) {
        const std::string beside = unusedText(one, start) + outsideText(one);
        text += (text.empty() ? "" : "\n") + contentText(one, start) + "\n" + beside +
                (beside.empty() ? "" : "\n") + growthTable(answer, one.truth.growth) + "\n" + fitsText(one);
    }
    return text;
}

std::string truthCsv(const TruthAnswer& answer) {
    report::TextTable table({"device", "part", "name", "bytes", "blocks"}, 3);
    for (const DeviceTruth& one : answer.devices) {
        const MemoryTruth& truth = one.truth;
        const auto add = [&table, &one](const std::string& part, const std::string& name, std::int64_t bytes,
                                        std::int64_t blocks) {
            table.add({one.device->key, part, name, std::to_string(bytes), std::to_string(blocks)});
        };
        for (const MemoryCategory category : categoriesOf(truth.content)) {
            const PeakContent::Part& part = truth.content.categories[static_cast<std::size_t>(category)];
            add("peak", std::string(memoryCategoryName(category)), part.bytes, part.blocks);
        }
        add("peak", "before the recording", truth.content.before, 0);
        for (const MemoryGrowth::Row& row : truth.growth.rows) {
            add("growth", row.name, row.bytes, row.blocks);
        }
        if (truth.unused) {
            add("reserved", "unused", truth.unused->unused, 0);
            add("reserved", "forced", truth.unused->forcedBytes, truth.unused->forced);
        }
        if (truth.outside) {
            add("device", "outside PyTorch", truth.outside->bytes(), 0);
        }
        for (const MemoryFit& fit : one.without ? std::vector{*one.without} : truth.fits) {
            add("saves", fit.module, truth.content.peak.bytes - fit.peak.bytes, fit.blocks);
        }
    }
    return table.csv();
}

} // namespace lanes::cli
