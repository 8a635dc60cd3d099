TYPES = {"f64": "float64", "f32": "float32", "f16": "float16", "bf16": "bfloat16", "i64": "int64", "i32": "int32", "i16": "int16",
         "i8": "int8", "u8": "uint8", "u16": "uint16", "u32": "uint32", "u64": "uint64", "c32": "complex32", "c64": "complex64",
         "c128": "complex128", "f8e4m3": "float8_e4m3fn", "f8e5m2": "float8_e5m2"}
LIMITS = {"torch.float16": 1e-2, "torch.bfloat16": 5e-2, "torch.float64": 1e-9}  # else 1e-3, as of TF32


def tensor(kind, shape, strides):
    """Random numbers of that shape, laid out by `strides`. Integers are 0: as indices they are valid."""
    dtype = getattr(torch, TYPES.get(kind, kind), None)
    if not isinstance(dtype, torch.dtype):
        sys.exit(f"This torch has no type {kind}.")
    if len(strides) != len(shape):  # not recorded
        strides = [math.prod(shape[i + 1:]) for i in range(len(shape))]
    size = 1 + sum((n - 1) * stride for n, stride in zip(shape, strides)) if all(shape) else 0
    if dtype.is_floating_point or dtype.is_complex:
        memory = torch.randn(size, dtype=torch.complex64 if dtype.is_complex else torch.float32, device=DEVICE).to(dtype)
    else:
        memory = torch.zeros(size, dtype=dtype, device=DEVICE)
    return memory.as_strided(shape, strides)


def scalar(text):
    if not text:
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return float(text) if text in ("inf", "-inf", "nan") else text


def inputs():
    torch.manual_seed(0)
    values = []
    for _, kind, shape, strides, text in INPUTS:
        if shape is None:
            values.append(scalar(text))
        elif kind == "tensors":  # their type is not recorded
            layouts = strides if len(strides) == len(shape) else [[]] * len(shape)
            values.append([tensor("f32", *layout) for layout in zip(shape, layouts)])
        else:
            values.append(tensor(kind, shape, strides))
    return values


def arguments(op, values):
    """What `op` is called with: positions and names of its schema. What was not recorded has its default."""
    positional, named = [], {}
    for value, argument in zip(values, op._schema.arguments):
        if value is None and argument.has_default_value():
            value = argument.default_value
        if argument.kwarg_only:
            named[argument.name] = value
        else:
            positional.append(value)
    return positional, named


def run(op, values):
    positional, named = arguments(op, values)
    return op(*positional, **named)


def overload():
    """The recorded one, else the first that takes these inputs."""
    namespace, name = NAME.split("::", 1)
    packet = getattr(getattr(torch.ops, namespace), name)
    names = packet.overloads()
    refused = []
    for each in [OVERLOAD] if OVERLOAD in names else names:
        op = getattr(packet, each)
        if len(INPUTS) > len(op._schema.arguments):
            continue
        try:
            run(op, inputs())
            return op
        except (RuntimeError, TypeError, ValueError, NotImplementedError) as error:
            refused.append(f"{each}: {str(error).splitlines()[0]}")
    if DEVICE == "cpu" and "float32" not in (TYPES["f16"], TYPES["bf16"]) and {"f16", "bf16"} & {kind for _, kind, *_ in INPUTS}:
        print("This CPU has no operator for 16 bits in this torch: float32 stands in.")
        TYPES.update(f16="float32", bf16="float32")
        return overload()
    sys.exit(f"{NAME} does not take these inputs in torch {torch.__version__}:\n" + "\n".join(refused))


def tensors(result):
    items = result if isinstance(result, (tuple, list)) else [result]
    return [item for item in items if isinstance(item, torch.Tensor)]


def doubled(value):
    if isinstance(value, list) and value and isinstance(value[0], torch.Tensor):
        return [doubled(item) for item in value]
    if not isinstance(value, torch.Tensor):
        return value
    return value.cpu().double() if value.is_floating_point() else value.cpu()


def check(op):
    """How far the result is from the same in float64 on the CPU, as a share of its largest value; or why nobody can say."""
    values = inputs()
    if not tensors(values) and not any(tensors(value) for value in values if isinstance(value, list)):
        return "not checked: it has no tensors among its inputs"
    first, second = tensors(run(op, values)), tensors(run(op, inputs()))
    if not all(torch.equal(a, b) for a, b in zip(first, second)):
        return "not checked: two runs differ"
    try:
        exact = tensors(run(op, [doubled(value) for value in inputs()]))
    except (RuntimeError, TypeError, ValueError, NotImplementedError) as error:
        return f"not checked: the CPU has no float64 of it ({str(error).splitlines()[0][:80]})"
    worst = 0.0
    for result, expected in zip(first, exact):
        if result.is_floating_point() and result.numel() and expected.is_floating_point():
            largest = expected.abs().max().item() or 1.0
            worst = max(worst, (result.cpu().double() - expected.double()).abs().max().item() / largest)
    limit = max((LIMITS.get(str(result.dtype), 1e-3) for result in first), default=1e-3)
    if not worst <= limit:
        sys.exit(f"WRONG: differs by {worst:.3g} of its largest value from float64 on the CPU; {limit:.3g} is usual.")
    return f"checked: differs by {worst:.3g} of its largest value from float64 on the CPU"


def median_ns(op):
    values = inputs()
    times = []
    for i in range(3 + 20):  # the first ones warm up
        if DEVICE != "cpu":
            torch.cuda.synchronize()
        begin = time.perf_counter_ns()
        run(op, values)
        if DEVICE != "cpu":
            torch.cuda.synchronize()
        times.append(time.perf_counter_ns() - begin)
    return statistics.median(times[3:])


if __name__ == "__main__":
    with torch.no_grad():
        chosen = overload()
        print(f"{NAME} ({chosen._schema.overload_name or 'default'}) on {DEVICE}, torch {torch.__version__}")
        for each in tensors(run(chosen, inputs())):
            print(f"result: {list(each.shape)} {each.dtype}")
        print(check(chosen))
        print(f"median of 20 runs: {median_ns(chosen) / 1e3:.1f} us; recorded: {RECORDED_NS / 1e3:.1f} us on {RECORDED_DEVICE}")
