// The origins of kernels that no operator stands for. The sources are the program's Python (kernel_sources.py), and
// the files that torch.compile has generated.
#pragma once

#include "collector/recorder/devices/GeneratedCode.h"
#include "collector/recorder/host/ForeignFile.h"
#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// Texts of the session; none: not known.
struct KernelSource {
    StringId file;      // "/x/train.py:4", of the kernel itself
    StringId arguments; // "x_ptr: *fp32, n: i32"
    StringId constants; // "BLOCK_SIZE=256, num_warps=4"
    StringId generated; // "/cache/ab/cabdef.py:127", the generated line that launches it
    StringId launch;    // text of that line
    StringId operators; // "aten.add, aten.relu", from which it was made
    StringId lines;     // "/x/train.py(16): forward;", the program's lines that it implements
};

// One process, one thread.
class KernelSources {
public:
    // `writer` outlives this.
    explicit KernelSources(session::SessionWriter& writer)
        : writer_(writer) {}

    // Sets the file in which the process states its kernels.
    void setFile(std::string path) { told_.setFile(std::move(path)); }
    // Reads what has been added since. Must be called before work that came later is placed.
    void refresh();
    // `threads`: per block. `stack`: where it was launched, or captured. Returns null if nothing is known. O(1),
    // except for the first of its kind.
    [[nodiscard]] const KernelSource* find(StringId name, std::uint64_t threads, StackId stack);
    // Name ids are reassigned from now on.
    void forgetNames();
    // Nothing more will come.
    void forget();

private:
    // A Triton function, compiled for one kind of arguments.
    struct Compiled {
        std::string file, arguments, constants;
        std::uint64_t threads = 0;
    };
    struct Line {
        std::string file, function;
        std::int32_t line = 0;
    };
    using Graph = std::map<std::string, Line, std::less<>>; // by the name of a node
    using Graphs = std::map<std::uint64_t, Graph>;

    void take(std::string_view line);
    void addCompiled(KernelSource& source, std::string_view name, std::uint64_t threads) const;
    void addGenerated(KernelSource& source, std::string_view name, StackId stack);
    // Returns the lines for which a kernel was made; empty if graphs contradict each other.
    [[nodiscard]] static std::string linesOf(const std::vector<std::string>& nodes, const Graphs& graphs);
    const GeneratedCode* codeOf(StringId file);
    StringId text(const std::string& text) const;

    session::SessionWriter& writer_;
    static constexpr std::size_t kMostToldBytes = std::size_t{8} << 20;
    ForeignLines told_{kMostToldBytes};
    std::map<std::string, std::vector<Compiled>, std::less<>> compiled_; // by the kernel's name
    Graphs graphs_;
    Graphs backwardGraphs_; // their nodes have the lines of the forward ones
    std::size_t nodes_ = 0; // of all graphs
    std::unordered_map<StringId, std::optional<GeneratedCode>> codes_; // by file
    std::unordered_map<StringId, bool> may_; // whether anything may be known of a name
    std::map<std::tuple<StringId, std::uint64_t, StackId>, KernelSource> known_;
};

} // namespace lanes::recorder
