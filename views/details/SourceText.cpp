#include "views/details/SourceText.h"

#include "model/base/RepairedPath.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace lanes {
namespace {

constexpr std::size_t kMaxBytes = 4U << 20U;
constexpr std::size_t kPiece = 64U << 10U; // between two looks at whether it is still wanted
constexpr std::size_t kMaxLineBytes = 400;

class SourceWords {
    Q_DECLARE_TR_FUNCTIONS(SourceText)
};

Error about(const std::string& path, const QString& sentence) {
    return Error{sentence.arg(QString::fromStdString(path)).toStdString()};
}

SourceText cut(std::string_view bytes, int first, int last) {
    SourceText text;
    text.firstLine = first;
    for (int number = 1; number <= last && !bytes.empty(); ++number) {
        const std::size_t length = std::min(bytes.find('\n'), bytes.size());
        std::string_view line = bytes.substr(0, length);
        bytes.remove_prefix(std::min(length + 1, bytes.size()));
        if (number < first) {
            continue;
        }
        line.remove_suffix(line.ends_with('\r') ? 1 : 0);
        text.lines.emplace_back(line.substr(0, kMaxLineBytes));
    }
    return text;
}

} // namespace

Result<SourceText> readSource(const std::string& named, int line, int before, int after,
                              const std::stop_token& stop) {
    const std::string path = unrepairedPath(named);
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (error || !std::filesystem::exists(status)) {
        return about(path, SourceWords::tr("%1 is not on this machine"));
    }
    // a pipe or a device would block or never end
    if (!std::filesystem::is_regular_file(status)) {
        return about(path, SourceWords::tr("%1 is not a file"));
    }
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        return about(path, SourceWords::tr("%1 cannot be read"));
    }
    std::string bytes;
    for (std::ptrdiff_t lines = 0; in && lines <= line + after && bytes.size() < kMaxBytes;) {
        if (stop.stop_requested()) {
            return about(path, SourceWords::tr("%1 is not wanted any more"));
        }
        const std::size_t had = bytes.size();
        bytes.resize(had + kPiece);
        in.read(bytes.data() + had, static_cast<std::streamsize>(kPiece));
        bytes.resize(had + static_cast<std::size_t>(in.gcount()));
        lines += std::count(bytes.begin() + static_cast<std::ptrdiff_t>(had), bytes.end(), '\n');
    }
    SourceText text = cut(bytes, std::max(1, line - before), line + after);
    if (text.lines.empty() || text.firstLine + static_cast<int>(text.lines.size()) <= line) {
        return Error{SourceWords::tr("%1 has no line %2; it has changed since")
                         .arg(QString::fromStdString(path))
                         .arg(line)
                         .toStdString()};
    }
    return text;
}

} // namespace lanes
