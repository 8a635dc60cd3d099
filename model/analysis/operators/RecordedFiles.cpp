#include "model/analysis/operators/RecordedFiles.h"

#include "model/analysis/operators/PythonFrames.h"
#include "model/base/SecretHash.h"

#include <cstdint>
#include <unordered_set>
#include <utility>

namespace lanes {
namespace {

class FileGatherer {
public:
    void add(PythonFrame frame) {
        const bool inFile = !frame.file.empty() && frame.file.front() != '<'; // else code that was in no file
        if (inFile && names_.insert(frame.file).second) {
            const bool ofLibrary = isOfLibrary(frame);
            files_.push_back({std::move(frame.file), ofLibrary});
        }
    }
    [[nodiscard]] std::vector<RecordedFile> take() { return std::move(files_); }

private:
    std::unordered_set<std::string, SecretHash> names_;
    std::vector<RecordedFile> files_;
};

} // namespace

std::vector<RecordedFile> recordedFiles(const Trace& trace, const std::stop_token& stop) {
    FileGatherer files;
    std::unordered_set<std::uint32_t> known; // texts
    for (std::uint32_t i = 0; i < trace.stacks().size() && !stop.stop_requested(); ++i) {
        const StringId file = trace.stacks().node(StackId(i)).frame.file;
        if (file.valid() && known.insert(file.value).second) {
            PythonFrame frame;
            frame.file = trace.text(file);
            files.add(std::move(frame));
        }
    }
    known.clear();
    for (std::size_t s = 0; s < trace.segments().size() && !stop.stop_requested(); ++s) {
        const Segment& segment = *trace.segments()[s];
        for (std::uint32_t i = segment.next(EventKind::PythonFunction, 0); i < segment.size();
             i = segment.next(EventKind::PythonFunction, i + 1)) {
            if (known.insert(segment.name[i].value).second) {
                files.add(parseFrame(trace.text(segment.name[i])));
            }
        }
    }
    return files.take();
}

} // namespace lanes
