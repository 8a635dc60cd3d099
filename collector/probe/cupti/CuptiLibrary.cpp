#include "collector/probe/cupti/CuptiLibrary.h"

#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lanes::probe::cupti {

namespace {

constexpr const char* kDriver = "libcuda.so.1";
constexpr const char* kPythonVariable = "LANESCOPE_NVIDIA";
constexpr int kNewestKnown = 13;          // of CUDA, where the driver does not say
constexpr int kOldest = 11;               // 11.8
constexpr std::size_t kMostLooked = 1200; // bytes of a reason
#if defined(__x86_64__)
constexpr const char* kTarget = "/targets/x86_64-linux/lib";
#else
constexpr const char* kTarget = "/targets/sbsa-linux/lib";
#endif

// What Python has said last. Those before it stay, as another thread may read them; there are few.
std::atomic<const std::string*> told{nullptr};

std::string folderOf(const std::string& path) {
    return path.substr(0, path.rfind('/'));
}

std::string_view nameOf(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

// Of this process, each once.
std::vector<std::string> mappedFiles() {
    std::vector<std::string> found;
    std::FILE* file = std::fopen("/proc/self/maps", "re");
    if (file == nullptr) {
        return found;
    }
    char* line = nullptr;
    std::size_t room = 0;
    while (getline(&line, &room, file) > 0) {
        const char* begin = std::strchr(line, '/');
        if (begin == nullptr) {
            continue;
        }
        std::string_view path(begin);
        path = path.substr(0, path.find('\n'));
        if (found.empty() || found.back() != path) {
            found.emplace_back(path);
        }
    }
    std::free(line);
    std::fclose(file);
    return found;
}

class Folders {
public:
    void add(std::string folder) {
        const auto has = [&](const std::vector<std::string>& all) {
            return std::find(all.begin(), all.end(), folder) != all.end();
        };
        if (!has(all_) && !has(before_)) {
            all_.push_back(std::move(folder));
        }
    }
    void addToolkit(const std::string& folder) {
        for (const char* part : {"/extras/CUPTI/lib64", "/lib64", "/lib", kTarget}) {
            add(folder + part);
        }
    }
    // What pip has put into a folder of packages: nvidia/cuda_cupti, and nvidia/cu13 and later.
    void addPackages(const std::string& site) {
        const std::string packages = site + "/nvidia";
        std::vector<std::string> found;
        DIR* const folder = opendir(packages.c_str());
        for (const dirent* entry = folder != nullptr ? readdir(folder) : nullptr; entry != nullptr;
             entry = readdir(folder)) {
            const std::string_view name(entry->d_name);
            const bool versioned = name.size() > 2 && name.substr(0, 2) == "cu" &&
                                   name.find_first_not_of("0123456789", 2) == std::string_view::npos;
            if (versioned || name == "cuda_cupti") {
                found.push_back(packages + "/" + entry->d_name + "/lib");
            }
        }
        if (folder != nullptr) {
            closedir(folder);
        }
        std::sort(found.begin(), found.end());
        for (std::string& one : found) {
            add(std::move(one));
        }
    }
    // The folders below `place` whose names begin so.
    void addToolkits(const char* place, const char* prefix) {
        std::vector<std::string> found;
        DIR* const folder = opendir(place);
        for (const dirent* entry = folder != nullptr ? readdir(folder) : nullptr; entry != nullptr;
             entry = readdir(folder)) {
            if (std::strncmp(entry->d_name, prefix, std::strlen(prefix)) == 0) {
                found.push_back(std::string(place) + "/" + entry->d_name);
            }
        }
        if (folder != nullptr) {
            closedir(folder);
        }
        std::sort(found.rbegin(), found.rend());
        for (const std::string& one : found) {
            addToolkit(one);
        }
    }
    std::vector<std::string> take() {
        before_ = all_;
        return std::exchange(all_, {});
    }

private:
    std::vector<std::string> all_;
    std::vector<std::string> before_; // that were taken
};

// In a toolkit, conda's or a distribution's folder of libraries, and in packages of pip of their own each.
void addBesideCuda(const std::vector<std::string>& mapped, Folders& folders) {
    constexpr std::array kLibraries{"libcudart.so", "libnvrtc.so", "libcublas.so", "libcufft.so",
                                    "libnvJitLink.so"};
    for (const char* library : kLibraries) {
        for (const std::string& path : mapped) {
            if (nameOf(path).substr(0, std::strlen(library)) != library) {
                continue;
            }
            const std::string folder = folderOf(path);
            for (const char* place :
                 {"", "/../../cuda_cupti/lib", "/../extras/CUPTI/lib64", "/../../../extras/CUPTI/lib64"}) {
                folders.add(folder + place);
            }
        }
    }
}

// Folders of packages that libraries in this process come from: somebody has imported them.
void addImportedPackages(const std::vector<std::string>& mapped, Folders& folders) {
    for (const char* mark : {"/site-packages/", "/dist-packages/"}) {
        std::string last;
        for (const std::string& path : mapped) {
            const std::size_t at = path.find(mark);
            if (at == std::string::npos) {
                continue;
            }
            const std::string site = path.substr(0, at + std::strlen(mark) - 1);
            if (site != last) {
                folders.addPackages(site);
                last = site;
            }
        }
    }
}

void addVariables(Folders& folders) {
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDA_TOOLKIT_ROOT_DIR"}) {
        if (const char* folder = std::getenv(variable); folder != nullptr && *folder != 0) {
            folders.addToolkit(folder);
        }
    }
    if (const char* conda = std::getenv("CONDA_PREFIX"); conda != nullptr && *conda != 0) {
        folders.addToolkit(conda);
    }
}

std::vector<std::string> pythonFolders() {
    const std::string* const said = told.load(std::memory_order_acquire);
    std::string text = said != nullptr ? *said : std::string();
    const char* variable = std::getenv(kPythonVariable);
    if (text.empty() && variable != nullptr) {
        text = variable;
    }
    std::vector<std::string> folders;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find(':', from), text.size());
        folders.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return folders;
}

// How libcupti is called, the newest first.
std::vector<std::string> namesUpTo(int newest) {
    std::vector<std::string> names;
    for (int version = newest; version >= kOldest; --version) {
        names.push_back("libcupti.so." + std::to_string(version) + (version == kOldest ? ".8" : ""));
    }
    return names;
}

int driverVersion() {
    void* const driver = dlopen(kDriver, RTLD_NOLOAD | RTLD_LAZY);
    const auto ask =
        driver != nullptr ? reinterpret_cast<int (*)(int*)>(dlsym(driver, "cuDriverGetVersion")) : nullptr;
    int version = 0;
    return ask != nullptr && ask(&version) == 0 ? version / 1000 : 0;
}

std::string listOf(const CuptiFolders& folders) {
    std::vector<std::string> all = folders.besideCuda;
    all.insert(all.end(), folders.others.begin(), folders.others.end());
    std::string text;
    std::size_t left = all.size();
    for (const std::string& folder : all) {
        const std::string one = folder.empty() ? "where the loader looks" : folder;
        if (text.size() + one.size() > kMostLooked) {
            return text + ", and " + std::to_string(left) + " more";
        }
        text += (text.empty() ? "" : ", ") + one;
        --left;
    }
    return text;
}

} // namespace

CudaSurroundings cudaSurroundings() {
    CudaSurroundings around{mappedFiles(), pythonFolders(), {}, driverVersion()};
    std::array<char, PATH_MAX> program{};
    const ssize_t length = readlink("/proc/self/exe", program.data(), program.size());
    around.program.assign(program.data(), length > 0 ? static_cast<std::size_t>(length) : 0);
    return around;
}

CuptiFolders cuptiFolders(const CudaSurroundings& around) {
    Folders folders;
    CuptiFolders found;
    addBesideCuda(around.mapped, folders);
    found.besideCuda = folders.take();
    for (const std::string& folder : around.python) {
        folders.add(folder);
    }
    addImportedPackages(around.mapped, folders);
    addVariables(folders);
    if (!around.program.empty()) {
        folders.add(folderOf(folderOf(around.program)) + "/lib"); // conda has its Python beside it
    }
    for (const std::string& path : around.mapped) {
        if (nameOf(path).substr(0, std::strlen("libcuda.so")) == "libcuda.so") {
            folders.add(folderOf(path));
        }
    }
    folders.add({});
    folders.addToolkit("/usr/local/cuda");
    folders.addToolkits("/usr/local", "cuda-");
    folders.addToolkit("/opt/cuda");
    found.others = folders.take();
    return found;
}

std::vector<std::string> cuptiCandidates(const CuptiFolders& folders, int driver) {
    const std::vector<std::string> names = namesUpTo(driver > 0 ? driver : kNewestKnown);
    std::vector<std::string> found;
    for (const std::string& folder : folders.besideCuda) {
        for (const std::string& name : names) {
            found.push_back(folder + "/" + name);
        }
    }
    for (const std::string& name : names) {
        for (const std::string& folder : folders.others) {
            found.push_back(folder.empty() ? name : folder + "/" + name);
        }
    }
    return found;
}

void setPythonFolders(std::string_view folders) {
    told.store(new std::string(folders), std::memory_order_release);
}

void* findLoadedLibrary() {
    for (const std::string& name : namesUpTo(std::max(driverVersion(), kNewestKnown))) {
        if (void* library = dlopen(name.c_str(), RTLD_NOLOAD | RTLD_LAZY)) {
            return library;
        }
    }
    for (const std::string& path : mappedFiles()) {
        if (nameOf(path).substr(0, std::strlen("libcupti.so")) != "libcupti.so") {
            continue;
        }
        if (void* library = dlopen(path.c_str(), RTLD_NOLOAD | RTLD_LAZY)) {
            return library;
        }
    }
    return nullptr;
}

void* loadLibrary(std::string& looked) {
    const CudaSurroundings around = cudaSurroundings();
    const CuptiFolders folders = cuptiFolders(around);
    for (const std::string& path : cuptiCandidates(folders, around.driver)) {
        if (path.front() == '/' && access(path.c_str(), R_OK) != 0) {
            continue;
        }
        if (void* library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL)) {
            return library;
        }
    }
    looked = listOf(folders);
    return nullptr;
}

bool isDriverLoaded() {
    return dlopen(kDriver, RTLD_NOLOAD | RTLD_LAZY) != nullptr;
}

} // namespace lanes::probe::cupti
