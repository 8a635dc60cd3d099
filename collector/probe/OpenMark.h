// What our start callback hands to torch for an operator that was recorded, and torch hands back to the end
// callback.
#pragma once

namespace lanes::probe {

class ThreadRecorder;

// Torch takes it for an at::ObserverContext that it owns: a class with nothing but a virtual destructor,
// which it deletes after the end callback. There is one mark per recorder, shared by all its operators, so
// deleting does nothing.
class OpenMark {
public:
    explicit OpenMark(ThreadRecorder* owner)
        : owner_(owner) {}
    virtual ~OpenMark() = default;
    OpenMark(const OpenMark&) = delete;
    OpenMark& operator=(const OpenMark&) = delete;
    static void operator delete(void*) {}

    [[nodiscard]] ThreadRecorder* owner() const { return owner_; }

private:
    ThreadRecorder* owner_;
};

} // namespace lanes::probe
