#include "collector/recorder/rings/CollectiveRecords.h"

#include "collector/ring/Records.h"
#include "model/base/Utf8.h"

#include <array>
#include <string_view>

namespace lanes::recorder {

namespace {

// As torch calls a c10::ScalarType in record_param_comms; "" for one that is not known.
std::string_view elementTypeName(std::uint8_t type) {
    static constexpr std::array<std::string_view, 30> kNames = {"Byte",
                                                                "Char",
                                                                "Short",
                                                                "Int",
                                                                "Long",
                                                                "Half",
                                                                "Float",
                                                                "Double",
                                                                "ComplexHalf",
                                                                "ComplexFloat",
                                                                "ComplexDouble",
                                                                "Bool",
                                                                "QInt8",
                                                                "QUInt8",
                                                                "QInt32",
                                                                "BFloat16",
                                                                "QUInt4x2",
                                                                "QUInt2x4",
                                                                "Bits1x8",
                                                                "Bits2x4",
                                                                "Bits4x2",
                                                                "Bits8",
                                                                "Bits16",
                                                                "Float8_e5m2",
                                                                "Float8_e4m3fn",
                                                                "Float8_e5m2fnuz",
                                                                "Float8_e4m3fnuz",
                                                                "UInt16",
                                                                "UInt32",
                                                                "UInt64"};
    return type < kNames.size() ? kNames[type] : std::string_view();
}

} // namespace

std::optional<CollectiveFacts> readCollective(const ring::RecordView& record,
                                              session::SessionWriter& writer) {
    const auto* told = record.as<ring::Collective>();
    if (told == nullptr) {
        return std::nullopt;
    }
    const std::string name = repairUtf8(record.text<ring::Collective>(0, told->nameBytes));
    const std::string group = repairUtf8(record.text<ring::Collective>(told->nameBytes, told->groupBytes));
    return CollectiveFacts{.key = told->header.key,
                           .name = writer.string(name),
                           .group = writer.string(group),
                           .dtype = writer.string(elementTypeName(told->dtype)),
                           .sequence = told->sequence,
                           .elements = told->inElements,
                           .rank = told->groupRank,
                           .size = told->groupSize,
                           .peer = told->peer,
                           .sends = name.starts_with("send")};
}

} // namespace lanes::recorder
