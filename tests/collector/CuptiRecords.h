// Buffers of records as a library of CUPTI would write them, and the ring that they are decoded into.
#pragma once

#include "collector/probe/cupti/ActivityBuffers.h"
#include "collector/probe/cupti/ActivityLayout.h"
#include "collector/probe/cupti/CuptiFunctions.h"
#include "collector/probe/cupti/DeviceRing.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/RingFile.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanes::test {

namespace cupti = probe::cupti;

// A library whose records of all kinds are so long, and that says so or not.
inline std::size_t stride = 0;

inline cupti::Result nextRecord(std::uint8_t* buffer, std::size_t valid, std::uint8_t** record) {
    std::uint8_t* at = *record == nullptr ? buffer : *record + stride;
    if (stride == 0 || at + stride > buffer + valid) {
        return 12;
    }
    *record = at;
    return 0;
}

inline cupti::Result callbackName(cupti::Domain domain, std::uint32_t function, const char** name) {
    *name = domain == cupti::Domain::Runtime ? "cudaLaunchKernel_v7000" : "cuMemcpyHtoD_v2";
    return function < 1000 ? 0 : 1;
}

inline cupti::Functions library() {
    cupti::Functions functions{};
    functions.nextRecord = &nextRecord;
    functions.callbackName = &callbackName;
    return functions;
}

// A buffer of records as the library above would write them.
class Records {
public:
    explicit Records(cupti::Kind kind, std::size_t count = 1)
        : bytes_(count * stride, 0xEE) {
        for (std::size_t i = 0; i < count; ++i) {
            std::fill_n(at(i), stride, std::uint8_t{0});
            set(cupti::Word{0}, static_cast<std::uint32_t>(kind), i);
        }
    }
    template<class Value>
    void set(cupti::Field<Value> field, Value value, std::size_t record = 0) {
        std::memcpy(at(record) + field.offset, static_cast<const void*>(&value), sizeof value);
    }
    std::uint8_t* data() { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }

private:
    std::uint8_t* at(std::size_t record) { return bytes_.data() + record * stride; }
    std::vector<std::uint8_t> bytes_;
};

class Ring {
public:
    explicit Ring(const QTemporaryDir& folder)
        : path_(folder.filePath(QStringLiteral("ring")).toStdString()) {
        QFile::remove(QString::fromStdString(path_));
        RingFile file(path_);
        if (buffers.make()) {
            writer = std::make_unique<cupti::DeviceRing>(std::move(file.file()), buffers);
        }
        reader_ = ring::RingReader::open(path_);
    }
    // Records of one type; names on the side.
    template<class Record>
    std::vector<Record> read(ring::RecordType type) {
        std::vector<Record> found;
        reader_->drain([&](const ring::RecordView& record) {
            if (record.type() == ring::RecordType::DefineName) {
                const auto* name = record.as<ring::DefineName>();
                names.emplace_back(record.text<ring::DefineName>(0, name->nameBytes));
            } else if (record.type() == type) {
                found.push_back(*record.as<Record>());
            }
        });
        return found;
    }

    cupti::ActivityBuffers buffers;
    std::unique_ptr<cupti::DeviceRing> writer;
    std::vector<std::string> names;

private:
    std::string path_;
    std::optional<ring::RingReader> reader_;
};

} // namespace lanes::test
