#include "collector/ring/ShapeSignature.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace lanes::ring {

namespace {

// Kineto leaves out longer lists of numbers.
constexpr std::size_t kKinetoListLimit = 30;

// Names of c10::ScalarType 0 to 45; the order has only ever been appended to.
constexpr std::array<std::string_view, 46> kScalarTypes = {"unsigned char",
                                                           "signed char",
                                                           "short int",
                                                           "int",
                                                           "long int",
                                                           "c10::Half",
                                                           "float",
                                                           "double",
                                                           "c10::complex<c10::Half>",
                                                           "c10::complex<float>",
                                                           "c10::complex<double>",
                                                           "bool",
                                                           "c10::qint8",
                                                           "c10::quint8",
                                                           "c10::qint32",
                                                           "c10::BFloat16",
                                                           "c10::quint4x2",
                                                           "c10::quint2x4",
                                                           "c10::bits1x8",
                                                           "c10::bits2x4",
                                                           "c10::bits4x2",
                                                           "c10::bits8",
                                                           "c10::bits16",
                                                           "c10::Float8_e5m2",
                                                           "c10::Float8_e4m3fn",
                                                           "c10::Float8_e5m2fnuz",
                                                           "c10::Float8_e4m3fnuz",
                                                           "short unsigned int",
                                                           "unsigned int",
                                                           "long unsigned int",
                                                           "c10::dummy_uint1_7_t<1>",
                                                           "c10::dummy_uint1_7_t<2>",
                                                           "c10::dummy_uint1_7_t<3>",
                                                           "c10::dummy_uint1_7_t<4>",
                                                           "c10::dummy_uint1_7_t<5>",
                                                           "c10::dummy_uint1_7_t<6>",
                                                           "c10::dummy_uint1_7_t<7>",
                                                           "c10::dummy_int1_7_t<1>",
                                                           "c10::dummy_int1_7_t<2>",
                                                           "c10::dummy_int1_7_t<3>",
                                                           "c10::dummy_int1_7_t<4>",
                                                           "c10::dummy_int1_7_t<5>",
                                                           "c10::dummy_int1_7_t<6>",
                                                           "c10::dummy_int1_7_t<7>",
                                                           "c10::Float8_e8m0fnu",
                                                           "c10::Float4_e2m1fn_x2"};

constexpr std::array<std::string_view, 21> kDeviceTypes = {
    "cpu",   "cuda", "mkldnn", "opengl", "opencl", "ideep", "hip",  "fpga", "maia", "xla",          "vulkan",
    "metal", "xpu",  "mps",    "meta",   "hpu",    "ve",    "lazy", "ipu",  "mtia", "privateuseone"};

bool isNumber(const Argument& argument) {
    return argument.kind == ArgumentKind::Int || argument.kind == ArgumentKind::Double ||
           argument.kind == ArgumentKind::Bool || argument.kind == ArgumentKind::Complex;
}

// Reads images word by word and never past their end.
class ImageParser {
public:
    ImageParser(std::span<const std::uint64_t> image, std::span<const std::uint64_t> scalars)
        : image_(image)
        , scalars_(scalars) {}

    std::vector<Argument> parse() {
        std::vector<Argument> arguments;
        while (at_ < image_.size() && !damaged_) {
            Argument argument;
            if (readValue(argument, true)) {
                arguments.push_back(std::move(argument));
            }
        }
        return arguments;
    }
    [[nodiscard]] bool damaged() const { return damaged_; }

private:
    struct Word {
        ArgumentKind kind;
        std::uint8_t small;
        std::uint16_t medium;
        std::uint32_t large;
    };

    static Word split(std::uint64_t word) {
        return {static_cast<ArgumentKind>(word & 0xff), static_cast<std::uint8_t>(word >> 8),
                static_cast<std::uint16_t>(word >> 16), static_cast<std::uint32_t>(word >> 32)};
    }

    bool damage() {
        damaged_ = true;
        return false;
    }

    // `outer`: not inside a list.
    bool readValue(Argument& argument, bool outer) {
        const Word word = split(image_[at_++]);
        argument.kind = word.kind;
        switch (word.kind) {
        case ArgumentKind::None:
        case ArgumentKind::Undefined:
        case ArgumentKind::Other:
            return true;
        case ArgumentKind::Truncated:
            argument.total = word.large;
            return outer || damage();
        case ArgumentKind::Tensor:
        case ArgumentKind::OpaqueTensor:
        case ArgumentKind::SizedTensor:
            return readTensor(argument, word);
        case ArgumentKind::Int:
        case ArgumentKind::Double:
        case ArgumentKind::Bool:
            argument.scalar = nextScalar();
            return outer || damage();
        case ArgumentKind::Complex:
            argument.scalar = nextScalar();
            argument.imaginary = nextScalar();
            return outer || damage();
        case ArgumentKind::String:
            return readString(argument, word);
        case ArgumentKind::IntList:
        case ArgumentKind::DoubleList:
        case ArgumentKind::BoolList:
            argument.total = word.large;
            return outer ? readNumbers(argument.sizes, word.medium) : damage();
        case ArgumentKind::TensorList:
            return outer ? readTensorList(argument, word) : damage();
        case ArgumentKind::NumberList:
            return outer ? readNumberList(argument, word) : damage();
        }
        return damage();
    }

    std::uint64_t nextScalar() { return nextScalar_ < scalars_.size() ? scalars_[nextScalar_++] : 0; }

    bool readNumbers(std::vector<std::int64_t>& numbers, std::size_t count) {
        if (count > image_.size() - at_) {
            return damage();
        }
        numbers.resize(count);
        for (std::int64_t& number : numbers) {
            number = static_cast<std::int64_t>(image_[at_++]);
        }
        return true;
    }

    bool readTensor(Argument& argument, const Word& word) {
        argument.dtype = static_cast<std::uint8_t>(word.medium);
        argument.deviceType = static_cast<std::uint8_t>(word.medium >> 8);
        argument.deviceIndex = static_cast<std::int8_t>(word.large);
        if (word.kind == ArgumentKind::OpaqueTensor) {
            return true;
        }
        if (word.small > kMaxDimensions || !readNumbers(argument.sizes, word.small)) {
            return damage();
        }
        return word.kind == ArgumentKind::SizedTensor || readNumbers(argument.strides, word.small);
    }

    bool readString(Argument& argument, const Word& word) {
        const std::size_t words = (std::size_t{word.large} + 7) / 8;
        if (words > image_.size() - at_) {
            return damage();
        }
        argument.text.assign(reinterpret_cast<const char*>(image_.data() + at_), word.large);
        at_ += words;
        return true;
    }

    bool readTensorList(Argument& argument, const Word& word) {
        argument.total = word.large;
        for (unsigned i = 0; i < word.medium; ++i) {
            Argument element;
            if (at_ >= image_.size() || !readValue(element, false)) {
                return damage();
            }
            argument.elements.push_back(std::move(element));
        }
        return true;
    }

    // Numbers that bring their kinds and values along.
    bool readNumberList(Argument& argument, const Word& word) {
        argument.total = word.large;
        for (unsigned i = 0; i < word.medium; ++i) {
            Argument element;
            element.kind = at_ < image_.size() ? split(image_[at_++]).kind : ArgumentKind::None;
            const std::size_t words = element.kind == ArgumentKind::Complex ? 2 : isNumber(element) ? 1 : 0;
            if ((words == 0 && element.kind != ArgumentKind::Other) || words > image_.size() - at_) {
                return damage();
            }
            element.scalar = words > 0 ? image_[at_] : 0;
            element.imaginary = words > 1 ? image_[at_ + 1] : 0;
            at_ += words;
            argument.elements.push_back(std::move(element));
        }
        return true;
    }

    std::span<const std::uint64_t> image_;
    std::span<const std::uint64_t> scalars_;
    std::size_t at_ = 0;
    std::size_t nextScalar_ = 0;
    bool damaged_ = false;
};

void appendNumbers(std::string& text, const std::vector<std::int64_t>& numbers) {
    text += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        text += (i != 0 ? "," : "") + std::to_string(numbers[i]);
    }
    text += ']';
}

// As Kineto prints a double: whole numbers with a point behind, others with all their digits.
std::string doubleText(std::uint64_t bits) {
    const auto value = std::bit_cast<double>(bits);
    char text[40];
    constexpr double kLargestWhole = 9.2e18;
    if (std::abs(value) < kLargestWhole && value == std::floor(value)) {
        std::snprintf(text, sizeof text, "%lld.", static_cast<long long>(value));
    } else {
        std::snprintf(text, sizeof text, "%.17g", value);
    }
    return text;
}

std::string scalarText(ArgumentKind kind, std::uint64_t value) {
    switch (kind) {
    case ArgumentKind::Int:
    case ArgumentKind::IntList:
        return std::to_string(static_cast<std::int64_t>(value));
    case ArgumentKind::Double:
    case ArgumentKind::DoubleList:
        return doubleText(value);
    default:
        return value != 0 ? "True" : "False";
    }
}

// As Kineto prints a complex number: 1.+0.5j.
std::string complexText(std::uint64_t real, std::uint64_t imaginary) {
    const auto part = std::bit_cast<double>(imaginary);
    return doubleText(real) + (part >= 0 ? "+" : "-") +
           doubleText(std::bit_cast<std::uint64_t>(std::abs(part))) + "j";
}

std::string numberText(const Argument& number) {
    return number.kind == ArgumentKind::Complex ? complexText(number.scalar, number.imaginary)
           : number.kind == ArgumentKind::Other ? std::string()
                                                : scalarText(number.kind, number.scalar);
}

bool isTensor(const Argument& argument) {
    return argument.kind == ArgumentKind::Tensor || argument.kind == ArgumentKind::OpaqueTensor ||
           argument.kind == ArgumentKind::SizedTensor;
}

bool isNumberList(const Argument& argument) {
    return argument.kind == ArgumentKind::IntList || argument.kind == ArgumentKind::DoubleList ||
           argument.kind == ArgumentKind::BoolList || argument.kind == ArgumentKind::NumberList;
}

std::string_view typeText(const Argument& argument) {
    if (isTensor(argument)) {
        return scalarTypeName(argument.dtype);
    }
    if (argument.kind == ArgumentKind::TensorList) {
        return "TensorList";
    }
    if (isNumber(argument)) {
        return "Scalar";
    }
    return isNumberList(argument) && argument.total <= kKinetoListLimit ? "ScalarList" : "";
}

std::string concreteText(const Argument& argument) {
    if (isNumber(argument)) {
        return numberText(argument);
    }
    if (!isNumberList(argument) || argument.total > kKinetoListLimit) {
        return {};
    }
    std::string text = "[";
    for (std::size_t i = 0; i < argument.sizes.size(); ++i) {
        text +=
            (i != 0 ? ", " : "") + scalarText(argument.kind, static_cast<std::uint64_t>(argument.sizes[i]));
    }
    for (std::size_t i = 0; i < argument.elements.size(); ++i) {
        text += (i != 0 ? ", " : "") + numberText(argument.elements[i]);
    }
    return text + "]";
}

// Sizes or strides of one argument as Kineto nests them.
void appendShape(std::string& text, const Argument& argument, std::vector<std::int64_t> Argument::*numbers) {
    if (argument.kind == ArgumentKind::TensorList) {
        text += '[';
        for (std::size_t i = 0; i < argument.elements.size(); ++i) {
            text += i != 0 ? "," : "";
            appendNumbers(text, argument.elements[i].*numbers);
        }
        text += ']';
    } else if (isTensor(argument)) {
        appendNumbers(text, argument.*numbers);
    } else {
        text += "[]";
    }
}

const Argument* firstTensor(std::span<const Argument> arguments) {
    for (const Argument& argument : arguments) {
        if (isTensor(argument)) {
            return &argument;
        }
        if (const Argument* inner = firstTensor(argument.elements)) {
            return inner;
        }
    }
    return nullptr;
}

} // namespace

std::string_view scalarTypeName(std::uint8_t dtype) {
    return dtype < kScalarTypes.size() ? kScalarTypes[dtype] : std::string_view{};
}

std::string_view deviceTypeName(std::uint8_t deviceType) {
    return deviceType < kDeviceTypes.size() ? kDeviceTypes[deviceType] : std::string_view{};
}

std::vector<Argument> parseArguments(std::span<const std::uint64_t> image,
                                     std::span<const std::uint64_t> scalars, bool& damaged) {
    ImageParser parser(image, scalars);
    std::vector<Argument> arguments = parser.parse();
    damaged = parser.damaged();
    return arguments;
}

ArgumentTexts toTexts(std::span<const Argument> arguments) {
    ArgumentTexts texts{"[", "[", "[", "[", ""};
    const char* comma = "";
    for (const Argument& argument : arguments) {
        if (argument.kind == ArgumentKind::Truncated) {
            continue;
        }
        for (std::string* text : {&texts.dims, &texts.types, &texts.strides, &texts.concrete}) {
            *text += comma;
        }
        comma = ",";
        appendShape(texts.dims, argument, &Argument::sizes);
        appendShape(texts.strides, argument, &Argument::strides);
        texts.types.append("\"").append(typeText(argument)).append("\"");
        texts.concrete.append("\"").append(concreteText(argument)).append("\"");
    }
    for (std::string* text : {&texts.dims, &texts.types, &texts.strides, &texts.concrete}) {
        *text += ']';
    }
    if (const Argument* tensor = firstTensor(arguments)) {
        texts.device = deviceTypeName(tensor->deviceType);
        if (tensor->deviceIndex >= 0 && tensor->deviceType != 0) {
            texts.device += ":" + std::to_string(tensor->deviceIndex);
        }
    }
    return texts;
}

} // namespace lanes::ring
