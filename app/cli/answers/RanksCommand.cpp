#include "app/cli/Analysis.h"
#include "app/cli/Commands.h"
#include "app/cli/answers/RankFiles.h"
#include "model/base/Format.h"
#include "model/report/Ranks.h"
#include "model/report/Readers.h"
#include "model/trace/args/JsonWriter.h"

#include <memory>
#include <numeric>
#include <utility>

namespace lanes::cli {

namespace {

std::shared_ptr<const std::vector<std::uint32_t>> positions(const JobRanks& job) {
    std::vector<std::uint32_t> all(job.collectives.size());
    std::iota(all.begin(), all.end(), 0);
    return std::make_shared<const std::vector<std::uint32_t>>(std::move(all));
}

std::string nameOf(const JobRanks& job, std::size_t rank) {
    return std::to_string(job.records[rank].rank);
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

// "1 and rank 3", to stand behind "Rank".
std::string namesOf(const JobRanks& job, const std::vector<std::size_t>& ranks) {
    std::string text;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == ranks.size() ? " and rank " : ", rank ") + nameOf(job, ranks[i]);
    }
    return text;
}

std::string awaited(const JobRanks& job) {
    std::string text;
    for (const AwaitedCollective& one : job.awaited) {
        text += "Rank " + namesOf(job, one.missing) + (one.missing.size() > 1 ? " have" : " has") +
                " not come to " + one.name + ", number " + std::to_string(one.sequence) + " of group " +
                one.group + ", by the end of its record. Rank " + namesOf(job, one.waiting) +
                (one.waiting.size() > 1 ? " wait" : " waits") + " there.\n";
    }
    return text;
}

void writeRanks(JsonWriter& json, const JobRanks& job, std::string_view key,
                const std::vector<std::size_t>& ranks) {
    json.key(key);
    json.beginArray();
    for (const std::size_t rank : ranks) {
        json.integer(job.records[rank].rank);
    }
    json.endArray();
}

void writeAwaited(JsonWriter& json, const JobRanks& job) {
    json.key("awaited");
    json.beginArray();
    for (const AwaitedCollective& one : job.awaited) {
        json.beginObject();
        json.field("name", one.name);
        json.field("group", one.group);
        json.field("sequence", one.sequence);
        writeRanks(json, job, "waiting", one.waiting);
        writeRanks(json, job, "missing", one.missing);
        json.endObject();
    }
    json.endArray();
}

std::string ranksJson(const std::shared_ptr<const JobRanks>& shared) {
    const JobRanks& job = *shared;
    JsonWriter json;
    json.beginObject();
    json.key("ranks");
    writeJson(json, report::rankTable(shared));
    json.key("collectives");
    writeJson(json, report::collectiveTable(shared, positions(job)));
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
    writeAwaited(json, job);
    json.endObject();
    return json.take();
}

std::string apart(const JobRanks& job) {
    std::string text;
    for (std::size_t i = 0; i < job.records.size(); ++i) {
        if (!job.clocks[i].known()) {
            text += "Rank " + nameOf(job, i) + " (" + job.records[i].file +
                    ") stands apart. It shares no collective with the others, and its clock has no known "
                    "origin.\n";
        }
    }
    return text;
}

std::string collectiveTable(const std::shared_ptr<const JobRanks>& job, std::size_t top) {
    report::Table table = report::collectiveTable(job, positions(*job));
    (void)table.sortBy(table.sortedBy);
    if (top > 0 && table.order.size() > top) {
        table.order.resize(top);
    }
    return formatCount(static_cast<std::int64_t>(job->collectives.size()), "collective", "collectives") +
           " matched; those that were waited for longest:\n" + asText(table);
}

std::string ranksText(const std::shared_ptr<const JobRanks>& job, std::size_t top) {
    std::string text = asText(report::rankTable(job));
    for (const std::string& paragraph : {apart(*job), awaited(*job)}) {
        text += paragraph.empty() ? "" : "\n" + paragraph;
    }
    if (job->collectives.empty()) {
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
    auto categories = categoriesOf(parser);
    if (!categories) {
        return fail(parser, categories.error());
    }
    auto records = readRankRecords(files, std::move(categories).value());
    if (!records) {
        return fail(parser, records.error());
    }
    const auto job = std::make_shared<const JobRanks>(jobRanksOf(std::move(records).value()));
    if (const auto stranger = strangerIn(*job)) {
        return fail(parser, *stranger);
    }
    print(outputFormat(format) == OutputFormat::Json ? ranksJson(job)
                                                     : ranksText(job, static_cast<std::size_t>(top)));
    return kGood;
}

} // namespace lanes::cli
