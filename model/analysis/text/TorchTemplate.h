// What PyTorch's generic kernels compute. One template runs hundreds of operations, and which one stands
// deep in its arguments: as a functor, or as the function whose lambda is called for each element.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lanes {

// "elementwise<direct_copy>", "reduce<Mean>", "multi_tensor_apply<Adam>" for a demangled kernel name; nothing
// for names of other kernels. Cost linear in the name.
[[nodiscard]] std::optional<std::string> foldedTorchTemplate(std::string_view name);

} // namespace lanes
