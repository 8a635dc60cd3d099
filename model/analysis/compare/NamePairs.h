// Pairs names of two runs that mean the same although they differ.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The name without the parts that change from build to build. "gemm<128x128, f16>(0x7f..)" and "gemm<64x64, f16>(0x60..)"
// give one name. So do "triton_poi_fused_add_3" and "_7", kernels of cuBLAS that schedule their tiles in another way
// ("_coopA"), and lines of a Python function that moved. The operation, its types and transposed operands stay.
[[nodiscard]] std::string comparedName(std::string_view name);

// Maps names of B to names of A, for names that only one side has. Two names pair if exactly one on each side compares
// alike. If several do, they pair in order if both sides have as many, and numbers tell their order, as in compiled
// kernels. With `inOrder` all names pair so. O(names log names).
[[nodiscard]] std::map<std::string, std::string>
renamedNames(const std::vector<std::string>& onlyA, const std::vector<std::string>& onlyB, bool inOrder);

// Maps the names that renamedNames() leaves, where both sides have some that compare alike, to one common name: libraries
// choose among tiles. O(names log names).
[[nodiscard]] std::map<std::string, std::string> foldedNames(const std::vector<std::string>& onlyA,
                                                             const std::vector<std::string>& onlyB);

} // namespace lanes
