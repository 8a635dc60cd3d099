#include "collector/probe/StackTable.h"

#include "collector/probe/cpython/CodeIdentity.h"
#include "collector/probe/cpython/CodeKeeper.h"
#include "collector/probe/cpython/ModuleNames.h"
#include "collector/probe/cpython/OwnCode.h"

#include <algorithm>
#include <cstring>

namespace lanes::probe {

bool writeCode(const CodeFacts& facts, std::uint32_t id, ring::RingWriter& writer, std::size_t spare) {
    const std::size_t bytes =
        ring::roundUpToWord(sizeof(ring::DefineCode) + facts.file.size() + facts.function.size());
    void* place = writer.reserve(bytes, spare);
    if (place == nullptr) {
        return false;
    }
    ring::DefineCode record{};
    record.header = ring::recordHeader(ring::RecordType::DefineCode, bytes, 0, id);
    record.firstLine = facts.firstLine;
    record.fileBytes = static_cast<std::uint32_t>(facts.file.size());
    record.functionBytes = static_cast<std::uint32_t>(facts.function.size());
    std::memcpy(place, &record, sizeof record);
    char* text = static_cast<char*>(place) + sizeof record;
    std::copy(facts.file.begin(), facts.file.end(), text);
    std::copy(facts.function.begin(), facts.function.end(), text + facts.file.size());
    writer.commit(bytes);
    return true;
}

std::optional<std::uint32_t> StackTable::idOf(const PythonLayout& layout, const PythonFrame* frames,
                                              unsigned count, ring::RingWriter& writer, std::size_t spare) {
    unsigned depth = 0;
    if (const std::uint32_t named = moduleGeneration(); named != named_) {
        named_ = named; // an address may be another module's now, or have a name at last
        depth_ = 0;
    }
    while (depth < count && depth < depth_ && isSame(layout, frames_[depth], frames[count - 1 - depth])) {
        ++depth;
    }
    // A node of the last stack may have lost its slot since.
    while (depth > 0 && !isCurrent(path_[depth - 1])) {
        --depth;
    }
    for (; depth < count; ++depth) {
        PythonFrame frame = frames[count - 1 - depth];
        const auto node = child(layout, depth == 0 ? Node{} : path_[depth - 1], frame, writer, spare);
        if (!node) {
            depth_ = depth;
            return std::nullopt;
        }
        frames_[depth] = frame;
        path_[depth] = *node;
    }
    depth_ = count;
    return count == 0 ? 0 : path_[count - 1].id;
}

bool StackTable::isLast(std::uint32_t id) const {
    return depth_ > 0 && path_[depth_ - 1].id == id && isCurrent(path_[depth_ - 1]) &&
           named_ == moduleGeneration();
}

std::uint64_t StackTable::identityOf(const PythonLayout& layout, std::uint64_t code) const {
    return foreign_ ? CodeIdentity<GuardedMemory>(layout).of(code)
                    : CodeIdentity<DirectMemory>(layout).of(code);
}

bool StackTable::isSame(const PythonLayout& layout, const PythonFrame& known,
                        const PythonFrame& frame) const {
    if ((known.code & kIdentityBit) == 0) {
        return known == frame;
    }
    // Kept by now: from here on its address does, which costs far less.
    return known.instruction == frame.instruction && known.module == frame.module && !isKept(frame.code) &&
           known.code == identityOf(layout, frame.code);
}

std::optional<StackTable::Node> StackTable::child(const PythonLayout& layout, const Node& parent,
                                                  PythonFrame& frame, ring::RingWriter& writer,
                                                  std::size_t spare) {
    const std::uint64_t address = frame.code;
    std::uint32_t module = frame.module != 0 ? moduleNumber(frame.module) : 0;
    if (module == 0 && frame.module != 0 && !foreign_) {
        module = classNumber(frame.module);
    }
    NodeKey key{frame.code, frame.instruction, parent.id, parent.generation, module};
    std::uint32_t known = nodes_.find(key);
    // Under its address stands only what is kept.
    if (known == 0 && !isKept(address)) {
        key.code = frame.code = identityOf(layout, address);
        known = nodes_.find(key);
    }
    if (known != 0) {
        return Node{known, nodes_.slot(known).generation};
    }
    const std::uint32_t code = idOfCode(layout, address, frame.code, writer, spare);
    if (code != 0 && codes_.slot(code).note == kOwnCode) {
        return parent;
    }
    const std::uint32_t moduleId = idOfModule(module, writer, spare);
    if (code == 0 || (moduleId == 0 && module != 0)) {
        return std::nullopt;
    }
    const std::uint32_t id = nodes_.slotFor(key);
    ring::DefineStack record{};
    record.header = ring::recordHeader(ring::RecordType::DefineStack, sizeof record, 0, id);
    record.parent = parent.id;
    record.code = code;
    record.line = lineOfInstruction(layout, address, frame.instruction);
    record.module = moduleId;
    if (!writer.write(record, spare)) {
        return std::nullopt;
    }
    nodes_.insert(id, key);
    return Node{id, nodes_.slot(id).generation};
}

std::uint32_t StackTable::idOfCode(const PythonLayout& layout, std::uint64_t code, std::uint64_t identity,
                                   ring::RingWriter& writer, std::size_t spare) {
    const WordKey key{identity};
    if (const std::uint32_t known = codes_.find(key); known != 0) {
        return known;
    }
    const CodeFacts facts = describeCode(layout, code);
    if (foreign_ && !isKept(code) && identityOf(layout, code) != identity) {
        return 0; // another one is there by now
    }
    const std::uint32_t id = codes_.slotFor(key);
    const bool own = isOwnFile(facts.file); // never written: nothing refers to it
    if (!own && !writeCode(facts, id, writer, spare)) {
        return 0;
    }
    codes_.insert(id, key, own ? kOwnCode : 0);
    if (identity != code) {
        keepCode(code, identity);
    }
    return id;
}

std::uint32_t StackTable::idOfModule(std::uint32_t number, ring::RingWriter& writer, std::size_t spare) {
    const WordKey key{number};
    if (const std::uint32_t known = number != 0 ? modules_.find(key) : 0; known != 0 || number == 0) {
        return known;
    }
    const std::string name = moduleName(number);
    const std::uint32_t id = modules_.slotFor(key);
    ring::DefineModule record{};
    const std::size_t bytes = ring::roundUpToWord(sizeof record + name.size());
    void* place = writer.reserve(bytes, spare);
    if (place == nullptr) {
        return 0;
    }
    record.header = ring::recordHeader(ring::RecordType::DefineModule, bytes, 0, id);
    record.nameBytes = static_cast<std::uint32_t>(name.size());
    std::memcpy(place, &record, sizeof record);
    std::copy(name.begin(), name.end(), static_cast<char*>(place) + sizeof record);
    writer.commit(bytes);
    modules_.insert(id, key);
    return id;
}

} // namespace lanes::probe
