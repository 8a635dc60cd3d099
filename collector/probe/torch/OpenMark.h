// What our start callback hands to torch for an operator that was recorded, or that a filter names, and torch hands back to the end callback.
#pragma once

namespace lanes::probe {

class ThreadRecorder;

// Torch takes it for an at::ObserverContext that it owns: a class with nothing but a virtual destructor, which it deletes
// after the end callback. There is one mark of each kind per recorder, shared by all its operators, so deleting must do nothing, and
// no C++ object survives its destructor. Hence a table of functions as the Itanium ABI lays it out, and plain data.
class OpenMark {
public:
    // `entered`: it is something that the session's filter names (Where.h), recorded or not.
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
    // Offset to the whole object, type information, destructor, deleting destructor; objects point to the third.
    static constexpr Function kTable[] = {nullptr, nullptr, &keep, &keep};

    [[maybe_unused]] const Function* functions_; // torch calls them
    ThreadRecorder* owner_;
    bool recorded_;
    bool entered_;
};

} // namespace lanes::probe
