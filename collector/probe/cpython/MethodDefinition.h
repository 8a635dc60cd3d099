// A native function that Python calls: PyMethodDef, the same in every Python version.
#pragma once

namespace lanes::probe {

constexpr int kFastCall = 0x80; // METH_FASTCALL: (self, arguments, count)

struct MethodDefinition {
    const char* name;
    void* function;
    int flags;
    const char* documentation;
};

} // namespace lanes::probe
