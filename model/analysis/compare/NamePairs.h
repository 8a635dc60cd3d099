// Which names of two runs mean the same although they differ.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lanes {

// The name without what changes from build to build: "gemm<128x128, f16>(0x7f..)" and "gemm<64x64, f16>(0x60..)" are one,
// as are "triton_poi_fused_add_3" and "_7", kernels of cuBLAS that schedule their tiles in another way ("_coopA"), and lines of a
// Python function that moved. What is computed, of which types and with which operand transposed stays.
[[nodiscard]] std::string comparedName(std::string_view name);

// For names that only one side has, which of A's each of B's is: where exactly one of each compares alike, or as many that
// keep their order, as numbers of compiled kernels do (with `inOrder` all names). O(names log names).
[[nodiscard]] std::map<std::string, std::string>
renamedNames(const std::vector<std::string>& onlyA, const std::vector<std::string>& onlyB, bool inOrder);

// For those that renamedNames() leaves although both sides have some that compare alike, what all of them are together:
// libraries choose among tiles. O(names log names).
[[nodiscard]] std::map<std::string, std::string> foldedNames(const std::vector<std::string>& onlyA,
                                                             const std::vector<std::string>& onlyB);

} // namespace lanes
