// An export's rows, texts and labels of enumerations, which all parts of the reader use.
#pragma once

#include "model/io/sqlite/SqliteTables.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lanes::nsys {

// One thread.
class NsysFile : public SqliteTables {
public:
    NsysFile(const SqliteFile& file, ImportBuilder& builder, const OpenOptions& options);

    // The text with a number of StringIds; invalid if the table lacks the number.
    [[nodiscard]] StringId text(std::optional<std::int64_t> number) const;
    // The label of an enumeration's number, such as "Pageable" of ENUM_CUDA_MEM_KIND; empty if the file has none.
    [[nodiscard]] std::string label(std::string_view table, std::int64_t number);

private:
    std::unordered_map<std::int64_t, StringId> texts_;
    std::map<std::pair<std::string, std::int64_t>, std::string, std::less<>> labels_;
    std::set<std::string, std::less<>> labelled_; // tables whose labels were read
};

} // namespace lanes::nsys
