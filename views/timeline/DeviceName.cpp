#include "views/timeline/DeviceName.h"

#include "views/shared/Text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace lanes {

QString deviceName(const Trace& trace, int index) {
    const auto& properties = trace.info().properties;
    const auto found =
        std::ranges::find(properties, "deviceProperties", [](const auto& p) { return p.first; });
    if (found == properties.end()) {
        return {};
    }
    const QByteArray json =
        QByteArray::fromRawData(found->second.data(), static_cast<qsizetype>(found->second.size()));
    const QJsonArray devices = QJsonDocument::fromJson(json).array();
    for (const auto& device : devices) {
        if (device[QLatin1String("id")].toInt(-1) == index) {
            QString name = device[QLatin1String("name")].toString();
            for (const char* maker : {"NVIDIA ", "AMD "}) {
                name.remove(QLatin1String(maker));
            }
            return name;
        }
    }
    return {};
}

} // namespace lanes
