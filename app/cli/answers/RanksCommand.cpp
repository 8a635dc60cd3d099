#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/answers/RankFiles.h"
#include "model/analysis/ranks/JobRanks.h"
#include "model/base/Format.h"
#include "model/trace/args/JsonWriter.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace lanes::cli {

namespace {

std::string nameOf(const JobRanks& job, std::size_t rank) {
    return std::to_string(job.records[rank].rank);
}

void writeNumber(JsonWriter& json, std::string_view key, std::int64_t value, bool known) {
    json.key(key);
    if (known) {
        json.integer(value);
    } else {
        json.raw("null");
    }
}

void writeRanks(JsonWriter& json, const JobRanks& job) {
    json.key("ranks");
    json.beginArray();
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        const RankClock& clock = job.clocks[i];
        json.beginObject();
        json.field("rank", job.records[i].rank);
        json.field("host", job.records[i].host);
        json.field("file", job.records[i].file);
        writeNumber(json, "offset_ns", clock.offset, clock.known());
        writeNumber(json, "error_ns", clock.error, clock.known());
        writeNumber(json, "drift_ppb", clock.driftPerBillion(), clock.known());
        json.field("method", clockMethodKey(clock.method));
        json.endObject();
    }
    json.endArray();
}

void writeCollectives(JsonWriter& json, const JobRanks& job) {
    json.key("collectives");
    json.beginArray();
    for (const SharedCollective& one : job.collectives) {
        json.beginObject();
        json.field("name", one.name);
        json.field("group", one.group);
        json.field("sequence", one.sequence);
        writeNumber(json, "bytes", one.bytes, one.bytes >= 0);
        json.field("last_rank", job.records[one.entries[one.last].rank].rank);
        json.field("spread_ns", one.spread);
        json.key("wait_ns");
        json.beginObject();
        for (const SharedCollective::Entry& entry : one.entries) {
            json.field(nameOf(job, entry.rank), entry.wait);
        }
        json.endObject();
        json.field("transfer_ns", one.transfer);
        json.endObject();
    }
    json.endArray();
}

// Of the ranks whose clocks are known.
void writeSums(JsonWriter& json, const JobRanks& job, std::string_view key, TimeNs JobRanks::Sum::*sum) {
    json.key(key);
    json.beginObject();
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        if (job.clocks[i].known()) {
            json.field(nameOf(job, i), job.sums[i].*sum);
        }
    }
    json.endObject();
}

std::string ranksJson(const JobRanks& job) {
    JsonWriter json;
    json.beginObject();
    writeRanks(json, job);
    writeCollectives(json, job);
    writeSums(json, job, "waits", &JobRanks::Sum::wait);
    writeSums(json, job, "caused", &JobRanks::Sum::caused);
    json.key("overlap");
    json.beginObject();
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        json.key(nameOf(job, i));
        json.beginObject();
        json.field("compute_ns", job.records[i].times.compute);
        json.field("communication_ns", job.records[i].times.communication);
        json.field("exposed_ns", job.records[i].times.exposed);
        json.endObject();
    }
    json.endObject();
    json.endObject();
    return json.take();
}

std::string rankTable(const JobRanks& job) {
    report::TextTable table({"rank", "host", "clock by", "offset", "error", "drift ppb", "waited",
                             "made others wait", "compute", "communication", "exposed"},
                            3);
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        const RankRecord& record = job.records[i];
        const RankClock& clock = job.clocks[i];
        const auto known = [&](const std::string& text) { return clock.known() ? text : std::string("?"); };
        table.add({nameOf(job, i), record.host, std::string(clockMethodKey(clock.method)),
                   known(formatDuration(clock.offset, 7)), known("± " + formatDuration(clock.error)),
                   known(std::to_string(clock.driftPerBillion())), known(formatDuration(job.sums[i].wait)),
                   known(formatDuration(job.sums[i].caused)), formatDuration(record.times.compute),
                   formatDuration(record.times.communication), formatDuration(record.times.exposed)});
    }
    return table.text();
}

std::string apart(const JobRanks& job) {
    std::string text;
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        if (!job.clocks[i].known()) {
            text +=
                "Rank " + nameOf(job, i) + " (" + job.records[i].file +
                ") stands apart. It shares no collective with the others, and its trace names no origin of "
                "its clock that can be believed.\n";
        }
    }
    return text;
}

std::string collectiveTable(const JobRanks& job, std::size_t top) {
    std::vector<const SharedCollective*> worst;
    worst.reserve(job.collectives.size());
    for (const SharedCollective& one : job.collectives) {
        worst.push_back(&one);
    }
    std::ranges::stable_sort(worst, std::greater(), [](const SharedCollective* one) { return one->spread; });
    if (top > 0 && worst.size() > top) {
        worst.resize(top);
    }
    report::TextTable table({"collective", "group", "last rank", "number", "bytes", "spread", "transfer"}, 2);
    for (const SharedCollective* one : worst) {
        table.add({one->name, one->group, nameOf(job, one->entries[one->last].rank),
                   std::to_string(one->sequence), one->bytes < 0 ? "" : formatBytes(one->bytes),
                   formatDuration(one->spread), formatDuration(one->transfer)});
    }
    const std::string count =
        formatCount(static_cast<std::int64_t>(job.collectives.size()), "collective", "collectives");
    return count + " matched; those that were waited for longest:\n" + table.text();
}

std::string ranksText(const JobRanks& job, std::size_t top) {
    std::string text = rankTable(job);
    if (const std::string others = apart(job); !others.empty()) {
        text += "\n" + others;
    }
    if (job.collectives.empty()) {
        return text + "\nNo collective was recorded on two ranks whose clocks are known.\n";
    }
    return text + "\n" + collectiveTable(job, top);
}

} // namespace

int runRanks(int argc, char** argv) {
    CLI::App parser("Prints which rank of a job came last to each collective, how long the others waited, "
                    "and the offsets "
                    "of the ranks' clocks",
                    "lanescope ranks");
    std::vector<std::string> files;
    std::string format = "text";
    std::int64_t top = 20;
    addFilesOption(parser, files);
    parser.add_option("--top", top, "collectives of the text; 0: all. JSON has all")->check(wholeNumber());
    parser.add_option("--format", format, "text or json")->check(CLI::IsMember({"text", "json"}));
    if (const auto code = parseArguments(parser, argc, argv)) {
        return *code;
    }
    auto records = readRankRecords(files);
    if (!records) {
        return fail(parser, records.error());
    }
    const JobRanks job = jobRanksOf(std::move(records).value());
    print(outputFormat(format) == OutputFormat::Json ? ranksJson(job)
                                                     : ranksText(job, static_cast<std::size_t>(top)));
    return kGood;
}

} // namespace lanes::cli
