// A file of Python that torch.compile has generated: what its comments say of the kernels that it launches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// As they stand in the file; empty where it does not say.
struct GeneratedKernel {
    std::string file;               // of the kernel alone
    std::string operators;          // "aten.add, aten.relu", of which it was made
    std::string arguments;          // "in_ptr0: *fp32, xnumel: i32"
    std::vector<std::string> nodes; // "relu_1", of the graph that was compiled
};

class GeneratedCode {
public:
    // Whether a file of that name may be one: "/cache/ab/cabdef.py".
    [[nodiscard]] static bool mayBe(std::string_view path);
    // Nothing if it is none, or cannot be read. The file is another process's: anything may stand in it, or be it.
    static std::optional<GeneratedCode> read(const std::string& path);
    static std::optional<GeneratedCode> parse(std::string_view text);

    // Its nodes are those of a backward pass then.
    [[nodiscard]] bool isBackward() const { return backward_; }
    [[nodiscard]] const GeneratedKernel* kernel(std::string_view name) const;
    // "kernel.run(buf0, 64, stream=stream0)" if that line launches it; else empty.
    [[nodiscard]] std::string_view launch(std::string_view name, std::int32_t line) const;

private:
    void addLine(std::string_view line);
    void addComment(std::string_view comment);

    std::map<std::string, GeneratedKernel, std::less<>> kernels_;
    std::map<std::int32_t, std::string> launches_; // by line
    GeneratedKernel said_;                         // by the comments right before
    GeneratedKernel* defined_ = nullptr;           // whose text is being read
    bool namesNodes_ = false;                      // these comments do, in a list
    std::int32_t line_ = 0;
    bool backward_ = false;
};

} // namespace lanes::recorder
