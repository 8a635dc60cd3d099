#include "app/sessions/FoundSessions.h"

#include <QDir>
#include <QFile>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace lanes {
namespace {

constexpr std::array<std::string_view, 4> kOfPrograms{"node_modules", "__pycache__", "site-packages",
                                                      "dist-packages"};

class SessionSearch {
public:
    SessionSearch(const std::stop_token& stop, const SearchBounds& bounds)
        : stop_(stop)
        , bounds_(bounds) {}

    std::vector<FoundSession> below(const QStringList& folders) {
        for (const QString& folder : folders) {
            const std::string path = QFile::encodeName(QDir::cleanPath(folder)).toStdString();
            struct stat facts {};
            if (stat(path.c_str(), &facts) == 0) {
                waiting_.push_back({path, facts.st_dev, 0});
            }
        }
        while (!waiting_.empty() && !stop_.stop_requested() && folders_ < bounds_.folders &&
               entries_ < bounds_.entries) {
            const Folder next = std::move(waiting_.front());
            waiting_.pop_front();
            lookInto(next);
        }
        return std::move(found_);
    }

private:
    struct Folder {
        std::string path;
        dev_t disk = 0;
        int depth = 0;
    };

    void lookInto(const Folder& folder) {
        const std::unique_ptr<DIR, int (*)(DIR*)> entries(opendir(folder.path.c_str()), &closedir);
        struct stat itself {};
        if (!entries || fstat(dirfd(entries.get()), &itself) != 0 ||
            !seen_.insert({itself.st_dev, itself.st_ino}).second) {
            return;
        }
        ++folders_;
        while (const dirent* entry = readdir(entries.get())) {
            if (++entries_ > bounds_.entries || stop_.stop_requested()) {
                return;
            }
            const std::string_view name(entry->d_name);
            const bool session = name.ends_with(".lanes");
            const bool mayLeadOn = entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN;
            if (!name.starts_with('.') && (session || mayLeadOn)) {
                take(folder, dirfd(entries.get()), entry->d_name);
            }
        }
    }

    void take(const Folder& folder, int at, const std::string& name) {
        struct stat facts {};
        if (fstatat(at, name.c_str(), &facts, 0) != 0) {
            return;
        }
        const std::string path = (folder.path == "/" ? "" : folder.path) + "/" + name;
        if (S_ISREG(facts.st_mode) && name.ends_with(".lanes")) {
            found_.push_back({QFile::decodeName(QByteArray::fromStdString(path)), facts.st_mtim.tv_sec});
            return;
        }
        struct stat link {};
        const bool real = fstatat(at, name.c_str(), &link, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(link.st_mode);
        if (real && facts.st_dev == folder.disk && folder.depth < bounds_.depth &&
            std::ranges::find(kOfPrograms, name) == kOfPrograms.end()) {
            waiting_.push_back({path, folder.disk, folder.depth + 1});
        }
    }

    const std::stop_token& stop_;
    const SearchBounds& bounds_;
    std::deque<Folder> waiting_; // nearest first
    std::set<std::pair<dev_t, ino_t>> seen_;
    std::vector<FoundSession> found_;
    int folders_ = 0;
    int entries_ = 0;
};

} // namespace

std::vector<FoundSession> findSessions(const QStringList& folders, const std::stop_token& stop,
                                       const SearchBounds& bounds) {
    return SessionSearch(stop, bounds).below(folders);
}

} // namespace lanes
