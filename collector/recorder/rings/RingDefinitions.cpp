#include "collector/recorder/rings/RingDefinitions.h"

#include "model/base/Utf8.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lanes::recorder {

using ring::RecordType;

namespace {

// The entry of a table by id, growing it; null for an id that no probe gives out.
template<class Entry>
Entry* entry(std::vector<Entry>& table, std::uint32_t id) {
    if (id == 0 || id >= ring::kMaxDefinitions) {
        return nullptr;
    }
    if (id >= table.size()) {
        table.resize(id + 1);
    }
    return &table[id];
}

} // namespace

StringId functionName(session::SessionWriter& writer, StringId file, std::uint32_t firstLine,
                      StringId function) {
    std::string name;
    if (file.valid()) {
        name.append(writer.text(file)).append("(").append(std::to_string(firstLine)).append("): ");
    }
    name.append(function.valid() ? writer.text(function) : "?");
    return writer.string(name);
}

StringId RingDefinitions::functionName(std::uint32_t id) {
    if (find(codes_, id) == nullptr) {
        return {};
    }
    Code& code = codes_[id];
    if (!code.name.valid() && code.function.valid()) {
        code.name = recorder::functionName(writer_, code.file, code.firstLine, code.function);
    }
    return code.name;
}

bool RingDefinitions::define(const ring::RecordView& record) {
    switch (record.type()) {
    case RecordType::DefineName:
        return defineName(record);
    case RecordType::DefineCode:
        return defineCode(record);
    case RecordType::DefineStack:
        return defineStack(record);
    case RecordType::DefineModule:
        return defineModule(record);
    default:
        break;
    }
    const std::uint32_t id = record.header().key;
    if (id == 0 || id >= ring::kMaxDefinitions) {
        return false;
    }
    signatures_[id] = rows_.signature(record.words<ring::RecordHeader>());
    return true;
}

bool RingDefinitions::defineName(const ring::RecordView& record) {
    const auto* name = record.as<ring::DefineName>();
    Name* at = name != nullptr ? entry(names_, name->header.key) : nullptr;
    if (at == nullptr) {
        return false;
    }
    const std::string_view text = record.text<ring::DefineName>(0, name->nameBytes);
    *at = {clean(text), clean(record.text<ring::DefineName>(name->nameBytes, name->overloadBytes)),
           ring::stepKindOf(text), text.starts_with("enumerate(DataLoader)")};
    return true;
}

bool RingDefinitions::defineCode(const ring::RecordView& record) {
    const auto* code = record.as<ring::DefineCode>();
    Code* at = code != nullptr ? entry(codes_, code->header.key) : nullptr;
    if (at == nullptr) {
        return false;
    }
    *at = {clean(record.text<ring::DefineCode>(0, code->fileBytes)),
           clean(record.text<ring::DefineCode>(code->fileBytes, code->functionBytes)),
           code->firstLine,
           {}};
    return true;
}

bool RingDefinitions::defineStack(const ring::RecordView& record) {
    const auto* stack = record.as<ring::DefineStack>();
    StackId* at = stack != nullptr ? entry(stacks_, stack->header.key) : nullptr;
    if (at == nullptr) {
        return false;
    }
    const Code* frame = find(codes_, stack->code);
    const StackId* parent = find(stacks_, stack->parent);
    const StringId* module = find(modules_, stack->module);
    *at = writer_.stack(parent != nullptr ? *parent : StackId(),
                        {frame != nullptr ? frame->function : StringId(),
                         frame != nullptr ? frame->file : StringId(),
                         static_cast<std::int32_t>(std::min(stack->line, 0x7fffffffu)),
                         module != nullptr ? *module : StringId()});
    if (keepsCalls_ && frame != nullptr) {
        calls_.insert_or_assign(at->value, Call{parent != nullptr ? *parent : StackId(), frame->function,
                                                frame->file, frame->firstLine});
    }
    return true;
}

bool RingDefinitions::defineModule(const ring::RecordView& record) {
    const auto* module = record.as<ring::DefineModule>();
    StringId* at = module != nullptr ? entry(modules_, module->header.key) : nullptr;
    if (at == nullptr) {
        return false;
    }
    *at = clean(record.text<ring::DefineModule>(0, module->nameBytes));
    return true;
}

void RingDefinitions::holdNames(session::NameCollector& held) {
    for (const Name& name : names_) {
        held.add(name.text);
        held.add(name.overload);
    }
    for (const Code& code : codes_) {
        held.add(code.file);
        held.add(code.function);
        held.add(code.name);
    }
    for (const StackId stack : stacks_) {
        held.add(stack);
    }
    for (const StringId module : modules_) {
        held.add(module);
    }
    for (auto& [id, signature] : signatures_) {
        signature.concrete.clear();
        for (const StringId text : {signature.dims, signature.types, signature.strides, signature.device}) {
            held.add(text);
        }
    }
    dropCalls();
    for (const auto& [stack, call] : calls_) {
        held.add(StackId(stack));
        held.add(call.function);
        held.add(call.file);
    }
}

void RingDefinitions::dropCalls() {
    std::unordered_map<std::uint32_t, Call> kept;
    for (StackId stack : stacks_) {
        for (const Call* at = call(stack); at != nullptr && kept.try_emplace(stack.value, *at).second;
             at = call(stack)) {
            stack = at->caller;
        }
    }
    calls_ = std::move(kept);
}

StringId RingDefinitions::clean(std::string_view text) {
    return writer_.string(repairUtf8(text));
}

} // namespace lanes::recorder
