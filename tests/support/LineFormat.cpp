#include "tests/support/LineFormat.h"

#include "model/io/joining/TraceAssembly.h"

#include <fstream>
#include <sstream>
#include <string>

namespace lanes::test {

namespace {

constexpr std::string_view kFirstLine = "lines\n";

class LineReader {
public:
    explicit LineReader(BatchWriter& out)
        : out_(out) {
        EventShape slice;
        slice.phase = 'X';
        slice.category = text("cpu_op");
        slice.hasDuration = true;
        slice.columns.push_back({text("size")});
        slice_ = out_.shapeNumber(slice);
        EventShape instant;
        instant.phase = 'i';
        instant_ = out_.shapeNumber(instant);
        values_.pid = ArgValue::ofText(text("program")).encode();
    }

    // False: it is no event.
    [[nodiscard]] bool read(const std::string& line, std::uint32_t at) {
        std::istringstream words(line);
        std::string kind;
        std::int64_t thread = 0;
        std::int64_t size = 0;
        std::string name;
        words >> kind >> thread >> values_.time;
        if (kind == "slice") {
            words >> values_.duration >> size;
        }
        words >> name;
        if (!words || (kind != "slice" && kind != "instant")) {
            return false;
        }
        values_.tid = ArgValue::ofInteger(thread).encode();
        values_.name = text(name);
        values_.cells[0] = ArgValue::ofInteger(size).encode();
        out_.add(kind == "slice" ? slice_ : instant_, values_, at);
        return true;
    }

private:
    [[nodiscard]] StringId text(std::string_view text) {
        return out_.texts().text(text.data(), text.data() + text.size());
    }

    BatchWriter& out_;
    std::uint32_t slice_ = 0;
    std::uint32_t instant_ = 0;
    EventValues values_;
};

bool isLines(const TraceHead& head) {
    return head.bytes.starts_with(kFirstLine);
}

Result<std::shared_ptr<const Trace>> readLines(const std::string& path, const OpenOptions& /*options*/) {
    std::ifstream file(path);
    ImportBatch batch;
    batch.info.source = path;
    batch.info.producer = "lines";
    BatchWriter& writer = *batch.writers.emplace_back(std::make_unique<BatchWriter>());
    EventRange& range = batch.ranges.emplace_back();
    LineReader reader(writer);
    writer.begin(range, 0);
    std::string line;
    std::getline(file, line);
    for (auto at = file.tellg(); std::getline(file, line); at = file.tellg()) {
        if (!reader.read(line, static_cast<std::uint32_t>(at))) {
            batch.issues.hit(Issue::SkippedText, at);
        }
    }
    writer.end();
    return assembleTrace(std::move(batch), 1);
}

} // namespace

TraceFormat lineFormat() {
    return {"Lines", ".lines", isLines, readLines};
}

} // namespace lanes::test
