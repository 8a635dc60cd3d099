// The texts of the details panel: labels, numbers, and the whole content as text for the clipboard.
#pragma once

#include "model/analysis/device/Occupancy.h"
#include "model/analysis/operators/EventDetails.h"

#include <QCoreApplication>
#include <QString>

namespace lanes {

class DetailsText {
    Q_DECLARE_TR_FUNCTIONS(DetailsText)

public:
    // "Kernel on stream 7"
    [[nodiscard]] static QString title(const Trace& trace, const EventDetails& content);
    // "6th of 34"
    [[nodiscard]] static QString rank(std::uint32_t rank, std::uint32_t of);
    [[nodiscard]] static QString role(EventLink::Role role);
    [[nodiscard]] static QString target(const EventLink& link);
    // "Qwen2DecoderLayer_10 > Qwen2MLP_10": the innermost module, and up to two modules around it.
    [[nodiscard]] static QString modulePath(const EventDetails& content);
    [[nodiscard]] static QString start(const EventDetails& content);
    [[nodiscard]] static QString stackTitle(const EventDetails& content);
    // Label and value of a kernel's launch field, with its unit: {"Shared", "48 KiB"}.
    [[nodiscard]] static QString launchLabel(const std::string& key);
    [[nodiscard]] static QString launchValue(const RecordedField& field);
    // "H100 80GB HBM3, 132 multiprocessors, 79.1 GiB, capability 9.0", as far as recorded.
    [[nodiscard]] static QString device(const DeviceLimits& device);
    // A value of the session's metadata, without JSON's quotes and line breaks.
    [[nodiscard]] static QString property(const std::string& json);
    // The whole content, one line per fact; tables with tabs.
    [[nodiscard]] static QString whole(const Trace& trace, const EventDetails& content);
};

} // namespace lanes
