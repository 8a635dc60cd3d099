// On processors whose registers and system calls are not known to us.
#include "collector/attach/PythonInjector.h"

#include "collector/attach/Refusals.h"

namespace lanes::attach {

Result<Injection> runPython(pid_t process, const std::string&, const InjectionLimits&) {
    if (auto refused = refusal(process)) {
        return *std::move(refused);
    }
    return Error{"Only programs on x86-64 can be attached to: start process " + std::to_string(process) +
                 "'s program with `lanescope record`."};
}

} // namespace lanes::attach
