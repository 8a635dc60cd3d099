// A Python file that torch.compile has generated: reads the facts about its kernels from the comments.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanes::recorder {

// The texts as in the file; empty if it does not state them.
struct GeneratedKernel {
    std::string file;               // the file of the kernel alone
    std::string operators;          // "aten.add, aten.relu", from which it was made
    std::string arguments;          // "in_ptr0: *fp32, xnumel: i32"
    std::vector<std::string> nodes; // "relu_1", of the compiled graph
};

class GeneratedCode {
public:
    // True if a file of that name may be generated code: "/cache/ab/cabdef.py".
    [[nodiscard]] static bool mayBe(std::string_view path);
    // Returns nothing if it is not generated code, or cannot be read. The file is another process's: its type and
    // contents are untrusted.
    static std::optional<GeneratedCode> read(const std::string& path);
    static std::optional<GeneratedCode> parse(std::string_view text);

    // True if it is a backward pass, to which its nodes then belong.
    [[nodiscard]] bool isBackward() const { return backward_; }
    [[nodiscard]] const GeneratedKernel* kernel(std::string_view name) const;
    // Returns "kernel.run(buf0, 64, stream=stream0)" if that line launches the kernel; else empty.
    [[nodiscard]] std::string_view launch(std::string_view name, std::int32_t line) const;

private:
    void addLine(std::string_view line);
    void addComment(std::string_view comment);

    std::map<std::string, GeneratedKernel, std::less<>> kernels_;
    std::map<std::int32_t, std::string> launches_; // by line
    GeneratedKernel said_;                         // from the comments right before
    GeneratedKernel* defined_ = nullptr;           // the kernel whose text is being read
    bool namesNodes_ = false;                      // those comments are listing nodes
    std::int32_t line_ = 0;
    bool backward_ = false;
};

} // namespace lanes::recorder
