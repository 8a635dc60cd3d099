// Names that do not show whose program it was: those of PyTorch, of known libraries and of the recorder.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace lanes {

// Sections of public_names.txt.
enum class PublicName : std::uint8_t {
    Word,            // part of a name: "elementwise"
    Category,        // of events
    Namespace,       // of operators
    Package,         // below site-packages
    Relative,        // a package that traces name without its folder
    Standard,        // module of Python's standard library
    Module,          // class of torch.nn
    Optimizer,       // class of torch.optim
    Function,        // special name of Python: "<module>"
    Property,        // of a session
    ProcessProperty, // of a process: process.PID.NAME
    Name,            // whole name of an event
    Diagnostic,      // kind
};

// The permitted content of an argument's value.
enum class KeyRule : std::uint8_t { Text, Frames, Path, Kernel, Place, Words };

// Immutable; any thread.
class PublicNames {
public:
    PublicNames();

    [[nodiscard]] bool has(PublicName section, std::string_view name) const;
    // The rule for a key of an argument. Null: the key is not public.
    [[nodiscard]] const KeyRule* keyRule(std::string_view key) const;
    // True for an address of a machine or a person: "10.1.2.3", "a@b", "tcp://". O(length).
    [[nodiscard]] static bool isAddress(std::string_view text);
    // True if a text has only public words, numbers and ASCII signs, and is no address of a machine. O(length).
    [[nodiscard]] bool isPublic(std::string_view text) const;
    // True for an operator in PyTorch's schemas, such as "aten::addmm".
    [[nodiscard]] bool isOperator(std::string_view name) const;
    // True for a node of autograd that PyTorch generates for an operator, such as "AddmmBackward0".
    [[nodiscard]] bool isNode(std::string_view name) const;

private:
    struct Entry {
        PublicName section;
        std::string_view name;
        friend bool operator==(const Entry&, const Entry&) = default;
    };
    struct Hash {
        std::size_t operator()(const Entry& entry) const noexcept;
    };

    void readLine(std::string_view line);
    void readOperators();
    [[nodiscard]] bool isPublicToken(std::string_view token) const;

    std::unordered_set<Entry, Hash> names_;
    std::unordered_map<std::string_view, KeyRule> keys_;
    std::unordered_set<std::string_view> operators_;
    std::unordered_set<std::string> operatorWords_; // parts of operators' names, in lower case
    std::unordered_set<std::string> nodes_;         // operators' names without '_', in lower case
};

} // namespace lanes
