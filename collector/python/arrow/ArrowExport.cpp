#include "collector/python/arrow/ArrowExport.h"

#include <cerrno>
#include <cstring>
#include <new>

namespace lanes::arrow {

namespace {

// Children of a schema or an array, and the pointers to them that the standard wants. Zeroed: nothing to release.
template<class Node>
struct Family {
    Node* children = nullptr;
    Node** pointers = nullptr;
    std::int64_t count = 0;
    Node* dictionary = nullptr;

    Family() = default;
    Family(const Family&) = delete;
    Family& operator=(const Family&) = delete;
    ~Family() {
        for (std::int64_t i = 0; i < count; ++i) {
            release(children[i]);
        }
        if (dictionary != nullptr) {
            release(*dictionary);
        }
        delete[] children;
        delete[] pointers;
        delete dictionary;
    }

    [[nodiscard]] bool reserve(std::int64_t children_, bool hasDictionary) {
        const auto size = static_cast<std::size_t>(children_);
        if (size > 0) {
            children = new (std::nothrow) Node[size]{};
            pointers = new (std::nothrow) Node* [size] {};
            if (children == nullptr || pointers == nullptr) {
                return false;
            }
            for (std::size_t i = 0; i < size; ++i) {
                pointers[i] = &children[i];
            }
            count = children_;
        }
        dictionary = hasDictionary ? new (std::nothrow) Node{} : nullptr;
        return !hasDictionary || dictionary != nullptr;
    }

private:
    // Who moved one away has set its release to null.
    static void release(Node& node) {
        if (node.release != nullptr) {
            node.release(&node);
        }
    }
};

// The entries that stand directly inside of one; of the table (kRoot): its columns.
constexpr std::uint32_t kRoot = ~std::uint32_t{0};

struct Inside {
    std::int64_t children = 0;
    std::uint32_t first = 0;
    std::uint32_t dictionary = 0; // 0: none
};

Inside insideOf(const TableFile& table, std::uint32_t entry) {
    if (entry == kRoot) {
        return {table.header().columns, 0, 0};
    }
    const ColumnEntry& e = table.entries()[entry];
    return {e.child == 0 ? 0 : 1, e.child, e.dictionary};
}

// Calls fill(entry, node) for each, until one returns false.
template<class Node, class Fill>
bool fillFamily(Family<Node>& family, const Inside& inside, const Fill& fill) {
    if (!family.reserve(inside.children, inside.dictionary != 0)) {
        return false;
    }
    for (std::int64_t i = 0; i < inside.children; ++i) {
        if (!fill(inside.first + static_cast<std::uint32_t>(i), family.children[i])) {
            return false;
        }
    }
    return inside.dictionary == 0 || fill(inside.dictionary, *family.dictionary);
}

struct SchemaOwner {
    Family<ArrowSchema> family;
    std::array<char, 8> format{};
    char* name = nullptr;
    SchemaOwner() = default;
    SchemaOwner(const SchemaOwner&) = delete;
    SchemaOwner& operator=(const SchemaOwner&) = delete;
    ~SchemaOwner() { delete[] name; }
};

struct ArrayOwner {
    explicit ArrayOwner(TableFile& used)
        : table(used) {
        table.use();
    }
    ArrayOwner(const ArrayOwner&) = delete;
    ArrayOwner& operator=(const ArrayOwner&) = delete;
    ~ArrayOwner() { table.release(); }

    TableFile& table;
    Family<ArrowArray> family;
    std::array<const void*, 3> buffers{};
};

struct StreamOwner {
    TableFile& table;
    bool given = false;
};

template<class Owner, class Node>
void releaseNode(Node* node) {
    delete static_cast<Owner*>(node->private_data);
    node->release = nullptr;
}

bool schemaOf(const TableFile& table, std::uint32_t entry, ArrowSchema& out) {
    auto* owner = new (std::nothrow) SchemaOwner;
    if (owner == nullptr) {
        return false;
    }
    const ColumnEntry* e = entry == kRoot ? nullptr : &table.entries()[entry];
    const std::size_t nameBytes = e == nullptr ? 0 : e->nameBytes;
    owner->format = e == nullptr ? std::array<char, 8>{'+', 's'} : e->format;
    owner->name = new (std::nothrow) char[nameBytes + 1]{};
    const bool made = owner->name != nullptr && fillFamily(owner->family, insideOf(table, entry),
                                                           [&](std::uint32_t inner, ArrowSchema& node) {
                                                               return schemaOf(table, inner, node);
                                                           });
    if (!made) {
        delete owner;
        return false;
    }
    if (nameBytes > 0) {
        std::memcpy(owner->name, table.at(e->nameOffset), nameBytes);
    }
    out = {.format = owner->format.data(),
           .name = owner->name,
           .metadata = nullptr,
           .flags = e == nullptr ? 0 : kNullable,
           .n_children = owner->family.count,
           .children = owner->family.pointers,
           .dictionary = owner->family.dictionary,
           .release = releaseNode<SchemaOwner, ArrowSchema>,
           .private_data = owner};
    return true;
}

// Validity is left out where nothing is missing.
std::int64_t setBuffers(const TableFile& table, const ColumnEntry& e, std::array<const void*, 3>& buffers) {
    buffers[0] = e.nulls == 0 ? nullptr : table.at(e.buffers[0].offset);
    buffers[1] = table.at(e.buffers[1].offset);
    buffers[2] = table.at(e.buffers[2].offset);
    return e.format[0] == 'U' ? 3 : 2;
}

bool arrayOf(TableFile& table, std::uint32_t entry, ArrowArray& out) {
    auto* owner = new (std::nothrow) ArrayOwner(table);
    if (owner == nullptr) {
        return false;
    }
    if (!fillFamily(owner->family, insideOf(table, entry),
                    [&](std::uint32_t inner, ArrowArray& node) { return arrayOf(table, inner, node); })) {
        delete owner;
        return false;
    }
    const ColumnEntry* e = entry == kRoot ? nullptr : &table.entries()[entry];
    out = {.length = e == nullptr ? table.header().rows : e->length,
           .null_count = e == nullptr ? 0 : e->nulls,
           .offset = 0,
           .n_buffers = e == nullptr ? 1 : setBuffers(table, *e, owner->buffers),
           .n_children = owner->family.count,
           .buffers = owner->buffers.data(),
           .children = owner->family.pointers,
           .dictionary = owner->family.dictionary,
           .release = releaseNode<ArrayOwner, ArrowArray>,
           .private_data = owner};
    return true;
}

StreamOwner& ownerOf(ArrowArrayStream* stream) {
    return *static_cast<StreamOwner*>(stream->private_data);
}

int streamSchema(ArrowArrayStream* stream, ArrowSchema* out) {
    return exportSchema(ownerOf(stream).table, *out) ? 0 : ENOMEM;
}

int streamNext(ArrowArrayStream* stream, ArrowArray* out) {
    StreamOwner& owner = ownerOf(stream);
    if (owner.given) {
        *out = {}; // the end
        return 0;
    }
    owner.given = exportArray(owner.table, *out);
    return owner.given ? 0 : ENOMEM;
}

const char* streamError(ArrowArrayStream*) {
    return "no memory is left";
}

void releaseStream(ArrowArrayStream* stream) {
    StreamOwner& owner = ownerOf(stream);
    owner.table.release();
    delete &owner;
    stream->release = nullptr;
}

} // namespace

bool exportSchema(const TableFile& table, ArrowSchema& out) {
    return schemaOf(table, kRoot, out);
}

bool exportArray(TableFile& table, ArrowArray& out) {
    return arrayOf(table, kRoot, out);
}

bool exportStream(TableFile& table, ArrowArrayStream& out) {
    auto* owner = new (std::nothrow) StreamOwner{table};
    if (owner == nullptr) {
        return false;
    }
    table.use();
    out = {.get_schema = streamSchema,
           .get_next = streamNext,
           .get_last_error = streamError,
           .release = releaseStream,
           .private_data = owner};
    return true;
}

} // namespace lanes::arrow
