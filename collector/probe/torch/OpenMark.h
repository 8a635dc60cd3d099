// The object that our start callback returns to torch, and that torch passes to the end callback. It stands for an
// operator that was recorded, or that a filter names.
#pragma once

namespace lanes::probe {

class ThreadRecorder;

// Torch treats a mark as an at::ObserverContext that it owns: a class with only a virtual destructor, which torch
// deletes after the end callback. Each recorder has one mark of each kind, shared by all its operators, so deleting
// must do nothing. No C++ object survives its destructor; a mark is therefore plain data with a table of functions in
// the Itanium ABI's layout.
class OpenMark {
public:
    // `entered`: the operator is one that the session's filter names (Where.h), recorded or not.
    OpenMark(ThreadRecorder* owner, bool recorded, bool entered)
        : functions_(&kTable[2])
        , owner_(owner)
        , recorded_(recorded)
        , entered_(entered) {}

    [[nodiscard]] ThreadRecorder* owner() const { return owner_; }
    [[nodiscard]] bool recorded() const { return recorded_; }
    [[nodiscard]] bool entered() const { return entered_; }

private:
    using Function = void (*)(OpenMark*);
    static void keep(OpenMark*) {}
    // Offset to the whole object, type information, destructor, deleting destructor. Objects point to the third
    // entry.
    static constexpr Function kTable[] = {nullptr, nullptr, &keep, &keep};

    [[maybe_unused]] const Function* functions_; // torch calls them
    ThreadRecorder* owner_;
    bool recorded_;
    bool entered_;
};

} // namespace lanes::probe
