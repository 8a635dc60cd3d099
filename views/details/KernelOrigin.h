// What a session says of kernels of Triton and torch.compile: the sources that they come from, and what a launch gave them.
#pragma once

#include "model/analysis/operators/EventDetails.h"
#include "model/analysis/operators/PythonFrames.h"
#include "views/shared/panels/PanelParts.h"

#include <string_view>
#include <vector>

namespace lanes {

class KernelOrigin {
public:
    explicit KernelOrigin(const std::vector<RecordedField>& fields);

    // The lines of the program that it was made of, then its own source and the generated code that launches it.
    [[nodiscard]] const std::vector<PythonFrame>& sources() const { return sources_; }
    // By parameter: what it was given, and of which type it is.
    [[nodiscard]] const std::vector<Figure>& arguments() const { return arguments_; }
    // Whether a field is part of these.
    [[nodiscard]] static bool tells(std::string_view key);

private:
    std::vector<PythonFrame> sources_;
    std::vector<Figure> arguments_;
};

} // namespace lanes
