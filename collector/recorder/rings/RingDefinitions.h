// The definitions of one ring's ids: names, code, modules, Python stacks and the shapes of arguments.
#pragma once

#include "collector/recorder/sink/OperatorRows.h"
#include "collector/ring/RingReader.h"
#include "collector/ring/StepKind.h"
#include "model/session/writing/SessionWriter.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanes::recorder {

// Returns the name that Kineto gives a function: "train.py(12): step".
[[nodiscard]] StringId functionName(session::SessionWriter& writer, StringId file, std::uint32_t firstLine,
                                    StringId function);

// One thread. Ids are slots that are reused, so a look-up returns the newest definition.
class RingDefinitions {
public:
    struct Name {
        StringId text;
        StringId overload;
        ring::StepKind step = ring::StepKind::None;
        bool fetches = false; // a range of a DataLoader
    };

    // Both outlive this.
    RingDefinitions(session::SessionWriter& writer, OperatorRows& rows)
        : writer_(writer)
        , rows_(rows) {}

    // Takes a record of one of the types Define...; false if it is invalid.
    bool define(const ring::RecordView& record);

    // Returns null for an id that was never defined.
    [[nodiscard]] const Name* name(std::uint32_t id) const {
        const Name* found = find(names_, id);
        return found != nullptr && found->text.valid() ? found : nullptr;
    }
    [[nodiscard]] Signature* signature(std::uint32_t id) {
        const auto found = signatures_.find(id);
        return found != signatures_.end() ? &found->second : nullptr;
    }
    // Returns none for 0 and for an id that was never defined.
    [[nodiscard]] StackId stack(std::uint32_t id) const {
        const StackId* found = find(stacks_, id);
        return found != nullptr ? *found : StackId();
    }

    // A function in which a stack is, and its caller.
    struct Call {
        StackId caller;
        StringId function;
        StringId file;
        std::uint32_t firstLine = 0; // of the function; 0: not known
    };
    // From now on keeps calls for call().
    void keepCalls() { keepsCalls_ = true; }
    // Returns the call of a stack that has been defined since keepCalls(); null for any other.
    [[nodiscard]] const Call* call(StackId stack) const {
        const auto found = calls_.find(stack.value);
        return found != calls_.end() ? &found->second : nullptr;
    }

    // Adds the texts and stacks that records may still name. Forgets what can be made again.
    void holdNames(session::NameCollector& held);

    // Returns a code object's name, made by functionName(); none for 0 and for an id that was never defined.
    [[nodiscard]] StringId functionName(std::uint32_t code);

private:
    struct Code {
        StringId file;
        StringId function;
        std::uint32_t firstLine = 0;
        StringId name; // set when first requested
    };

    template<class Entry>
    [[nodiscard]] static const Entry* find(const std::vector<Entry>& table, std::uint32_t id) {
        return id != 0 && id < table.size() ? &table[id] : nullptr;
    }
    bool defineName(const ring::RecordView& record);
    bool defineCode(const ring::RecordView& record);
    bool defineStack(const ring::RecordView& record);
    bool defineModule(const ring::RecordView& record);
    // Forgets the calls of stacks that no id refers to any more.
    void dropCalls();
    [[nodiscard]] StringId clean(std::string_view text);

    session::SessionWriter& writer_;
    OperatorRows& rows_;
    std::vector<Name> names_;
    std::vector<Code> codes_;
    std::vector<StackId> stacks_;
    std::vector<StringId> modules_;
    std::unordered_map<std::uint32_t, Signature> signatures_;
    bool keepsCalls_ = false;
    std::unordered_map<std::uint32_t, Call> calls_; // by the session's stack
};

} // namespace lanes::recorder
