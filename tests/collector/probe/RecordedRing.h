// A recorder with its ring, what a reader makes of it, and operators to record.
#pragma once

#include "collector/probe/ThreadRecorder.h"
#include "collector/ring/RingReader.h"
#include "tests/collector/RingFile.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanes::test {

class RecordedRing {
public:
    explicit RecordedRing(const std::string& path, std::uint64_t capacity = ring::kMinRingBytes)
        : recorder_(std::move(RingFile(path, capacity).file()), ring::ClockKind::MonotonicNs, 0)
        , reader_(*ring::RingReader::open(path)) {}

    probe::ThreadRecorder& recorder() { return recorder_; }
    [[nodiscard]] std::uint64_t dropped() const { return reader_.dropped(); }
    // File and function that the operators read so far ran in.
    [[nodiscard]] const std::vector<std::string>& functions() const { return functions_; }
    [[nodiscard]] std::size_t codes() const { return codes_.size(); }

    // Reads everything; names of begun operators, "-" for ends, "!n" for a note of n losses, ">name" for a thread's start.
    std::vector<std::string> read() {
        std::vector<std::string> found;
        while (reader_.drain([&](const ring::RecordView& record) { take(record, found); }) != 0) {
        }
        return found;
    }

private:
    void take(const ring::RecordView& record, std::vector<std::string>& found) {
        switch (record.type()) {
        case ring::RecordType::DefineName:
            names_[record.header().key] =
                record.text<ring::DefineName>(0, record.as<ring::DefineName>()->nameBytes);
            break;
        case ring::RecordType::DefineCode: {
            const auto* code = record.as<ring::DefineCode>();
            codes_[code->header.key] =
                std::string(record.text<ring::DefineCode>(0, code->fileBytes)) + " " +
                std::string(record.text<ring::DefineCode>(code->fileBytes, code->functionBytes));
            break;
        }
        case ring::RecordType::DefineStack:
            stacks_[record.header().key] = record.as<ring::DefineStack>()->code;
            break;
        case ring::RecordType::OpBegin:
            found.push_back(names_[record.as<ring::OpBegin>()->name]);
            functions_.push_back(codes_[stacks_[record.as<ring::OpBegin>()->stack]]);
            break;
        case ring::RecordType::OpEnd:
            found.emplace_back("-");
            break;
        case ring::RecordType::ThreadStart:
            found.push_back(">" + std::string(record.text<ring::ThreadStart>(
                                      0, record.as<ring::ThreadStart>()->nameBytes)));
            break;
        case ring::RecordType::Dropped:
            found.push_back("!" + std::to_string(record.as<ring::Dropped>()->count));
            break;
        default:
            break;
        }
    }

    probe::ThreadRecorder recorder_;
    ring::RingReader reader_;
    std::map<std::uint32_t, std::string> names_;
    std::map<std::uint32_t, std::string> codes_;
    std::map<std::uint32_t, std::uint32_t> stacks_;
    std::vector<std::string> functions_;
};

inline std::uint32_t nameIn(probe::ThreadRecorder& recorder, std::uint64_t key) {
    const std::uint32_t known = recorder.findName(key);
    return known != 0 ? known : recorder.defineName({key, "op" + std::to_string(key), {}});
}

inline bool begin(probe::ThreadRecorder& recorder, std::uint64_t name, std::uint32_t key) {
    probe::OperatorFacts facts;
    facts.key = key;
    recorder.arguments().clear();
    const std::uint32_t id = nameIn(recorder, name);
    return recorder.beginOperator(facts, {.name = id}, recorder.arguments());
}

} // namespace lanes::test
