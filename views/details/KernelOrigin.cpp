#include "views/details/KernelOrigin.h"

#include "views/shared/text/Text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace lanes {

namespace {

constexpr std::string_view kLines = "source lines", kSource = "kernel source", kCode = "generated code",
                           kTypes = "kernel arguments", kGiven = "launch arguments",
                           kConstants = "kernel constants";
constexpr std::array kTold{kLines, kSource, kCode, kTypes, kGiven, kConstants};

QString valueOf(const std::vector<RecordedField>& fields, std::string_view key) {
    const auto found = std::ranges::find(fields, key, &RecordedField::key);
    return found == fields.end() ? QString() : toQString(found->value);
}

// "/tmp/add.py:12"
PythonFrame frameAt(const QString& place, const QString& called) {
    PythonFrame frame;
    const qsizetype colon = place.lastIndexOf(QLatin1Char(':'));
    bool hasLine = false;
    frame.line = place.mid(colon + 1).toInt(&hasLine);
    frame.function = called.toStdString();
    frame.file = (hasLine ? place.left(colon) : place).toStdString();
    return frame;
}

// "x_ptr=0x7f00, n=3" or "x_ptr: *fp32, n: i32"
std::vector<Figure> pairsOf(const QString& text, QLatin1String between) {
    std::vector<Figure> pairs;
    for (const QString& part : text.split(QStringLiteral(", "), Qt::SkipEmptyParts)) {
        const qsizetype at = part.indexOf(between);
        if (at > 0) {
            pairs.push_back({part.left(at), part.mid(at + between.size())});
        }
    }
    return pairs;
}

} // namespace

KernelOrigin::KernelOrigin(const std::vector<RecordedField>& fields) {
    for (const QString& line : valueOf(fields, kLines).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        sources_.push_back(parseFrame(line.toStdString()));
    }
    if (const QString source = valueOf(fields, kSource); !source.isEmpty()) {
        sources_.push_back(frameAt(source, QCoreApplication::translate("lanes::KernelOrigin", "The kernel")));
    }
    if (const QString code = valueOf(fields, kCode); !code.isEmpty()) {
        sources_.push_back(frameAt(code, QCoreApplication::translate("lanes::KernelOrigin", "Its launch")));
    }
    const std::vector<Figure> types = pairsOf(valueOf(fields, kTypes), QLatin1String(": "));
    arguments_ = pairsOf(valueOf(fields, kGiven), QLatin1String("="));
    std::ranges::copy(pairsOf(valueOf(fields, kConstants), QLatin1String("=")),
                      std::back_inserter(arguments_));
    for (const Figure& type : types) {
        const auto given = std::ranges::find(arguments_, type.label, &Figure::label);
        if (given == arguments_.end()) {
            arguments_.push_back(type);
        } else {
            given->value += QStringLiteral("  ") + type.value;
        }
    }
}

bool KernelOrigin::tells(std::string_view key) {
    return std::ranges::find(kTold, key) != kTold.end();
}

} // namespace lanes
