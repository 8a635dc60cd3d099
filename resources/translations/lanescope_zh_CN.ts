<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Activity</name>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Memsets</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Operators on CPU</source>
        <translation>CPU 上的算子</translation>
    </message>
    <message>
        <source>Python, other</source>
        <translation>Python 及其他</translation>
    </message>
    <message>
        <source>No recorded activity</source>
        <translation>没有采集到活动</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>CPU, not traced</source>
        <translation>CPU（未跟踪）</translation>
    </message>
</context>
<context>
    <name>AdviceTable</name>
    <message>
        <source>work of a GPU</source>
        <translation>GPU 工作</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Python stacks</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1，位于 %2</translation>
    </message>
</context>
<context>
    <name>AdviceText</name>
    <message>
        <source>The step waits for its data</source>
        <translation>步骤在等待数据</translation>
    </message>
    <message>
        <source>The host waits for the device</source>
        <translation>主机在等待设备</translation>
    </message>
    <message>
        <source>Copies from or to pageable memory block the host</source>
        <translation>与可分页内存之间的拷贝阻塞主机</translation>
    </message>
    <message>
        <source>Copies and sets block the host until they are done</source>
        <translation>拷贝与填充在完成之前阻塞主机</translation>
    </message>
    <message>
        <source>The same line copies between host and device again and again</source>
        <translation>同一行代码反复在主机与设备之间拷贝</translation>
    </message>
    <message>
        <source>A loop of Python calls small operators one by one</source>
        <translation>Python 循环逐个调用小算子</translation>
    </message>
    <message>
        <source>A loop takes tensors apart element by element</source>
        <translation>循环逐元素地拆开张量</translation>
    </message>
    <message>
        <source>Launch-bound: the GPU waits for launches</source>
        <translation>启动受限：GPU 等待启动</translation>
    </message>
    <message>
        <source>The device is idle most of the time</source>
        <translation>设备大部分时间空闲</translation>
    </message>
    <message>
        <source>The optimizer updates one tensor at a time</source>
        <translation>优化器每次只更新一个张量</translation>
    </message>
    <message>
        <source>Gradients are filled with zeros instead of being set to None</source>
        <translation>梯度被填零，而不是设为 None</translation>
    </message>
    <message>
        <source>Products in half precision whose sizes keep tensor cores from their speed</source>
        <translation>半精度乘积的尺寸使张量核心达不到应有的速度</translation>
    </message>
    <message>
        <source>Products in float32 leave the tensor cores unused</source>
        <translation>float32 乘积没有用上张量核心</translation>
    </message>
    <message>
        <source>Convolutions change the layout of images and change it back</source>
        <translation>卷积来回转换图像的布局</translation>
    </message>
    <message>
        <source>Convolutions add a bias that the batch norm after them takes away again</source>
        <translation>卷积加上的偏置又被其后的批归一化减去</translation>
    </message>
    <message>
        <source>DataParallel copies the model to every device in every step</source>
        <translation>DataParallel 在每一步都把模型拷贝到每个设备</translation>
    </message>
    <message>
        <source>GPUs communicate through the host</source>
        <translation>GPU 经由主机通信</translation>
    </message>
    <message>
        <source>Communication that no computation hides</source>
        <translation>没有被计算掩盖的通信</translation>
    </message>
    <message>
        <source>One rank computes longer than the others, which wait for it</source>
        <translation>一个 rank 的计算比其他 rank 久，其他 rank 都在等它</translation>
    </message>
    <message>
        <source>Many small collectives instead of few large ones</source>
        <translation>大量小的集合通信，而不是少量大的</translation>
    </message>
    <message>
        <source>The allocator gives device memory back and takes it again</source>
        <translation>分配器归还设备内存后又重新获取</translation>
    </message>
    <message>
        <source>Device memory is nearly full</source>
        <translation>设备内存几乎用满</translation>
    </message>
    <message>
        <source>Checkpoints compute parts of the forward pass a second time</source>
        <translation>检查点把前向传播的一部分重新计算了一遍</translation>
    </message>
    <message>
        <source>Python collects garbage inside steps</source>
        <translation>Python 在步骤中回收垃圾</translation>
    </message>
    <message>
        <source>Compiled code is compiled again</source>
        <translation>已编译的代码被重新编译</translation>
    </message>
    <message>
        <source>A compiled function breaks into several graphs</source>
        <translation>一个被编译的函数断裂成多个图</translation>
    </message>
    <message>
        <source>The first step is warm-up, and counts in averages</source>
        <translation>第一步是预热，却计入了平均值</translation>
    </message>
    <message>
        <source>The profiler itself takes part of the time</source>
        <translation>性能分析器自身占用了一部分时间</translation>
    </message>
    <message>
        <source>DataLoader(..., num_workers=4, pin_memory=True, persistent_workers=True, prefetch_factor=4) loads data while the step runs; make the lines listed here faster, too.</source>
        <translation>DataLoader(..., num_workers=4, pin_memory=True, persistent_workers=True, prefetch_factor=4) 会在步骤运行的同时加载数据；也请加快这里列出的各行。</translation>
    </message>
    <message>
        <source>DataLoader(..., %1, prefetch_factor=4, persistent_workers=True, pin_memory=True), as long as there are cores; else make what loads one item faster.</source>
        <translation>DataLoader(..., %1, prefetch_factor=4, persistent_workers=True, pin_memory=True)，只要还有空闲核心；否则让加载单个样本的代码更快。</translation>
    </message>
    <message>
        <source>num_workers=%1 instead of %2</source>
        <translation>num_workers=%1，而不是 %2</translation>
    </message>
    <message>
        <source>more num_workers</source>
        <translation>更大的 num_workers</translation>
    </message>
    <message>
        <source>Keep values on the device: sum losses as tensors, and call .item(), .cpu() or print() once in many steps. Replace nonzero() and boolean masks by torch.where() where sizes may stay as they are. Drop torch.cuda.synchronize().</source>
        <translation>把值留在设备上：以张量累加损失，许多步才调用一次 .item()、.cpu() 或 print()；尺寸可以不变之处用 torch.where() 代替 nonzero() 和布尔掩码；去掉 torch.cuda.synchronize()。</translation>
    </message>
    <message>
        <source>DataLoader(..., pin_memory=True) or tensor.pin_memory(), then .to(device, non_blocking=True); back to the host into a pinned tensor with copy_(..., non_blocking=True).</source>
        <translation>DataLoader(..., pin_memory=True) 或 tensor.pin_memory()，然后 .to(device, non_blocking=True)；拷回主机时用 copy_(..., non_blocking=True) 写入锁页张量。</translation>
    </message>
    <message>
        <source>.to(device, non_blocking=True) from pinned memory; in C++ cudaMemcpyAsync and cudaMemsetAsync on the stream instead of cudaMemcpy and cudaMemset.</source>
        <translation>从锁页内存 .to(device, non_blocking=True)；在 C++ 中用流上的 cudaMemcpyAsync 和 cudaMemsetAsync 代替 cudaMemcpy 和 cudaMemset。</translation>
    </message>
    <message>
        <source>Create tensors on the device (device=...), move what does not change there once before the loop, and copy one batch instead of its parts.</source>
        <translation>直接在设备上创建张量（device=...），把不变的内容在循环之前一次移过去，并整批拷贝而不是逐部分拷贝。</translation>
    </message>
    <message>
        <source>One operator over the whole tensor instead of the loop: batched products, broadcasting, torch.vmap, cumsum; else torch.compile(function), or torch._foreach_* over lists of tensors.</source>
        <translation>用作用于整个张量的一个算子代替循环：批量乘积、广播、torch.vmap、cumsum；否则用 torch.compile(function)，或对张量列表用 torch._foreach_*。</translation>
    </message>
    <message>
        <source>Index once, outside of the loop: x[indices], x.unbind(), gather(), index_select(), a mask with torch.where(); on the host x.tolist() once.</source>
        <translation>在循环之外一次索引：x[indices]、x.unbind()、gather()、index_select()、用 torch.where() 的掩码；在主机上一次 x.tolist()。</translation>
    </message>
    <message>
        <source>torch.compile(model, mode=&quot;reduce-overhead&quot;) or torch.cuda.CUDAGraph where shapes stay the same; fused=True for optimizers; larger batches.</source>
        <translation>形状不变之处用 torch.compile(model, mode=&quot;reduce-overhead&quot;) 或 torch.cuda.CUDAGraph；优化器用 fused=True；更大的批次。</translation>
    </message>
    <message>
        <source>The program replays CUDA graphs already: capture more of the step in them, with its optimizer (capturable=True), and find what breaks them (TORCH_LOGS=graph_breaks,cudagraphs); larger batches.</source>
        <translation>程序已在重放 CUDA 图：把这一步的更多部分（连同优化器，capturable=True）捕获进去，并找出打断它们的原因（TORCH_LOGS=graph_breaks,cudagraphs）；更大的批次。</translation>
    </message>
    <message>
        <source>Follow the other recommendations first. They do not explain this rest: use a larger batch, more work at a time, or a smaller device. overview --gaps names the cause of each gap.</source>
        <translation>请先处理其他建议。剩下的部分它们无法解释：使用更大的批次、每次更多的工作，或更小的设备。overview --gaps 给出每段空隙的原因。</translation>
    </message>
    <message>
        <source>optimizer(..., foreach=True), or fused=True from torch 2.0 on.</source>
        <translation>optimizer(..., foreach=True)，torch 2.0 起也可用 fused=True。</translation>
    </message>
    <message>
        <source>optimizer(..., foreach=True).</source>
        <translation>optimizer(..., foreach=True)。</translation>
    </message>
    <message>
        <source>optimizer(..., fused=True), else foreach=True.</source>
        <translation>optimizer(..., fused=True)，否则用 foreach=True。</translation>
    </message>
    <message>
        <source>Set p.grad = None instead, or call optimizer.zero_grad().</source>
        <translation>改为设置 p.grad = None，或调用 optimizer.zero_grad()。</translation>
    </message>
    <message>
        <source>Set p.grad = None instead, or call optimizer.zero_grad(set_to_none=True).</source>
        <translation>改为设置 p.grad = None，或调用 optimizer.zero_grad(set_to_none=True)。</translation>
    </message>
    <message>
        <source>optimizer.zero_grad(): set_to_none=True is the default, leave set_to_none=False out.</source>
        <translation>optimizer.zero_grad()：set_to_none=True 是默认值，去掉 set_to_none=False。</translation>
    </message>
    <message>
        <source>optimizer.zero_grad(set_to_none=True), the default from torch 2.0 on.</source>
        <translation>optimizer.zero_grad(set_to_none=True)，自 torch 2.0 起为默认。</translation>
    </message>
    <message>
        <source>Pad sizes (features, vocabulary, sequence, channels) to multiples of %1, better of 16 or 64.</source>
        <translation>把尺寸（特征、词表、序列、通道）补齐到 %1 的倍数，最好是 16 或 64 的倍数。</translation>
    </message>
    <message>
        <source>torch.set_float32_matmul_precision(&quot;high&quot;) and torch.backends.cudnn.allow_tf32 = True, or torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16), where that precision is enough.</source>
        <translation>在精度足够之处用 torch.set_float32_matmul_precision(&quot;high&quot;) 和 torch.backends.cudnn.allow_tf32 = True，或 torch.autocast(&quot;cuda&quot;, dtype=torch.bfloat16)。</translation>
    </message>
    <message>
        <source>model.to(memory_format=torch.channels_last), and the images: x.to(memory_format=torch.channels_last).</source>
        <translation>model.to(memory_format=torch.channels_last)，图像同样：x.to(memory_format=torch.channels_last)。</translation>
    </message>
    <message>
        <source>nn.Conv2d(..., bias=False) where a batch norm follows.</source>
        <translation>其后是批归一化时用 nn.Conv2d(..., bias=False)。</translation>
    </message>
    <message>
        <source>torch.nn.parallel.DistributedDataParallel with a process for each GPU (torchrun).</source>
        <translation>使用 torch.nn.parallel.DistributedDataParallel，每个 GPU 一个进程（torchrun）。</translation>
    </message>
    <message>
        <source>See first whether a rank comes late (lanescope ranks). Then: DistributedDataParallel(..., bucket_cap_mb=..., gradient_as_bucket_view=True, static_graph=True), no_sync() while gradients are accumulated, or a compression hook.</source>
        <translation>请先查看是否有 rank 迟到（lanescope ranks）。然后使用 DistributedDataParallel(..., bucket_cap_mb=..., gradient_as_bucket_view=True, static_graph=True)，累积梯度时用 no_sync()，或使用压缩钩子。</translation>
    </message>
    <message>
        <source>Share the data out evenly: lengths sorted into buckets, DistributedSampler(..., drop_last=True), shards of the same size; or that machine is slower.</source>
        <translation>把数据分配均匀：按长度分桶、DistributedSampler(..., drop_last=True)、同样大小的分片；或者那台机器较慢。</translation>
    </message>
    <message>
        <source>Collect tensors into one before they are reduced: DistributedDataParallel(..., bucket_cap_mb=25) or more, all_reduce_coalesced, one flat buffer.</source>
        <translation>归约之前把张量合并：DistributedDataParallel(..., bucket_cap_mb=25) 或更大、all_reduce_coalesced、一个扁平缓冲区。</translation>
    </message>
    <message>
        <source>Leave out torch.cuda.empty_cache() in the loop; else memory is nearly full: a smaller batch, or PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True against fragmentation.</source>
        <translation>去掉循环中的 torch.cuda.empty_cache()；否则是内存几乎用满：用更小的批次，或用 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 减少碎片。</translation>
    </message>
    <message>
        <source>A smaller batch, activation checkpoints or a sharded optimizer before it fails; where much more is reserved than allocated, PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True.</source>
        <translation>在失败之前使用更小的批次、激活检查点或分片优化器；若保留的远多于已分配的，用 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True。</translation>
    </message>
    <message>
        <source>Only if memory allows: checkpoint fewer modules, or only the cheap ones (torch.utils.checkpoint with a selective policy); this is what the saved memory costs.</source>
        <translation>仅在内存允许时：对更少的模块使用检查点，或只对开销小的模块（torch.utils.checkpoint 的选择性策略）；这是节省内存的代价。</translation>
    </message>
    <message>
        <source>Drop gc.collect() from the loop; gc.freeze() after setting up, gc.disable() and gc.collect() every thousand steps, or gc.set_threshold(100_000, 50, 50).</source>
        <translation>去掉循环中的 gc.collect()；准备完成后 gc.freeze()，gc.disable() 并每千步 gc.collect() 一次，或 gc.set_threshold(100_000, 50, 50)。</translation>
    </message>
    <message>
        <source>TORCH_LOGS=recompiles says why. Mostly sizes that change: pad them, torch._dynamo.mark_dynamic(tensor, dimension), or torch.compile(..., dynamic=True); numbers that change as tensors instead of Python&apos;s.</source>
        <translation>TORCH_LOGS=recompiles 会说明原因。多半是变化的尺寸：补齐它们、torch._dynamo.mark_dynamic(tensor, dimension)，或 torch.compile(..., dynamic=True)；变化的数用张量而不是 Python 的数。</translation>
    </message>
    <message>
        <source>torch.compile(..., fullgraph=True) or TORCH_LOGS=graph_breaks names the line: a print(), .item(), or a branch on a tensor&apos;s value. Take it out of the compiled function.</source>
        <translation>torch.compile(..., fullgraph=True) 或 TORCH_LOGS=graph_breaks 会指出那一行：print()、.item()、依张量取值的分支；把它移出被编译的函数。</translation>
    </message>
    <message>
        <source>Nothing is saved by it: leave the first step out of figures (--range), and record with schedule(wait=1, warmup=2, active=...).</source>
        <translation>这不节省时间：统计时去掉第一步（--range），并用 schedule(wait=1, warmup=2, active=...) 采集。</translation>
    </message>
    <message>
        <source>Only profiling costs this: record fewer steps, without stacks, shapes or memory, and rely on shares, not on durations.</source>
        <translation>只有性能分析时才有这项开销：采集更少的步骤，不采集调用栈、形状或内存，并以占比而不是时长为准。</translation>
    </message>
    <message>
        <source>torch.distributed.init_process_group(&quot;nccl&quot;).</source>
        <translation>torch.distributed.init_process_group(&quot;nccl&quot;)。</translation>
    </message>
    <message>
        <source>%1 in %2 step</source>
        <translation>%2 步中 %1</translation>
    </message>
    <message>
        <source>%1 in %2 steps</source>
        <translation>%2 步中 %1</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>%1 in them</source>
        <translation>其中用时 %1</translation>
    </message>
    <message>
        <source>%1 with the device idle</source>
        <translation>其中 %1 设备闲置</translation>
    </message>
    <message>
        <source>the loader has no workers</source>
        <translation>加载器没有工作进程</translation>
    </message>
    <message>
        <source>the loader has %1</source>
        <translation>加载器有 %1</translation>
    </message>
    <message>
        <source>%1 with the device idle in and after them</source>
        <translation>期间及其后设备有 %1 空闲</translation>
    </message>
    <message>
        <source>no device is there to wait for</source>
        <translation>没有需要等待的设备</translation>
    </message>
    <message>
        <source>%1 of %2 each in %3</source>
        <translation>%3 中的 %1，每次 %2</translation>
    </message>
    <message>
        <source>%1 of %2 each</source>
        <translation>%1，每次 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>%1 on the device</source>
        <translation>设备上 %1</translation>
    </message>
    <message>
        <source>which was idle for %1</source>
        <translation>期间设备有 %1 空闲</translation>
    </message>
    <message>
        <source>%1 of work on the device</source>
        <translation>设备上工作 %1</translation>
    </message>
    <message>
        <source>The device waits %1 for launches</source>
        <translation>设备等待启动 %1</translation>
    </message>
    <message>
        <source>%1 of %2 take up to %3</source>
        <translation>%2 中有 %1 个不超过 %3</translation>
    </message>
    <message>
        <source>The device is busy %1 of the time and idle %2</source>
        <translation>设备有 %1 的时间忙碌，闲置 %2</translation>
    </message>
    <message>
        <source>%1 in the optimizer&apos;s step</source>
        <translation>优化器的 step 中有 %1</translation>
    </message>
    <message>
        <source>%1 of that the device has nothing to do</source>
        <translation>这期间设备有 %1 无事可做</translation>
    </message>
    <message>
        <source>%1 filled with zeros in %2</source>
        <translation>%1 被填零，用时 %2</translation>
    </message>
    <message>
        <source>and added to in %1</source>
        <translation>累加用时 %1</translation>
    </message>
    <message>
        <source>most of it multiplies %1</source>
        <translation>大部分是 %1 的乘积</translation>
    </message>
    <message>
        <source>such as %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>%1 with a bias right before a batch norm</source>
        <translation>%1 带有偏置，其后紧接批归一化</translation>
    </message>
    <message>
        <source>%1 of torch.nn.DataParallel</source>
        <translation>torch.nn.DataParallel 的 %1</translation>
    </message>
    <message>
        <source>%1 of that in copies of the model</source>
        <translation>其中 %1 用于拷贝模型</translation>
    </message>
    <message>
        <source>its inputs and outputs</source>
        <translation>及其输入和输出</translation>
    </message>
    <message>
        <source>%1 of the host</source>
        <translation>主机上的 %1</translation>
    </message>
    <message>
        <source>no kernel of NCCL</source>
        <translation>没有 NCCL 的核函数</translation>
    </message>
    <message>
        <source>%1 of communication</source>
        <translation>通信 %1</translation>
    </message>
    <message>
        <source>%1 of it while nothing was computed (%2 overlapped)</source>
        <translation>其中 %1 期间没有计算（%2 与计算重叠）</translation>
    </message>
    <message>
        <source>Rank %1 computes %2</source>
        <translation>rank %1 计算了 %2</translation>
    </message>
    <message>
        <source>the mean of %1 ranks is %2</source>
        <translation>%1 个 rank 的平均为 %2</translation>
    </message>
    <message>
        <source>%1 and %2 of device memory</source>
        <translation>设备内存的 %1和 %2</translation>
    </message>
    <message>
        <source>%1 of %2 reserved (%3)</source>
        <translation>%2 中已保留 %1（%3）</translation>
    </message>
    <message>
        <source>%1 of it allocated at the peak</source>
        <translation>峰值时其中 %1 已分配</translation>
    </message>
    <message>
        <source>%1 function runs in more than one version</source>
        <translation>%1 个函数以不止一个版本运行</translation>
    </message>
    <message>
        <source>%1 functions run in more than one version</source>
        <translation>%1 个函数以不止一个版本运行</translation>
    </message>
    <message>
        <source>%1 instead of one</source>
        <translation>%1，而不是一个</translation>
    </message>
    <message>
        <source>%1 of Python between them</source>
        <translation>其间 Python 用时 %1</translation>
    </message>
    <message>
        <source>The first step took %1</source>
        <translation>第一步用时 %1</translation>
    </message>
    <message>
        <source>the others %1 (median)</source>
        <translation>其他各步 %1（中位数）</translation>
    </message>
    <message>
        <source>the mean of all is %1</source>
        <translation>全部的平均为 %1</translation>
    </message>
    <message>
        <source>%1 of its own</source>
        <translation>%1 属于分析器自身</translation>
    </message>
    <message>
        <source>%1 fetch</source>
        <translation>%1 次取数</translation>
    </message>
    <message>
        <source>%1 worker</source>
        <translation>%1 个工作进程</translation>
    </message>
    <message>
        <source>%1 wait</source>
        <translation>%1 次等待</translation>
    </message>
    <message>
        <source>%1 copy</source>
        <translation>%1 次拷贝</translation>
    </message>
    <message>
        <source>%1 blocking call</source>
        <translation>%1 次阻塞调用</translation>
    </message>
    <message>
        <source>%1 call</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>%1 loop</source>
        <translation>%1 个循环</translation>
    </message>
    <message>
        <source>%1 kernel</source>
        <translation>%1 个核函数</translation>
    </message>
    <message>
        <source>%1 operator</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>%1 gradient</source>
        <translation>%1 个梯度</translation>
    </message>
    <message>
        <source>%1 layout change</source>
        <translation>%1 次布局转换</translation>
    </message>
    <message>
        <source>%1 convolution</source>
        <translation>%1 个卷积</translation>
    </message>
    <message>
        <source>%1 collective</source>
        <translation>%1 次集合通信</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 次释放</translation>
    </message>
    <message>
        <source>%1 allocation</source>
        <translation>%1 次分配</translation>
    </message>
    <message>
        <source>%1 recomputation</source>
        <translation>%1 次重算</translation>
    </message>
    <message>
        <source>%1 collection</source>
        <translation>%1 次回收</translation>
    </message>
    <message>
        <source>%1 compilation</source>
        <translation>%1 次编译</translation>
    </message>
    <message>
        <source>%1 graph</source>
        <translation>%1 个图</translation>
    </message>
    <message>
        <source>%1 slice</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1 fetches</source>
        <translation>%1 次取数</translation>
    </message>
    <message>
        <source>%1 workers</source>
        <translation>%1 个工作进程</translation>
    </message>
    <message>
        <source>%1 waits</source>
        <translation>%1 次等待</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 次拷贝</translation>
    </message>
    <message>
        <source>%1 blocking calls</source>
        <translation>%1 次阻塞调用</translation>
    </message>
    <message>
        <source>%1 calls</source>
        <translation>%1 次调用</translation>
    </message>
    <message>
        <source>%1 loops</source>
        <translation>%1 个循环</translation>
    </message>
    <message>
        <source>%1 kernels</source>
        <translation>%1 个核函数</translation>
    </message>
    <message>
        <source>%1 operators</source>
        <translation>%1 个算子</translation>
    </message>
    <message>
        <source>%1 gradients</source>
        <translation>%1 个梯度</translation>
    </message>
    <message>
        <source>%1 layout changes</source>
        <translation>%1 次布局转换</translation>
    </message>
    <message>
        <source>%1 convolutions</source>
        <translation>%1 个卷积</translation>
    </message>
    <message>
        <source>%1 collectives</source>
        <translation>%1 次集合通信</translation>
    </message>
    <message>
        <source>%1 frees</source>
        <translation>%1 次释放</translation>
    </message>
    <message>
        <source>%1 allocations</source>
        <translation>%1 次分配</translation>
    </message>
    <message>
        <source>%1 recomputations</source>
        <translation>%1 次重算</translation>
    </message>
    <message>
        <source>%1 collections</source>
        <translation>%1 次回收</translation>
    </message>
    <message>
        <source>%1 compilations</source>
        <translation>%1 次编译</translation>
    </message>
    <message>
        <source>%1 graphs</source>
        <translation>%1 个图</translation>
    </message>
    <message>
        <source>%1 slices</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>%1, most in %2</source>
        <translation>%1，主要在 %2</translation>
    </message>
    <message>
        <source>%1, one of them in %2</source>
        <translation>%1，其中一次在 %2</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 of %2 operators</source>
        <translation>%2 个算子中的 %1 个</translation>
    </message>
    <message>
        <source>compilers ran %1 of %2</source>
        <translation>编译器运行了 %1，共 %2</translation>
    </message>
    <message>
        <source>a batch without backward</source>
        <translation>没有反向传播的批次</translation>
    </message>
    <message>
        <source>no backward</source>
        <translation>没有反向传播</translation>
    </message>
    <message>
        <source>%1 operators instead of %2</source>
        <translation>%1 个算子，而不是 %2 个</translation>
    </message>
    <message>
        <source>backward as usual</source>
        <translation>反向传播照常</translation>
    </message>
    <message>
        <source>%1x the median after it</source>
        <translation>为其后中位数的 %1 倍</translation>
    </message>
    <message>
        <source>%1 cudaMalloc</source>
        <translation>%1 次 cudaMalloc</translation>
    </message>
    <message>
        <source>%1 loading kernels</source>
        <translation>加载核函数 %1</translation>
    </message>
    <message>
        <source>%1x the steady median</source>
        <translation>为稳态中位数的 %1 倍</translation>
    </message>
    <message>
        <source>in the DataLoader</source>
        <translation>在 DataLoader 中</translation>
    </message>
</context>
<context>
    <name>CaptureOptions</name>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Python stacks</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>other processes</source>
        <translation>其他进程</translation>
    </message>
    <message>
        <source>“%1” is no length of time. Write it with its unit: 500ms, 10s or 2min.</source>
        <translation>“%1”不是时间长度。请带单位填写：500ms、10s 或 2min。</translation>
    </message>
    <message>
        <source>Say how much of the disk the session may take, for example 500M.</source>
        <translation>请填写会话最多可占多少磁盘，例如 500M。</translation>
    </message>
    <message>
        <source>“%1” is no size for a session. Write 500M or 2G; it needs 8M at least.</source>
        <translation>“%1”不能作为会话的大小。请填 500M 或 2G；至少 8M。</translation>
    </message>
    <message>
        <source>“%1” is no number of steps. Write a whole number, such as 5.</source>
        <translation>“%1”不是步数。请填整数，例如 5。</translation>
    </message>
    <message>
        <source>Say how many steps are recorded, for example 5.</source>
        <translation>请填写采集多少步，例如 5。</translation>
    </message>
    <message>
        <source>Say after how long it begins, for how long it records, or both: 10s.</source>
        <translation>请填写多久后开始、采集多久，或两者都填：10s。</translation>
    </message>
    <message>
        <source>Say how long the recorder keeps events, for example 60s.</source>
        <translation>请填写保留多长一段，例如 60s。</translation>
    </message>
    <message>
        <source>“%1” is no reason to save. Write step&gt;1.5x, step&gt;200ms, hang&gt;30s or oom, several apart by commas.</source>
        <translation>“%1”不是保存条件。请填 step&gt;1.5x、step&gt;200ms、hang&gt;30s 或 oom，多个以逗号分隔。</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>the whole run</source>
        <translation>整个运行</translation>
    </message>
    <message>
        <source>steps of training, %1 at a time</source>
        <translation>训练步，每次 %1 步</translation>
    </message>
    <message>
        <source>a part of the run</source>
        <translation>运行的一部分</translation>
    </message>
    <message>
        <source>from when you say so</source>
        <translation>由您决定何时开始</translation>
    </message>
    <message>
        <source>all of it is kept</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>the newest stays, within %1</source>
        <translation>保留最新部分，不超过 %1</translation>
    </message>
    <message>
        <source>the newest stays for %1, and is saved when something happens</source>
        <translation>保留最新的 %1，发生情况时保存</translation>
    </message>
    <message>
        <source>%1; %2; %3</source>
        <translation>%1；%2；%3</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>“%1” is no number of samples a second. Write one from 1 to 1000.</source>
        <translation>“%1”不是每秒采样数。请填写 1 到 1000。</translation>
    </message>
    <message>
        <source>samples of Python</source>
        <translation>Python 采样</translation>
    </message>
    <message>
        <source>calls of Python</source>
        <translation>Python 调用</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>NaN and Inf</source>
        <translation>NaN 与 Inf</translation>
    </message>
    <message>
        <source>Say below what, for example module:layers.3 or range:validate.</source>
        <translation>请说明在什么之下，例如 module:layers.3 或 range:validate。</translation>
    </message>
    <message>
        <source>“%1” is no module and no range. Write module:layers.3 or range:validate, several apart by commas.</source>
        <translation>“%1”既不是模块也不是范围。请写 module:layers.3 或 range:validate，多个以逗号分隔。</translation>
    </message>
    <message>
        <source>These are more than a recording takes: leave some out, or use a star.</source>
        <translation>超出了一次录制可接受的数量：请去掉一些，或使用星号。</translation>
    </message>
    <message>
        <source>below %1, %2</source>
        <translation>%1 之下，%2</translation>
    </message>
    <message>
        <source>CUDA allocator</source>
        <translation>CUDA 分配器</translation>
    </message>
    <message>
        <source>exceptions</source>
        <translation>异常</translation>
    </message>
</context>
<context>
    <name>CaptureRequest</name>
    <message>
        <source>A quote is not closed: add the missing one.</source>
        <translation>引号没有闭合：请补上缺少的那个。</translation>
    </message>
    <message>
        <source>“%1” needs a shell. Quote it, or run: bash -c &apos;…&apos;</source>
        <translation>“%1”需要 shell 才能执行。请加引号，或运行：bash -c &apos;…&apos;</translation>
    </message>
    <message>
        <source>%1 cannot be run by itself. Put its interpreter before it: python3 %1</source>
        <translation>%1 不能单独运行。请在前面加上解释器：python3 %1</translation>
    </message>
    <message>
        <source>%1 is no program that can be run. Is it executable?</source>
        <translation>%1 不是可运行的程序。它有执行权限吗？</translation>
    </message>
    <message>
        <source>There is no program “%1” in the search path. Give its path, or install it.</source>
        <translation>搜索路径中没有程序“%1”。请填写它的路径，或先安装它。</translation>
    </message>
    <message>
        <source>Say what to run, for example: python3 train.py</source>
        <translation>请填写要运行的命令，例如：python3 train.py</translation>
    </message>
    <message>
        <source>%1 is not in this folder. Choose the folder that it is in.</source>
        <translation>%1 不在此文件夹中。请选择它所在的文件夹。</translation>
    </message>
    <message>
        <source>%1 is no folder.</source>
        <translation>%1 不是文件夹。</translation>
    </message>
    <message>
        <source>“%1” is no variable. Write NAME=value, with quotes around blanks.</source>
        <translation>“%1”不是变量。请写成 NAME=value，含空格时加引号。</translation>
    </message>
    <message>
        <source>%1 is a folder; give the session a name.</source>
        <translation>%1 是文件夹；请给会话取个文件名。</translation>
    </message>
    <message>
        <source>%1 cannot be written; choose another folder.</source>
        <translation>%1 无法写入；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>%1 is just being recorded into; give the session another name.</source>
        <translation>正在向 %1 采集；请给会话换个名字。</translation>
    </message>
    <message>
        <source>Choose the program that is recorded.</source>
        <translation>请选择要采集的程序。</translation>
    </message>
    <message>
        <source>A running program is on one host or in one container; leave the others out.</source>
        <translation>正在运行的程序只在一台主机或一个容器中；请去掉其余的。</translation>
    </message>
    <message>
        <source>A capture is a session: write %1.lanes. File &gt; Export makes other formats of it.</source>
        <translation>采集的结果是会话：请写 %1.lanes。之后可用“文件 &gt; 导出”转成其他格式。</translation>
    </message>
    <message>
        <source>%1 is there and is no session; give this one another name.</source>
        <translation>%1 已存在且不是会话；请换一个名称。</translation>
    </message>
    <message>
        <source>“%1” is no target. Write ssh:HOST, docker:NAME, podman:NAME, kubectl:POD or docker-image:IMAGE; nothing for this machine.</source>
        <translation>“%1”不是目标。请写 ssh:HOST、docker:NAME、podman:NAME、kubectl:POD 或 docker-image:IMAGE；留空表示本机。</translation>
    </message>
    <message>
        <source>An image runs nothing yet; write docker:NAME or podman:NAME of a container.</source>
        <translation>镜像中还没有程序在运行；请写容器的 docker:NAME 或 podman:NAME。</translation>
    </message>
</context>
<context>
    <name>CompareTable</name>
    <message>
        <source>same</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>变慢</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>变快</translation>
    </message>
    <message>
        <source>only in B</source>
        <translation>仅 B 有</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅 A 有</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>All rows sum to the difference of the totals</source>
        <translation>所有行之和等于总量之差</translation>
    </message>
    <message>
        <source>less    more</source>
        <translation>更少    更多</translation>
    </message>
    <message>
        <source>The difference as a bar, and what it may be at 95 %</source>
        <translation>以条形显示差异，及其 95 % 区间</translation>
    </message>
    <message>
        <source>The difference may be so much more or less, as steps vary</source>
        <translation>随各步波动，差异可能多或少这么多</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>结论</translation>
    </message>
</context>
<context>
    <name>DetailsPages</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>sums to the range</source>
        <translation>合计为该范围</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>最耗时的核函数</translation>
    </message>
    <message>
        <source>Top operators</source>
        <translation>最耗时的算子</translation>
    </message>
    <message>
        <source>device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>own CPU time</source>
        <translation>自身 CPU 时间</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Recorded by</source>
        <translation>采集工具</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Gap on %1</source>
        <translation>%1 上的空闲</translation>
    </message>
    <message>
        <source>Idle for %1</source>
        <translation>空闲 %1</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Counter, %1</source>
        <translation>计数器，%1</translation>
    </message>
    <message>
        <source>Memory freed</source>
        <translation>内存释放</translation>
    </message>
    <message>
        <source>Memory allocated</source>
        <translation>内存分配</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Holds for</source>
        <translation>持续</translation>
    </message>
    <message>
        <source>Smallest</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Lifetime</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>not freed</source>
        <translation>未释放</translation>
    </message>
    <message>
        <source>Allocated then</source>
        <translation>当时已分配</translation>
    </message>
    <message>
        <source>At</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Reserved then</source>
        <translation>当时已保留</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Holds</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>Allocated at</source>
        <translation>分配于</translation>
    </message>
    <message>
        <source>before recording began</source>
        <translation>采集开始之前</translation>
    </message>
    <message>
        <source>Freed at</source>
        <translation>释放于</translation>
    </message>
    <message>
        <source>not in this recording</source>
        <translation>不在本次采集中</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Mean step</source>
        <translation>平均步长时间</translation>
    </message>
    <message>
        <source>sums to the step</source>
        <translation>合计为该步</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>Same name</source>
        <translation>同名事件</translation>
    </message>
    <message>
        <source>Since the last</source>
        <translation>距上一个</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>原始记录</translation>
    </message>
    <message>
        <source>Belongs to</source>
        <translation>所属</translation>
    </message>
    <message>
        <source>the whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>its process</source>
        <translation>所在进程</translation>
    </message>
    <message>
        <source>its thread</source>
        <translation>所在线程</translation>
    </message>
    <message>
        <source>GPU %1 of rank %2</source>
        <translation>rank %2 的 GPU %1</translation>
    </message>
    <message>
        <source>No activity</source>
        <translation>无活动</translation>
    </message>
</context>
<context>
    <name>DetailsText</name>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation>序列号</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>GPU 上</translation>
    </message>
    <message>
        <source>After launch</source>
        <translation>启动之后</translation>
    </message>
    <message>
        <source>, backward</source>
        <translation>，反向</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 上的%1</translation>
    </message>
    <message>
        <source>%1th</source>
        <comment>a rank</comment>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>%1st</source>
        <comment>a rank</comment>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>%1nd</source>
        <comment>a rank</comment>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>%1rd</source>
        <comment>a rank</comment>
        <translation>第 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <comment>6th of 34</comment>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>Arrow</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1，来自 %2</translation>
    </message>
    <message>
        <source>Python stack of the forward</source>
        <translation>前向的 Python 调用栈</translation>
    </message>
    <message>
        <source>Python stack</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Blocks / SM</source>
        <translation>每 SM 块数</translation>
    </message>
    <message>
        <source>Warps / SM</source>
        <translation>每 SM 线程束</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message numerus="yes">
        <source>%n multiprocessors</source>
        <translation>
            <numerusform>%n 个流式多处理器</numerusform>
        </translation>
    </message>
    <message>
        <source>capability %1.%2</source>
        <translation>计算能力 %1.%2</translation>
    </message>
</context>
<context>
    <name>DoctorTable</name>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>good</source>
        <translation>正常</translation>
    </message>
    <message>
        <source>limited</source>
        <translation>受限</translation>
    </message>
    <message>
        <source>broken</source>
        <translation>故障</translation>
    </message>
</context>
<context>
    <name>DoctorText</name>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>System</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>GPU profiling</source>
        <translation>GPU 性能分析</translation>
    </message>
    <message>
        <source>CUDA in the program</source>
        <translation>程序中的 CUDA</translation>
    </message>
    <message>
        <source>Recording of kernels</source>
        <translation>核函数的采集</translation>
    </message>
    <message>
        <source>Python and torch</source>
        <translation>Python 与 torch</translation>
    </message>
    <message>
        <source>Probe</source>
        <translation>探针</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Disk of %1</source>
        <translation>磁盘：%1</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开的文件</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Container</source>
        <translation>容器</translation>
    </message>
    <message>
        <source>there is no NVIDIA GPU here, or none is passed in</source>
        <translation>这里没有 NVIDIA GPU，或没有传入容器</translation>
    </message>
    <message>
        <source>There is no GPU work to record; operators, stacks and memory are.</source>
        <translation>没有 GPU 工作可采集；算子、调用栈和内存照常采集。</translation>
    </message>
    <message>
        <source>On a machine with a GPU: install its driver; in a container: %1</source>
        <translation>在有 GPU 的机器上：安装其驱动；在容器中：%1</translation>
    </message>
    <message>
        <source>utilisation, memory, power, clocks, ten times a second</source>
        <translation>利用率、显存、功耗、时钟频率，每秒十次</translation>
    </message>
    <message>
        <source>it does not answer</source>
        <translation>没有回答</translation>
    </message>
    <message>
        <source>No curves of the GPU&apos;s utilisation, memory and power.</source>
        <translation>没有 GPU 利用率、显存和功耗的曲线。</translation>
    </message>
    <message>
        <source>It comes with the driver; in a container: %1</source>
        <translation>它随驱动提供；在容器中：%1</translation>
    </message>
    <message>
        <source>Nothing can be said of the program.</source>
        <translation>无法对该程序作出判断。</translation>
    </message>
    <message>
        <source>of the host, through WSL</source>
        <translation>来自宿主机，经由 WSL</translation>
    </message>
    <message>
        <source>there is a device, /proc says nothing of its driver</source>
        <translation>有设备，但 /proc 没有其驱动的信息</translation>
    </message>
    <message>
        <source>NVIDIA of unknown version</source>
        <translation>NVIDIA，版本未知</translation>
    </message>
    <message>
        <source>%1, but no device is passed in</source>
        <translation>%1，但没有传入设备</translation>
    </message>
    <message>
        <source>Nothing here can use the GPU.</source>
        <translation>这里没有程序能使用该 GPU。</translation>
    </message>
    <message>
        <source>for everybody</source>
        <translation>所有人可用</translation>
    </message>
    <message>
        <source>for administrators, as this is</source>
        <translation>仅管理员可用，当前用户即是</translation>
    </message>
    <message>
        <source>for administrators only</source>
        <translation>仅管理员可用</translation>
    </message>
    <message>
        <source>Some drivers refuse kernels and copies to others, and all refuse the performance counters.</source>
        <translation>有些驱动不向其他人提供核函数和拷贝，且都不提供性能计数器。</translation>
    </message>
    <message>
        <source>then reboot; in a container: docker run --cap-add=SYS_ADMIN IMAGE; or record as root</source>
        <translation>然后重启；在容器中：docker run --cap-add=SYS_ADMIN IMAGE；或以 root 身份采集</translation>
    </message>
    <message>
        <source>then reboot; or record as root</source>
        <translation>然后重启；或以 root 身份采集</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>%1, limited to %2 of memory</source>
        <translation>%1，内存上限 %2</translation>
    </message>
    <message>
        <source>the driver&apos;s capabilities are &apos;%1&apos;, without utility</source>
        <translation>驱动能力为“%1”，不含 utility</translation>
    </message>
    <message>
        <source>NVML is not passed in: no curves of utilisation, power and memory.</source>
        <translation>未传入 NVML：没有利用率、功耗和显存的曲线。</translation>
    </message>
    <message>
        <source>perf_event_paranoid is %1</source>
        <translation>perf_event_paranoid 为 %1</translation>
    </message>
    <message>
        <source>this kernel has none</source>
        <translation>此内核没有</translation>
    </message>
    <message>
        <source>%1, which does not bind this user</source>
        <translation>%1，但不限制当前用户</translation>
    </message>
    <message>
        <source>Lanescope does without; perf and tools that use it cannot watch the program beside it.</source>
        <translation>Lanescope 不需要它；perf 及使用它的工具无法同时观察程序。</translation>
    </message>
    <message>
        <source>ptrace_scope is %1</source>
        <translation>ptrace_scope 为 %1</translation>
    </message>
    <message>
        <source>Programs that run already cannot be attached to; what Lanescope starts is recorded all the same.</source>
        <translation>无法附加到已在运行的程序；由 Lanescope 启动的照常采集。</translation>
    </message>
    <message>
        <source>sudo sysctl kernel.yama.ptrace_scope=0, or sudo lanescope attach PID</source>
        <translation>sudo sysctl kernel.yama.ptrace_scope=0，或 sudo lanescope attach PID</translation>
    </message>
    <message>
        <source>A reboot without ptrace_scope=3: this kernel does not take it back.</source>
        <translation>重启且不设 ptrace_scope=3：此内核不允许撤销。</translation>
    </message>
    <message>
        <source>/dev/shm has %1 free</source>
        <translation>/dev/shm 剩余 %1</translation>
    </message>
    <message>
        <source>there is no /dev/shm</source>
        <translation>没有 /dev/shm</translation>
    </message>
    <message>
        <source>The buffers go to $TMPDIR or /tmp, onto a disk perhaps: records may be lost.</source>
        <translation>缓冲区改放在 $TMPDIR 或 /tmp，可能在磁盘上：记录可能丢失。</translation>
    </message>
    <message>
        <source>The buffers of many threads are small there: busy ones may lose records.</source>
        <translation>那里许多线程的缓冲区较小：繁忙的线程可能丢失记录。</translation>
    </message>
    <message>
        <source>or outside of a container: %1</source>
        <translation>或在容器之外：%1</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>The processor&apos;s counter is not trusted here: the kernel is asked for the time, which takes longer.</source>
        <translation>这里不信任处理器的计数器：改向内核询问时间，用时更长。</translation>
    </message>
    <message>
        <source>Nothing to do on most virtual machines; else boot with tsc=reliable.</source>
        <translation>多数虚拟机上无须处理；否则以 tsc=reliable 启动。</translation>
    </message>
    <message>
        <source>%1 allowed</source>
        <translation>允许 %1 个</translation>
    </message>
    <message>
        <source>Each recorded thread takes one in the recorder: programs with many threads lose some.</source>
        <translation>每个被采集的线程在采集器中占用一个：线程很多的程序会丢失一部分。</translation>
    </message>
    <message>
        <source>A session cannot be written there.</source>
        <translation>那里无法写入会话。</translation>
    </message>
    <message>
        <source>%1/s, %2 free</source>
        <translation>%1/s，剩余 %2</translation>
    </message>
    <message>
        <source>A busy program writes more than that: what the disk does not take is left out, and counted.</source>
        <translation>繁忙的程序写得更快：磁盘来不及写的会略去并计数。</translation>
    </message>
    <message>
        <source>%1, driver for CUDA %2</source>
        <translation>%1，驱动支持 CUDA %2</translation>
    </message>
    <message>
        <source>the program ended on its way there</source>
        <translation>程序在此之前已结束</translation>
    </message>
    <message>
        <source>torch itself reaches no GPU: there is no GPU work to record.</source>
        <translation>torch 自身无法使用 GPU：没有可采集的 GPU 内容。</translation>
    </message>
    <message>
        <source>nvidia-smi says whether the driver works; in a container: %1</source>
        <translation>nvidia-smi 可说明驱动是否正常；在容器中：%1</translation>
    </message>
    <message>
        <source>none is in the program</source>
        <translation>程序中没有</translation>
    </message>
    <message>
        <source>GPU work is not recorded.</source>
        <translation>不采集 GPU 工作。</translation>
    </message>
    <message>
        <source>or set CUDA_HOME to a toolkit of the program&apos;s CUDA</source>
        <translation>或将 CUDA_HOME 设为程序所用 CUDA 的工具包</translation>
    </message>
    <message>
        <source>older than 13, %1</source>
        <translation>早于 13，%1</translation>
    </message>
    <message>
        <source>Below 13.4 update 1 the program&apos;s memory grows while it is recorded: record minutes, not hours.</source>
        <translation>低于 13.4 update 1 时，采集期间程序的内存会增长：请采集几分钟，而不是几小时。</translation>
    </message>
    <message>
        <source>%1 Below 13.3 update 1 two profilers that both subscribe can crash a program.</source>
        <translation>%1低于 13.3 update 1 时，两个同时订阅的分析器可能使程序崩溃。</translation>
    </message>
    <message>
        <source>A torch that brings a newer libcupti; it is the program&apos;s own, so ours cannot take its place.</source>
        <translation>换用自带较新 libcupti 的 torch；它属于程序自身，不能由我们的代替。</translation>
    </message>
    <message>
        <source>works, no other profiler is subscribed</source>
        <translation>正常，没有其他分析器订阅</translation>
    </message>
    <message>
        <source>Kernels, copies and calls into CUDA are missing; operators are recorded.</source>
        <translation>缺少核函数、拷贝和 CUDA 调用；算子照常采集。</translation>
    </message>
    <message>
        <source>Run the program without its other profiler: Nsight that started it (nsys, ncu), Proton, or that of JAX or TensorFlow.</source>
        <translation>请不要同时使用程序的其他分析器：启动它的 Nsight（nsys、ncu）、Proton，或 JAX、TensorFlow 的分析器。</translation>
    </message>
    <message>
        <source>The sentence says what is missing.</source>
        <translation>缺少什么见该句。</translation>
    </message>
    <message>
        <source>It did not run as far as its first line.</source>
        <translation>没有运行到第一行。</translation>
    </message>
    <message>
        <source>Only CPython is recorded, not %1.</source>
        <translation>只能采集 CPython，不能采集 %1。</translation>
    </message>
    <message>
        <source>Run the program with CPython 3.9 to 3.14.</source>
        <translation>请用 CPython 3.9 至 3.14 运行程序。</translation>
    </message>
    <message>
        <source>calibrated: operators, arguments, stacks and memory</source>
        <translation>已校准：算子、参数、调用栈和内存</translation>
    </message>
    <message>
        <source>no operator was recorded</source>
        <translation>没有采集到算子</translation>
    </message>
    <message>
        <source>the next best way: %1</source>
        <translation>次优的方式：%1</translation>
    </message>
    <message>
        <source>The probe did not come into the program: it was started without our PYTHONPATH.</source>
        <translation>探针没有进入程序：启动时没有我们的 PYTHONPATH。</translation>
    </message>
    <message>
        <source>Start the program without -I, -E and -S and with the environment of the recorder; else report the sentence.</source>
        <translation>启动程序时不要用 -I、-E 和 -S，并使用采集器的环境；否则请报告该句。</translation>
    </message>
    <message>
        <source>this torch is built without</source>
        <translation>此 torch 构建时不含 CUDA</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>%1 is not on this machine.</source>
        <translation>%1 不在本机上。</translation>
    </message>
    <message>
        <source>The editor “%1” could not be started; choose another in the settings.</source>
        <translation>编辑器“%1”无法启动；请在设置中选择其他编辑器。</translation>
    </message>
</context>
<context>
    <name>FarComplaint</name>
    <message>
        <source>Permission denied by %1: no key, password or passphrase was the right one.</source>
        <translation>%1 拒绝访问：没有正确的密钥、密码或口令。</translation>
    </message>
    <message>
        <source>%1 is not the host that it was: its key has changed.</source>
        <translation>%1 不再是原来的主机：它的密钥已改变。</translation>
    </message>
    <message>
        <source>If it was installed anew, compare its new key with whoever runs it, then forget the old one:</source>
        <translation>若它重装过系统，请先与管理员核对新密钥，再移除旧密钥：</translation>
    </message>
    <message>
        <source>There is no host %2.</source>
        <translation>没有主机 %2。</translation>
    </message>
    <message>
        <source>Is the name right, or is it in ~/.ssh/config?</source>
        <translation>名称是否正确，是否在 ~/.ssh/config 中？</translation>
    </message>
    <message>
        <source>%1 cannot be reached: connection refused.</source>
        <translation>无法连接 %1：连接被拒绝。</translation>
    </message>
    <message>
        <source>Does sshd run there, at this port?</source>
        <translation>sshd 是否在该端口运行？</translation>
    </message>
    <message>
        <source>%1 cannot be reached: it does not answer.</source>
        <translation>无法连接 %1：没有应答。</translation>
    </message>
    <message>
        <source>Is it on, and is a jump host needed?</source>
        <translation>它是否开机，是否需要跳板机？</translation>
    </message>
    <message>
        <source>The collector cannot be copied to %1.</source>
        <translation>采集器无法复制到 %1。</translation>
    </message>
    <message>
        <source>Is there room in its ~/.cache? tar and sha256sum are needed, too.</source>
        <translation>其 ~/.cache 是否还有空间？还需要 tar 和 sha256sum。</translation>
    </message>
    <message>
        <source>You may not use %3 on this machine.</source>
        <translation>您在本机上无权使用 %3。</translation>
    </message>
    <message>
        <source>Is your user in its group?</source>
        <translation>您的用户是否在其用户组中？</translation>
    </message>
    <message>
        <source>%1 cannot be reached: no such container.</source>
        <translation>无法连接 %1：没有这个容器。</translation>
    </message>
    <message>
        <source>Which ones run:</source>
        <translation>查看运行中的：</translation>
    </message>
    <message>
        <source>%1 cannot be reached: there is no such pod.</source>
        <translation>无法连接 %1：没有这个 Pod。</translation>
    </message>
</context>
<context>
    <name>FileDialogs</name>
    <message>
        <source>Open sessions or traces</source>
        <translation>打开会话或跟踪文件</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png)</source>
        <translation>图片 (*.png)</translation>
    </message>
    <message>
        <source>%1 could not be written; choose another folder.</source>
        <translation>%1 无法写入；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Sessions and traces (%1);;All files (*)</source>
        <translation>会话和跟踪文件 (%1);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>FlameScene</name>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 次调用</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FlowPainter</name>
    <message>
        <source>Launch  %1 earlier</source>
        <translation>启动  早 %1</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>晚 %1</translation>
    </message>
    <message>
        <source>Backward  %1 later</source>
        <translation>反向  晚 %1</translation>
    </message>
    <message>
        <source>Forward  %1 earlier</source>
        <translation>前向  早 %1</translation>
    </message>
    <message>
        <source>Target  %1 later</source>
        <translation>目标  晚 %1</translation>
    </message>
    <message>
        <source>Origin  %1 earlier</source>
        <translation>来源  早 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 个核函数</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FollowSession</name>
    <message>
        <source>%1 is still empty.</source>
        <translation>%1 中还没有内容。</translation>
    </message>
</context>
<context>
    <name>GapPage</name>
    <message>
        <source>The host waited</source>
        <translation>主机在等待</translation>
    </message>
    <message>
        <source>The host copied or allocated</source>
        <translation>主机在复制或分配</translation>
    </message>
    <message>
        <source>Waiting for DataLoader</source>
        <translation>等待 DataLoader</translation>
    </message>
    <message>
        <source>Calls of the runtime</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Operators ran on the host</source>
        <translation>主机在执行算子</translation>
    </message>
    <message>
        <source>Python ran</source>
        <translation>Python 在运行</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Launched, waited in the queue</source>
        <translation>已启动，在队列中等待</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>All gaps</source>
        <translation>所有空闲</translation>
    </message>
    <message>
        <source>Most likely</source>
        <translation>最可能</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未采集</translation>
    </message>
    <message>
        <source>Activity during the gap</source>
        <translation>空隙期间的活动</translation>
    </message>
    <message>
        <source>sums to the gap</source>
        <translation>合计为该空闲</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>From</source>
        <translation>从</translation>
    </message>
    <message>
        <source>To</source>
        <translation>到</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Cause chain</source>
        <translation>因果链</translation>
    </message>
    <message>
        <source>from the gap to its cause</source>
        <translation>从空隙追溯到原因</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>The device was idle</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>nothing ran on %1</source>
        <translation>%1 上没有工作</translation>
    </message>
    <message>
        <source>Waited for a launch</source>
        <translation>等待启动</translation>
    </message>
    <message>
        <source>Waited in the queue</source>
        <translation>在队列中等待</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>the operator around it</source>
        <translation>外层算子</translation>
    </message>
    <message>
        <source>from the stack</source>
        <translation>来自调用栈</translation>
    </message>
    <message>
        <source>Launching thread</source>
        <translation>启动线程</translation>
    </message>
    <message>
        <source>Largest gaps of this row</source>
        <translation>此行最长的空闲</translation>
    </message>
    <message>
        <source>start, length</source>
        <translation>开始，长度</translation>
    </message>
    <message>
        <source>%1, confidence %2</source>
        <translation>%1，置信度 %2</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么做</translation>
    </message>
    <message>
        <source>see Advice</source>
        <translation>见“建议”</translation>
    </message>
</context>
<context>
    <name>GapTable</name>
    <message>
        <source>the whole device</source>
        <translation>整个设备</translation>
    </message>
    <message>
        <source>GPU %1, %2</source>
        <translation>GPU %1，%2</translation>
    </message>
    <message>
        <source>Rank %1, %2</source>
        <translation>Rank %1，%2</translation>
    </message>
    <message>
        <source>%1 of the gap</source>
        <translation>占空隙的 %1</translation>
    </message>
</context>
<context>
    <name>GraphTable</name>
    <message>
        <source>replay %1</source>
        <translation>第 %1 次重放</translation>
    </message>
</context>
<context>
    <name>HeaderPainter</name>
    <message>
        <source>Outer frames</source>
        <translation>外层帧</translation>
    </message>
</context>
<context>
    <name>InstantPainter</name>
    <message numerus="yes">
        <source>%1 instants</source>
        <translation>
            <numerusform>%1 个瞬时事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Kinds</name>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>User range</source>
        <translation>用户区间</translation>
    </message>
    <message>
        <source>Python function</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Runtime call</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Memory copy</source>
        <translation>内存拷贝</translation>
    </message>
    <message>
        <source>Memory set</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>Device wait</source>
        <translation>设备等待</translation>
    </message>
    <message>
        <source>Range on the device</source>
        <translation>设备上的区间</translation>
    </message>
    <message>
        <source>Profiling overhead</source>
        <translation>性能分析开销</translation>
    </message>
    <message>
        <source>Garbage collection</source>
        <translation>垃圾回收</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Autograd</source>
        <translation>自动求导</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Matmul / conv</source>
        <translation>矩阵乘 / 卷积</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Norm / reduce</source>
        <translation>归一化 / 归约</translation>
    </message>
    <message>
        <source>Elementwise</source>
        <translation>逐元素</translation>
    </message>
    <message>
        <source>Copy / set</source>
        <translation>拷贝 / 填充</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>LanePainter</name>
    <message numerus="yes">
        <source>%n frames fill the view</source>
        <translation>
            <numerusform>%n 帧贯穿视野</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LivePainter</name>
    <message>
        <source>Following</source>
        <translation>正在跟随</translation>
    </message>
    <message>
        <source>End %1 ahead</source>
        <translation>末尾在前方 %1</translation>
    </message>
    <message>
        <source>Follow the end</source>
        <translation>跟随末尾</translation>
    </message>
</context>
<context>
    <name>MarkTable</name>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Yours can be renamed and removed; the recording&apos;s stay as they are</source>
        <translation>自己的标记可以重命名和移除；录制中的保持不变</translation>
    </message>
    <message>
        <source>no name</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>you</source>
        <translation>自己</translation>
    </message>
    <message>
        <source>the recording</source>
        <translation>录制</translation>
    </message>
</context>
<context>
    <name>MemoryText</name>
    <message>
        <source>before recording began</source>
        <translation>采集开始之前</translation>
    </message>
    <message>
        <source>outside operators</source>
        <translation>算子之外</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>scalars only</source>
        <translation>仅标量</translation>
    </message>
</context>
<context>
    <name>ModuleTable</name>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>From call to return, with the modules inside</source>
        <translation>从调用到返回，含内部模块</translation>
    </message>
    <message>
        <source>Host self</source>
        <translation>主机自身</translation>
    </message>
    <message>
        <source>Without the modules inside</source>
        <translation>不含内部模块</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Device work launched inside; solid: by its own operators</source>
        <translation>其内部启动的设备工作；实心：由自身算子启动</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Part of all device time in modules; without a device, of host time</source>
        <translation>占所有模块设备时间的比例；无设备时占主机时间</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Memory allocated inside</source>
        <translation>其内部分配的内存</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Device time of the backward pass; without a device, its host time</source>
        <translation>反向传播的设备时间；没有设备时为主机时间</translation>
    </message>
</context>
<context>
    <name>NoteText</name>
    <message>
        <source>%1 This one: %2; %3 other has the rest.</source>
        <translation>%1其中这一处：%2；其余在另外 %3 处。</translation>
    </message>
    <message>
        <source>%1 This one: %2; %3 others have the rest.</source>
        <translation>%1其中这一处：%2；其余在另外 %3 处。</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>进程 %1</translation>
    </message>
    <message>
        <source>Process %1: %2</source>
        <translation>进程 %1：%2</translation>
    </message>
    <message>
        <source>Events with raw quotes or line breaks in their texts are no valid JSON; they were mended.</source>
        <translation>文本中含有原始引号或换行的事件不是合法的 JSON；已修复。</translation>
    </message>
    <message>
        <source>Events that could not be mended are left out.</source>
        <translation>无法修复的事件已略去。</translation>
    </message>
    <message>
        <source>Text between events that belongs to no event was skipped.</source>
        <translation>事件之间不属于任何事件的文本已跳过。</translation>
    </message>
    <message>
        <source>Values written as bare nan or inf, which JSON does not know, were kept.</source>
        <translation>写成裸 nan 或 inf 的值（JSON 没有这种写法）已保留。</translation>
    </message>
    <message>
        <source>Slices with a negative duration are shown with none.</source>
        <translation>时长为负的片段按无时长显示。</translation>
    </message>
    <message>
        <source>Complete events (X) without a readable duration are shown with none.</source>
        <translation>时长无法读取的完整事件（X）按无时长显示。</translation>
    </message>
    <message>
        <source>Times or durations beyond 73 years were cut to that.</source>
        <translation>超过 73 年的时间或时长已截断到该值。</translation>
    </message>
    <message>
        <source>Events without a readable time cannot be shown on the timeline.</source>
        <translation>时间无法读取的事件不能显示在时间线上。</translation>
    </message>
    <message>
        <source>Events of a phase that the format does not name are kept but not shown.</source>
        <translation>阶段不在格式规定之内的事件已保留，但不显示。</translation>
    </message>
    <message>
        <source>Object events (N, O, D) are kept but not shown.</source>
        <translation>对象事件（N、O、D）已保留，但不显示。</translation>
    </message>
    <message>
        <source>Events with too many different argument keys keep them as one text.</source>
        <translation>参数键过多的事件将其保留为一段文本。</translation>
    </message>
    <message>
        <source>Commas were missing between events.</source>
        <translation>事件之间缺少逗号。</translation>
    </message>
    <message>
        <source>The file ends in the middle: its last event, or the bracket or brace that closes it, is missing.</source>
        <translation>文件在中途结束：缺少最后一个事件，或结尾的方括号或花括号。</translation>
    </message>
    <message>
        <source>Metadata beside the events is no valid JSON; it was mended or left out.</source>
        <translation>事件之外的元数据不是合法的 JSON；已修复或略去。</translation>
    </message>
    <message>
        <source>Ends (E, e) without a begin are kept but not shown.</source>
        <translation>没有开始的结束事件（E、e）已保留，但不显示。</translation>
    </message>
    <message>
        <source>Slices that never end reach to the end of the one around them, or of the trace.</source>
        <translation>没有结束的片段延伸到外层片段或整个跟踪的末尾。</translation>
    </message>
    <message>
        <source>Work starts on a device before its launch: the clocks disagree.</source>
        <translation>设备上的工作早于其启动：时钟不一致。</translation>
    </message>
    <message>
        <source>Several arrows start with the same id; their ends belong to the last before them.</source>
        <translation>多个箭头以同一 id 开始；其终点归于之前最近的一个。</translation>
    </message>
    <message>
        <source>The trace is larger than the memory that it may take; the rest was not read.</source>
        <translation>跟踪文件大于允许占用的内存；其余部分未读取。</translation>
    </message>
    <message>
        <source>Events without any field are kept but not shown.</source>
        <translation>没有任何字段的事件已保留，但不显示。</translation>
    </message>
    <message>
        <source>The file holds several lists of events; they are read as one.</source>
        <translation>文件含有多个事件列表；按一个读取。</translation>
    </message>
    <message>
        <source>Slices inside more than 65,536 others of their thread, or beside as many, are left out.</source>
        <translation>嵌套或并列超过 65,536 层的片段已略去。</translation>
    </message>
    <message>
        <source>The file is still being read: only the longest slices of what has been read are shown.</source>
        <translation>文件仍在读取：只显示已读部分中最长的片段。</translation>
    </message>
    <message>
        <source>Texts hold bytes that are no UTF-8 (often a character cut in two); they are shown as U+FFFD.</source>
        <translation>文本含有不是 UTF-8 的字节（常为被截断的字符）；显示为 U+FFFD。</translation>
    </message>
    <message>
        <source>Texts hold raw control characters, which JSON does not allow; they were kept.</source>
        <translation>文本含有 JSON 不允许的原始控制字符；已保留。</translation>
    </message>
    <message>
        <source>The file could be read only in part: %1.</source>
        <translation>文件只能读取一部分：%1。</translation>
    </message>
    <message>
        <source>The clock of %1 cannot be aligned with the first rank&apos;s: one of the two names no origin. Do not compare its times with the others&apos;.</source>
        <translation>%1 的时钟无法与第一个 rank 的时钟对齐：两者之一没有给出起点。不要把它的时间与其他 rank 比较。</translation>
    </message>
    <message>
        <source>Only a range of the session was kept; events that reached beyond it were cut there, so they took longer than is said here.</source>
        <translation>只保留了会话的一段；越出这一段的事件已在边界截断，实际用时比这里所示更长。</translation>
    </message>
    <message>
        <source>Memory events or samples of counters stood behind later ones; they were put where they belong</source>
        <translation>内存事件或计数器采样排在了更晚的之后；已移到应在的位置</translation>
    </message>
    <message>
        <source>Parts of the session are missing</source>
        <translation>会话有部分缺失</translation>
    </message>
    <message>
        <source>A part of the session does not match its checksum and was skipped</source>
        <translation>会话有一部分与校验和不符，已跳过</translation>
    </message>
    <message>
        <source>Parts of the session are of a kind that this Lanescope does not know</source>
        <translation>会话含有此版本 Lanescope 不认识的部分</translation>
    </message>
    <message>
        <source>The session is larger than the memory that it may take; the rest was not read</source>
        <translation>会话大于允许占用的内存；其余部分未读取</translation>
    </message>
    <message>
        <source>An arrow leads to or from a slice that is missing</source>
        <translation>有箭头的起点或终点片段缺失</translation>
    </message>
    <message>
        <source>The session was not closed: it is still being recorded, or its recorder was killed; everything that stands in the file was read</source>
        <translation>会话没有关闭：仍在采集，或采集器被终止；文件中的内容已全部读取</translation>
    </message>
    <message>
        <source>The session has no end: it was cut, or is still being recorded</source>
        <translation>会话没有结尾：被截断，或仍在采集</translation>
    </message>
    <message>
        <source>The file ends inside a part of the session</source>
        <translation>文件在会话的某一部分中间结束</translation>
    </message>
    <message>
        <source>Times of some processes are those of clocks of their own: they cannot be compared with others</source>
        <translation>某些进程的时间来自各自的时钟：不能与其他进程比较</translation>
    </message>
    <message>
        <source>Texts of more than 32 MiB were cut</source>
        <translation>超过 32 MiB 的文本已截断</translation>
    </message>
    <message>
        <source>Older events were dropped to make room: the session is complete from %1 after the recording&apos;s start on</source>
        <translation>为容纳最新的事件，较早的已舍弃：自采集开始后 %1 起的内容完整</translation>
    </message>
    <message>
        <source>The recording was paused: what happened meanwhile is not in it, and memory that was freed meanwhile counts as alive.</source>
        <translation>采集曾暂停：其间发生的事不在其中，其间释放的内存仍计为占用。</translation>
    </message>
    <message>
        <source>All processes are recorded. There were so many that only the first ones have arguments, versions and states among the properties.</source>
        <translation>全部进程都已采集。进程过多，只有最前面几个的属性中有参数、版本和状态。</translation>
    </message>
    <message>
        <source>Processes were not recorded: %1.</source>
        <translation>有进程未采集：%1。</translation>
    </message>
    <message>
        <source>%1 had no room even for their names</source>
        <translation>%1 连它们的名称都放不下</translation>
    </message>
    <message>
        <source>Scalar arguments of operators were left out: there were too many different ones.</source>
        <translation>算子的标量参数已略去：不同的值太多。</translation>
    </message>
    <message>
        <source>The disk was slower than the program: slices and memory changes were left out.</source>
        <translation>磁盘比程序慢：部分片段和内存变化已略去。</translation>
    </message>
    <message>
        <source>Slices came when later ones of their track had been written: they stand beside it, on a track &quot;(late)&quot;.</source>
        <translation>有片段到达时其轨道上更晚的已经写出：它们显示在旁边的“(late)”轨道上。</translation>
    </message>
    <message>
        <source>Only work inside of %1 was recorded (--where). The row &quot;Outside of the filter&quot; shows the rest of the time. Memory that was freed outside counts as alive.</source>
        <translation>只采集了 %1 之内的工作（--where）。“过滤器之外”一行显示其余时段。在外面释放的内存仍计为占用。</translation>
    </message>
    <message>
        <source>Utilisation, power and memory of the GPU were not recorded: %1; it comes with the driver (containers: NVIDIA_DRIVER_CAPABILITIES with &quot;utility&quot;).</source>
        <translation>未采集 GPU 的利用率、功耗和显存：%1；它随驱动提供（容器：NVIDIA_DRIVER_CAPABILITIES 须含“utility”）。</translation>
    </message>
    <message>
        <source>GPU %1 is split (MIG): its curves show the whole GPU, and utilisation is not available.</source>
        <translation>GPU %1 已划分（MIG）：曲线是整个设备的，没有利用率曲线。</translation>
    </message>
    <message>
        <source>Samples of the GPU&apos;s counters made no sense.</source>
        <translation>GPU 计数器的部分采样没有意义。</translation>
    </message>
    <message>
        <source>The GPU of process %1 is played: its kernels compute nothing, and their times are those of a model, not of a device.</source>
        <translation>进程 %1 的 GPU 是模拟的：其核函数不做计算，时间来自模型而非设备。</translation>
    </message>
    <message>
        <source>The vendor&apos;s library had no room for records of devices of process %1.</source>
        <translation>厂商的库没有空间存放进程 %1 的设备记录。</translation>
    </message>
    <message>
        <source>Process %1 ended before its devices had delivered all records. Work of its last %2 s may be missing, of so many launches at most.</source>
        <translation>进程 %1 在其设备送达全部记录之前就结束了。最后 %2 秒的工作可能缺失，至多涉及这么多次启动。</translation>
    </message>
    <message>
        <source>Records of devices of process %1 could not be read, or found no room in their buffer.</source>
        <translation>进程 %1 的设备记录无法读取，或缓冲区没有空间。</translation>
    </message>
    <message>
        <source>Records of devices of process %1 had no times, or impossible ones: they are left out.</source>
        <translation>进程 %1 的设备记录没有时间或时间不可能：已略去。</translation>
    </message>
    <message>
        <source>Calls and work of devices of process %1 have no name, for want of room or because the vendor&apos;s library gave none: &quot;(no name)&quot;.</source>
        <translation>进程 %1 的设备调用和工作没有名称，因为空间不足或厂商的库没有给出：“(no name)”。</translation>
    </message>
    <message>
        <source>Records of process %1 name an unknown device or context: they are left out.</source>
        <translation>进程 %1 的记录提到了未曾告知的设备或上下文：已略去。</translation>
    </message>
    <message>
        <source>Neither the call nor the operator is known that launched work of devices of process %1.</source>
        <translation>不知道进程 %1 的设备工作由哪个调用或算子启动。</translation>
    </message>
    <message>
        <source>Calls and work of devices of process %1 were launched outside of what --where names: they are left out.</source>
        <translation>进程 %1 的设备调用和工作在 --where 所指之外启动：已略去。</translation>
    </message>
    <message>
        <source>Work of devices of process %1 began before the call that launched it, by the vendor&apos;s times.</source>
        <translation>按厂商给出的时间，进程 %1 的设备工作早于启动它的调用开始。</translation>
    </message>
    <message>
        <source>Calls of process %1 reached beyond their operator by less than the clock error: they were moved into it.</source>
        <translation>进程 %1 的调用越出其算子的边界，但小于时钟误差：已移入其中。</translation>
    </message>
    <message>
        <source>Calls of process %1 lie outside of the operator that made them, by more than the clock error.</source>
        <translation>进程 %1 的调用在发出它们的算子之外，且超过时钟误差。</translation>
    </message>
    <message>
        <source>Graphs of process %1 had too many nodes to remember where each was captured.</source>
        <translation>进程 %1 的图节点过多，无法记住每个节点的捕获位置。</translation>
    </message>
    <message>
        <source>Devices of process %1 were not recorded for a time: the row &quot;Devices&quot; of the process shows when, and why.</source>
        <translation>进程 %1 的设备有一段时间未采集：该进程的“Devices”一行显示何时以及为何。</translation>
    </message>
    <message>
        <source>The clock of device records of process %1 was set back.</source>
        <translation>进程 %1 的设备记录的时钟被调回过。</translation>
    </message>
    <message>
        <source>Operators turned finite values into NaN or Inf, or received NaN or Inf from elsewhere. First, %1. See the row NaN and Inf of process %2.</source>
        <translation>有算子由有限的值产生了 NaN 或 Inf，或首个这样的值来自别处。最先：%1。见进程 %2 的“NaN 和 Inf”一行。</translation>
    </message>
    <message>
        <source>Operators of process %1 ran so long that they were written to the session before they ended: what they gave back is not there.</source>
        <translation>进程 %1 的算子运行过久，在结束前已写入会话：没有它们的返回值。</translation>
    </message>
    <message>
        <source>Records of %1 were lost because the recorder could not keep up.</source>
        <translation>%1 的记录丢失，因为采集器跟不上。</translation>
    </message>
    <message>
        <source>Bytes in the buffer of %1 were no records.</source>
        <translation>%1 的缓冲区中有不是记录的字节。</translation>
    </message>
    <message>
        <source>Torch could not get memory on %1: see [OutOfMemory] there.</source>
        <translation>Torch 在 %1 上无法获得内存：见该处的 [OutOfMemory]。</translation>
    </message>
    <message>
        <source>Records of %1 made no sense.</source>
        <translation>%1 的记录没有意义。</translation>
    </message>
    <message>
        <source>A file of process %1 could not be read: %2.</source>
        <translation>进程 %1 的一个文件无法读取：%2。</translation>
    </message>
    <message>
        <source>Parts of the trace are not shown: %1.</source>
        <translation>跟踪中有部分内容未显示：%1。</translation>
    </message>
    <message>
        <source>The log does not say when these collectives began: each is drawn to end when it was written. Record with NCCL_INSPECTOR_DUMP_VERBOSE=1.</source>
        <translation>日志没有说明这些集合通信何时开始：每个都画成在写入时结束。请设置 NCCL_INSPECTOR_DUMP_VERBOSE=1 再录制。</translation>
    </message>
    <message>
        <source>NCCL&apos;s inspector dropped collectives: its buffer was full.</source>
        <translation>NCCL inspector 丢弃了集合通信：其缓冲区已满。</translation>
    </message>
    <message>
        <source>Work that graphs replayed has the operator that was captured. The captures are drawn directly before the replays: their times were moved.</source>
        <translation>图重放的工作有了捕获时的算子。捕获画在重放的正前方：其时间已移动。</translation>
    </message>
    <message>
        <source>Work that graphs replayed has no operator: no capture holds the same kernels.</source>
        <translation>图重放的工作没有算子：没有捕获含有相同的核函数。</translation>
    </message>
    <message>
        <source>Work that graphs replayed has no operator: captures with the same kernels name different operators or shapes.</source>
        <translation>图重放的工作没有算子：核函数相同的捕获给出了不同的算子或形状。</translation>
    </message>
    <message>
        <source>Work that graphs replayed was captured outside of operators: only its Python code is known.</source>
        <translation>图重放的工作是在算子之外捕获的：只知道它的 Python 代码。</translation>
    </message>
    <message>
        <source>The captures name no kernels: work that graphs replayed was matched by its place alone.</source>
        <translation>捕获没有给出核函数名：图重放的工作只按位置匹配。</translation>
    </message>
    <message>
        <source>Graphs with the same kernels and operators were captured several times: replays take these captures in turn.</source>
        <translation>核函数和算子相同的图被捕获了多次：重放依次对应这些捕获。</translation>
    </message>
    <message>
        <source>Python stacks of process %1 changed faster than they could be read: some samples show the stack before.</source>
        <translation>进程 %1 的 Python 调用栈变化太快、来不及读取：部分采样显示的是此前的调用栈。</translation>
    </message>
    <message>
        <source>Operators or ranges of %1 ended without a begin.</source>
        <translation>%1 的算子或区间有结束而没有开始。</translation>
    </message>
    <message>
        <source>Threads of %1 were not recorded from their first operator on: %2.</source>
        <translation>%1 的线程没有从第一个算子起采集：%2。</translation>
    </message>
    <message>
        <source>there was no room for their buffers</source>
        <translation>没有空间存放其缓冲区</translation>
    </message>
    <message>
        <source>the program runs as another user by now (setuid), who may not write to the recorder&apos;s folder; record it as that user</source>
        <translation>程序现以其他用户身份运行（setuid），该用户不能写入记录器的文件夹；请以该用户身份采集</translation>
    </message>
    <message>
        <source>the program no longer sees the recorder&apos;s folder (chroot)</source>
        <translation>程序已看不到记录器的文件夹（chroot）</translation>
    </message>
    <message>
        <source>the program&apos;s limit of file size is smaller than a buffer; raise it (ulimit -f)</source>
        <translation>程序的文件大小上限小于一个缓冲区；请调高（ulimit -f）</translation>
    </message>
    <message>
        <source>the program has as many files open as it may; raise the limit (ulimit -n)</source>
        <translation>程序打开的文件数已达上限；请调高（ulimit -n）</translation>
    </message>
    <message>
        <source>The states of threads were not recorded, as more than %1 ran at a time.</source>
        <translation>未采集线程状态，因为同时运行的线程超过 %1 个。</translation>
    </message>
    <message>
        <source>The kernel does not let the recorder read the system calls of threads: /proc/PID/syscall needs a debugger&apos;s rights (kernel.yama.ptrace_scope). Names of kernel functions show what threads wait for, where the kernel shows them.</source>
        <translation>系统内核不允许采集器读取线程的系统调用：/proc/PID/syscall 需要调试器的权限（kernel.yama.ptrace_scope）。线程在等什么由内核函数判断，以其可见为限。</translation>
    </message>
    <message>
        <source>Device work without a recorded launch</source>
        <translation>没有启动记录的设备工作</translation>
    </message>
    <message>
        <source>Operators of the CPU stand on no thread of a host</source>
        <translation>CPU 算子不在任何主机线程上</translation>
    </message>
    <message>
        <source>Operators begin inside another one of their thread and end after it</source>
        <translation>有算子在同一线程的另一个算子之内开始、在其之后结束</translation>
    </message>
    <message>
        <source>Duplicate External ids of operators</source>
        <translation>算子的 External id 重复</translation>
    </message>
    <message>
        <source>Duplicate correlation IDs</source>
        <translation>重复的关联 ID</translation>
    </message>
    <message>
        <source>Duplicate ids of Python functions</source>
        <translation>Python 函数的 id 重复</translation>
    </message>
    <message>
        <source>Arrows begin and lead nowhere</source>
        <translation>有箭头有起点而没有终点</translation>
    </message>
    <message>
        <source>Arrows end that began nowhere</source>
        <translation>有箭头有终点而没有起点</translation>
    </message>
    <message>
        <source>Work starts on a device before its launch, by up to %1 ns</source>
        <translation>设备上的工作早于其启动，最多早 %1 ns</translation>
    </message>
    <message>
        <source>Frees of blocks allocated before recording</source>
        <translation>释放了采集开始前分配的内存块</translation>
    </message>
    <message>
        <source>Python stacks are deeper than 256 frames and lack their outermost</source>
        <translation>Python 调用栈超过 256 帧，缺少最外层</translation>
    </message>
    <message>
        <source>Its time counts; why the device waited for it is not known.</source>
        <translation>其时间计入；不知道设备为何等待。</translation>
    </message>
    <message>
        <source>Callers and self times on that row are wrong.</source>
        <translation>该行的调用者和自身时间有误。</translation>
    </message>
    <message>
        <source>Who called them is not known: self times of both are wrong by the overlap.</source>
        <translation>不知道由谁调用：两者的自身时间因重叠而有误。</translation>
    </message>
    <message>
        <source>Kernels may be counted for the wrong one of those operators.</source>
        <translation>核函数可能计到这些算子中错误的一个。</translation>
    </message>
    <message>
        <source>Kernels may be tied to the wrong one of those calls.</source>
        <translation>核函数可能对应到这些调用中错误的一个。</translation>
    </message>
    <message>
        <source>Callers that were found by id may be wrong.</source>
        <translation>按 id 判断的调用者可能有误。</translation>
    </message>
    <message>
        <source>Torch leaves them open; calls without their work are tied to none.</source>
        <translation>Torch 让它们敞开；没有设备工作的调用不与任何工作对应。</translation>
    </message>
    <message>
        <source>Torch writes them for calls that launch nothing: no number changes.</source>
        <translation>Torch 为不启动任何工作的调用写出它们：数字不变。</translation>
    </message>
    <message>
        <source>The blocks are older than the recording: they count as allocated before it.</source>
        <translation>这些内存块早于采集：计为采集前已占用。</translation>
    </message>
    <message>
        <source>Time is counted for the recorded frames; the outermost frames are missing.</source>
        <translation>时间计到已有的帧；这些调用栈没有根。</translation>
    </message>
    <message>
        <source>Counts and times of the end are low; what was open there ends with the file.</source>
        <translation>末尾的次数和时间偏低；当时未结束的随文件结束。</translation>
    </message>
    <message>
        <source>Everything after the last complete part is missing.</source>
        <translation>最后完整部分之后的内容缺失。</translation>
    </message>
    <message>
        <source>Everything after it is missing.</source>
        <translation>其后的内容缺失。</translation>
    </message>
    <message>
        <source>No figure includes the part that could not be unpacked.</source>
        <translation>任何数字都不含无法解压的部分。</translation>
    </message>
    <message>
        <source>Its slices are missing from every count, and their callers&apos; self times are high.</source>
        <translation>其片段不在任何次数中，调用者的自身时间偏高。</translation>
    </message>
    <message>
        <source>Their slices are missing from every count, and their callers&apos; self times are high.</source>
        <translation>其片段不在任何次数中，调用者的自身时间偏高。</translation>
    </message>
    <message>
        <source>They are not counted.</source>
        <translation>它们不在任何数字中。</translation>
    </message>
    <message>
        <source>No figure includes them; their content is unknown.</source>
        <translation>任何数字都不含它们；内容未知。</translation>
    </message>
    <message>
        <source>If it was an event, it is not counted.</source>
        <translation>若原本是事件，则不在任何数字中。</translation>
    </message>
    <message>
        <source>All figures cover the part that was read.</source>
        <translation>所有数字只针对已读取的部分。</translation>
    </message>
    <message>
        <source>Counts of that thread are low, and self times around what was lost are high.</source>
        <translation>该线程的次数偏低，丢失处外层的自身时间偏高。</translation>
    </message>
    <message>
        <source>Device times and counts of kernels are low.</source>
        <translation>设备时间和核函数次数偏低。</translation>
    </message>
    <message>
        <source>There are no curves of that device; no other number changes.</source>
        <translation>没有该设备的曲线；其他数字不变。</translation>
    </message>
    <message>
        <source>Some samples of a curve are missing; no other number changes.</source>
        <translation>曲线缺少部分采样；其他数字不变。</translation>
    </message>
    <message>
        <source>No figure includes that process.</source>
        <translation>任何数字都不含该进程。</translation>
    </message>
    <message>
        <source>A slower method recorded it; events that this method cannot see are missing.</source>
        <translation>以较慢的方式采集；该方式看不到的事件缺失。</translation>
    </message>
    <message>
        <source>They are not counted: counts and sums cover the part that was kept.</source>
        <translation>它们不在任何数字中：次数与合计只针对保留的一段。</translation>
    </message>
    <message>
        <source>Sums cover the range; events that were cut at its borders took longer than shown.</source>
        <translation>合计只针对这一段；在边界被截断的事件，实际时长比显示的长。</translation>
    </message>
    <message>
        <source>Arguments that are no tensors are missing from details.</source>
        <translation>详细信息中缺少非张量的参数。</translation>
    </message>
    <message>
        <source>They are counted as repaired; their texts may differ in a quote.</source>
        <translation>按本意计入；文本可能有一个引号之差。</translation>
    </message>
    <message>
        <source>No time changes; a field about the session may be missing.</source>
        <translation>时间不变；可能缺少一项会话信息。</translation>
    </message>
    <message>
        <source>Nothing: every event was read.</source>
        <translation>没有影响：所有事件都已读取。</translation>
    </message>
    <message>
        <source>Names show a replacement character; times do not change.</source>
        <translation>名称中显示替换字符；时间不变。</translation>
    </message>
    <message>
        <source>Nothing: texts are kept.</source>
        <translation>没有影响：文本已保留。</translation>
    </message>
    <message>
        <source>The values are kept as nan or inf; no time is affected.</source>
        <translation>这些值保留为 nan 或 inf；不影响任何时间。</translation>
    </message>
    <message>
        <source>Their time is missing from every sum.</source>
        <translation>它们的时间不在任何合计中。</translation>
    </message>
    <message>
        <source>Those times are wrong, and with them the length of the session.</source>
        <translation>这些时间有误，会话的长度也随之有误。</translation>
    </message>
    <message>
        <source>They are neither shown nor counted.</source>
        <translation>它们没有位置，也不在任何数字中。</translation>
    </message>
    <message>
        <source>No figure includes the events that ended there.</source>
        <translation>任何数字都不含在那里结束的事件。</translation>
    </message>
    <message>
        <source>Their times are at most so long.</source>
        <translation>它们的时间至多这么长。</translation>
    </message>
    <message>
        <source>They began before the recording and are not counted.</source>
        <translation>它们在采集之前开始，不在任何数字中。</translation>
    </message>
    <message>
        <source>No time changes: what the program computes from there on may be wrong.</source>
        <translation>时间不变：程序此后的计算结果可能有误。</translation>
    </message>
    <message>
        <source>The details lack the outputs of some operators.</source>
        <translation>详细信息中缺少部分算子的输出。</translation>
    </message>
    <message>
        <source>An arrow may lead to the wrong one of those with its id.</source>
        <translation>箭头可能指向同一 id 中错误的一个。</translation>
    </message>
    <message>
        <source>Launch delays are wrong by as much: the clocks disagree.</source>
        <translation>从调用到核函数的时间有同样大小的误差：时钟不一致。</translation>
    </message>
    <message>
        <source>Its time is counted, but belongs to no operator and no line.</source>
        <translation>其时间计入，但不归于任何算子和代码行。</translation>
    </message>
    <message>
        <source>Times of that process cannot be compared with others.</source>
        <translation>该进程的时间不能与其他进程比较。</translation>
    </message>
    <message>
        <source>Times of that rank cannot be compared with others.</source>
        <translation>该 rank 的时间不能与其他 rank 比较。</translation>
    </message>
    <message>
        <source>No figure includes what is missing.</source>
        <translation>任何数字都不含缺失的内容。</translation>
    </message>
    <message>
        <source>Figures are correct for the part that was read.</source>
        <translation>数字对已读取的部分是正确的。</translation>
    </message>
    <message>
        <source>Nothing.</source>
        <translation>没有影响。</translation>
    </message>
    <message>
        <source>Only %1 of the time stands in rows that both sides have.</source>
        <translation>只有 %1 的时间属于两侧都有的行。</translation>
    </message>
    <message>
        <source>Only %1 of the time is spent by operators and shapes that both sides have.</source>
        <translation>只有 %1 的时间属于两侧都有的算子和形状。</translation>
    </message>
    <message>
        <source>Not significant: a comparison needs at least three steps on each side.</source>
        <translation>不显著：比较需要两侧各至少三步。</translation>
    </message>
    <message>
        <source>The sides have different numbers of steps: verdicts compare single steps, not totals.</source>
        <translation>两侧步数不同：结论按单步比较，而不是按总计。</translation>
    </message>
    <message>
        <source>Steps are uneven, and alike on both sides: they are compared step by step.</source>
        <translation>各步长短不一，而两侧相似：逐步对比。</translation>
    </message>
    <message>
        <source>Samples, clock syncs, memory dumps and contexts (P, c, v, V, parentheses) are kept but not shown.</source>
        <translation>采样、时钟同步、内存转储和上下文（P、c、v、V、括号）已保留，但不显示。</translation>
    </message>
    <message>
        <source>Counters have values that are no numbers; their curves lack these.</source>
        <translation>计数器含有不是数字的值；其曲线缺少这些值。</translation>
    </message>
    <message>
        <source>Events begin at time 0, far from all others: they are untimed, listed where the others begin.</source>
        <translation>有事件从时间 0 开始，与其他事件相距很远：它们不计时，列在其他事件开始之处。</translation>
    </message>
    <message>
        <source>Events end beyond the end of the recording (&quot;Record Window End&quot;) or hours behind all others: they are untimed, listed where they begin.</source>
        <translation>有事件在记录结束（“Record Window End”）之后，或比其他事件晚数小时才结束：它们不计时，列在其开始之处。</translation>
    </message>
    <message>
        <source>Kernels of one stream overlap: one lasts over several others of it, so its duration cannot be right; it is untimed.</source>
        <translation>同一个流的内核重叠：其中一个跨越了该流的多个其他内核，其时长不可能正确；它不计时。</translation>
    </message>
    <message>
        <source>Texts hold backslashes that are not escaped, as paths of Windows do, which is no valid JSON; they are shown as written.</source>
        <translation>文本含有未转义的反斜杠（如 Windows 路径），不是有效的 JSON；按原样显示。</translation>
    </message>
    <message>
        <source>Samples of a curve are missing.</source>
        <translation>曲线缺少一些采样。</translation>
    </message>
    <message>
        <source>Times do not change; names are shown as written.</source>
        <translation>时间不变；名称按原样显示。</translation>
    </message>
    <message>
        <source>When they began is not known: they are listed, but not counted in sums, gaps or advice.</source>
        <translation>不知道它们何时开始：它们会列出，但不计入任何总和、空闲或建议。</translation>
    </message>
    <message>
        <source>How long they took is not known: they are listed, but not counted in sums, gaps or advice.</source>
        <translation>不知道它们用了多久：它们会列出，但不计入任何总和、空闲或建议。</translation>
    </message>
    <message>
        <source>How long it took is not known: it is listed, but not counted in sums, gaps or advice.</source>
        <translation>不知道它用了多久：它会列出，但不计入任何总和、空闲或建议。</translation>
    </message>
    <message>
        <source>Kernel launches have no recorded device work; launches of graphs among them: %1</source>
        <translation>内核启动没有对应的设备工作记录；其中图的启动：%1</translation>
    </message>
    <message>
        <source>Device times are too low: idle time after these calls may be work of their kernels.</source>
        <translation>设备时间偏低：这些调用之后的空闲时间可能属于它们的内核。</translation>
    </message>
    <message>
        <source>Arrows lack an end though both of their slices are there</source>
        <translation>箭头缺少一端，尽管其两个切片都在</translation>
    </message>
    <message>
        <source>Torch draws these whole: who launched or called what may be wrong there.</source>
        <translation>Torch 会完整绘制这些箭头：此处谁启动或调用了什么可能有误。</translation>
    </message>
    <message>
        <source>Totals include steps that are not steady, verdicts do not: %1 of A and %2 of B.</source>
        <translation>总计包含非稳定步骤，结论不包含：A 有 %1 步，B 有 %2 步。</translation>
    </message>
    <message>
        <source>Mean steady step: %1 in A, %2 in B (median: %3 and %4).</source>
        <translation>稳定步骤的平均时长从 %1 变为 %2（中位数 %3 和 %4）。</translation>
    </message>
    <message>
        <source>Mean steady step: %1 in A, %2 in B (median: %3 and %4). Nearly all of the change is %5.</source>
        <translation>稳定步骤的平均时长从 %1 变为 %2（中位数 %3 和 %4），差别几乎全部来自%5。</translation>
    </message>
    <message>
        <source>Mean steady step: %1 in A, %2 in B (median: %3 and %4). Most of the change is %5.</source>
        <translation>稳定步骤的平均时长从 %1 变为 %2（中位数 %3 和 %4），差别大部分来自%5。</translation>
    </message>
    <message>
        <source>work of the device</source>
        <translation>设备上的工作</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未被掩盖的通信</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>the CPU and its launches</source>
        <translation>CPU 及其启动</translation>
    </message>
    <message>
        <source>idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>The difference of the means, %1, is not significant (95 % bounds: %2 to %3).</source>
        <translation>平均值之差 %1 不显著（95 % 界限：%2 至 %3）。</translation>
    </message>
    <message>
        <source>The mean step is slower by %1, %2 (95 % bounds: %3 to %4).</source>
        <translation>平均步骤慢了 %1，即 %2（95 % 界限：%3 至 %4）。</translation>
    </message>
    <message>
        <source>The mean step is faster by %1, %2 (95 % bounds: %3 to %4).</source>
        <translation>平均步骤快了 %1，即 %2（95 % 界限：%3 至 %4）。</translation>
    </message>
    <message>
        <source>Neither side has kernels to compare.</source>
        <translation>两侧都没有可对比的核函数。</translation>
    </message>
    <message>
        <source>Neither side has steps to compare.</source>
        <translation>两侧都没有可对比的步。</translation>
    </message>
    <message>
        <source>Neither side has operators or ranges to compare.</source>
        <translation>两侧都没有可对比的算子或范围。</translation>
    </message>
    <message>
        <source>%1 has no kernels to compare.</source>
        <translation>%1 没有可对比的核函数。</translation>
    </message>
    <message>
        <source>%1 has no steps to compare.</source>
        <translation>%1 没有可对比的步。</translation>
    </message>
    <message>
        <source>%1 has no operators or ranges to compare.</source>
        <translation>%1 没有可对比的算子或范围。</translation>
    </message>
    <message>
        <source>%1 has no shapes recorded (record_shapes=True): compare by name.</source>
        <translation>%1 没有采集形状（record_shapes=True）：请按名称对比。</translation>
    </message>
    <message>
        <source>%1 has no stacks recorded (with_stack=True): compare by name.</source>
        <translation>%1 没有采集调用栈（with_stack=True）：请按名称对比。</translation>
    </message>
    <message>
        <source>%1 has no modules recorded (with_stack=True): compare by name.</source>
        <translation>%1 没有采集模块（with_stack=True）：请按名称对比。</translation>
    </message>
    <message>
        <source>Neither side has modules recorded (with_stack=True): compare by name.</source>
        <translation>两侧都没有采集模块（with_stack=True）：请按名称对比。</translation>
    </message>
    <message>
        <source>The means differ by %1 (95 % bounds: %2 to %3): too little, or not surely enough, for a verdict.</source>
        <translation>均值相差 %1（95% 区间：%2 到 %3）：差异太小，或不够确定，无法下结论。</translation>
    </message>
    <message>
        <source>Devices differ: %1 in A, %2 in B.</source>
        <translation>设备不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>PyTorch versions differ: %1 in A, %2 in B.</source>
        <translation>PyTorch 版本不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>Python versions differ: %1 in A, %2 in B.</source>
        <translation>Python 版本不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>CUDA runtimes differ: %1 in A, %2 in B.</source>
        <translation>CUDA 运行时不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>CUDA drivers differ: %1 in A, %2 in B.</source>
        <translation>CUDA 驱动不同：A 为 %1，B 为 %2。</translation>
    </message>
    <message>
        <source>Input shapes of %1 differ: %2 in A, %3 in B.</source>
        <translation>%1 的输入形状不同：A 为 %2，B 为 %3。</translation>
    </message>
    <message>
        <source>Events without a recorded end</source>
        <translation>未记录结束的事件</translation>
    </message>
    <message>
        <source>Not significant: profiles have no steps, so nothing tells a change from chance.</source>
        <translation>不显著：profile 没有步，无法区分变化与偶然。</translation>
    </message>
    <message>
        <source>Profiles without times are compared by name alone.</source>
        <translation>不含时间的 profile 只能按名称比较。</translation>
    </message>
    <message>
        <source>A weighs by %1 and B by %2: they cannot be compared.</source>
        <translation>A 的权重是 %1，B 的权重是 %2：两者无法比较。</translation>
    </message>
    <message>
        <source>Lines that are no stack with a whole weight are left out.</source>
        <translation>不是“栈加整数权重”的行已略去。</translation>
    </message>
    <message>
        <source>Samples or events of the profile could not be read; they are left out.</source>
        <translation>profile 中有些样本或事件无法读取，已略去。</translation>
    </message>
    <message>
        <source>Weights are beyond 64 bits; the largest number stands for them.</source>
        <translation>有些权重超出 64 位，以最大的数代替。</translation>
    </message>
    <message>
        <source>The file has more metrics than %1; the others are left out.</source>
        <translation>文件中的指标多于 %1 个，其余已略去。</translation>
    </message>
    <message>
        <source>Times that no program can take count as none.</source>
        <translation>任何程序都不可能用这么久的时间按零计。</translation>
    </message>
</context>
<context>
    <name>PaletteEntries</name>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>Close the panel of %1</source>
        <translation>关闭%1面板</translation>
    </message>
    <message>
        <source>%1 as a panel</source>
        <translation>以面板显示%1</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
</context>
<context>
    <name>PausePainter</name>
    <message>
        <source>Recording paused, %1</source>
        <translation>采集已暂停，%1</translation>
    </message>
    <message>
        <source>Outside of the filter, %1</source>
        <translation>在筛选范围之外，%1</translation>
    </message>
</context>
<context>
    <name>ProcessName</name>
    <message>
        <source>DataLoader worker %1</source>
        <translation>DataLoader 工作进程 %1</translation>
    </message>
    <message>
        <source>Compile worker %1</source>
        <translation>编译工作进程 %1</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>%1 of rank %2</source>
        <translation>%1（rank %2）</translation>
    </message>
    <message>
        <source>Rank %1, %2</source>
        <translation>Rank %1，%2</translation>
    </message>
</context>
<context>
    <name>RankOffer</name>
    <message>
        <source>%1 no longer belong together; open them one by one.</source>
        <translation>%1 已不再属于一起；请逐个打开。</translation>
    </message>
</context>
<context>
    <name>RanksTable</name>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
</context>
<context>
    <name>RefusalText</name>
    <message>
        <source>Process %1 %2</source>
        <translation>进程 %1 %2</translation>
    </message>
    <message>
        <source>There is no process %1. A container counts its own: `lanescope attach --list` shows the numbers here.</source>
        <translation>没有进程 %1。容器内另有编号：`lanescope attach --list` 显示这里的编号。</translation>
    </message>
    <message>
        <source>%1 is a thread of process %2: attach to %3.</source>
        <translation>%1 是进程 %2 的线程：请附加到 %3。</translation>
    </message>
    <message>
        <source>has ended; only its exit code is left, which its parent has not asked for.</source>
        <translation>已结束；只剩父进程尚未取走的退出码。</translation>
    </message>
    <message>
        <source>is traced by process %1, a debugger or strace: end that first.</source>
        <translation>正被进程 %1（调试器或 strace）跟踪：请先结束它。</translation>
    </message>
    <message>
        <source>is stopped: continue it first, `kill -CONT %1`.</source>
        <translation>已停止：请先让它继续，`kill -CONT %1`。</translation>
    </message>
    <message>
        <source>runs under strict seccomp, which would kill it for a new thread: start the program with `lanescope record`.</source>
        <translation>在严格的 seccomp 下运行，新线程会使其被终止：请用 `lanescope record` 启动程序。</translation>
    </message>
    <message>
        <source>runs with a shadow stack, which forbids what attaching does: start the program with `lanescope record`, or without GLIBC_TUNABLES=glibc.cpu.hwcaps=SHSTK.</source>
        <translation>使用影子栈，不允许附加所需的操作：请用 `lanescope record` 启动程序，或不设 GLIBC_TUNABLES=glibc.cpu.hwcaps=SHSTK。</translation>
    </message>
    <message>
        <source>may not be attached to: %1</source>
        <translation>不允许附加：%1</translation>
    </message>
    <message>
        <source>it belongs to user %1. Run lanescope as that user, or with sudo.</source>
        <translation>它属于用户 %1。请以该用户身份或用 sudo 运行 lanescope。</translation>
    </message>
    <message>
        <source>kernel.yama.ptrace_scope is 3, which lasts until the next boot; start the program with `lanescope record`.</source>
        <translation>kernel.yama.ptrace_scope 为 3，到下次启动前不变；请用 `lanescope record` 启动程序。</translation>
    </message>
    <message>
        <source>kernel.yama.ptrace_scope is %1. Use `sudo lanescope attach`, or once `sudo sysctl kernel.yama.ptrace_scope=0`.</source>
        <translation>kernel.yama.ptrace_scope 为 %1。请用 `sudo lanescope attach`，或执行一次 `sudo sysctl kernel.yama.ptrace_scope=0`。</translation>
    </message>
    <message>
        <source>it is not dumpable, has rights that we do not have, or this container lacks CAP_SYS_PTRACE. Use sudo; in Docker start the container with `--cap-add=SYS_PTRACE`, in Kubernetes add SYS_PTRACE to securityContext.capabilities, or attach from the host.</source>
        <translation>它不可转储、拥有我们没有的权限，或此容器缺少 CAP_SYS_PTRACE。请用 sudo；在 Docker 中用 `--cap-add=SYS_PTRACE` 启动容器，在 Kubernetes 中将 SYS_PTRACE 加入 securityContext.capabilities，或从宿主机附加。</translation>
    </message>
    <message>
        <source>is no 64-bit x86 program. Record it from its start with `lanescope record`.</source>
        <translation>不是 64 位 x86 程序。请用 `lanescope record` 从启动时采集。</translation>
    </message>
    <message>
        <source>runs no Python whose C functions can be found. If it is a launcher (a shell, torchrun), attach to the processes that it has started: `lanescope attach --list`.</source>
        <translation>没有运行能找到其 C 函数的 Python。若它是启动器（shell、torchrun），请附加到它启动的进程：`lanescope attach --list`。</translation>
    </message>
    <message>
        <source>has no shared libc. Record it from its start with `lanescope record`.</source>
        <translation>没有共享的 libc。请用 `lanescope record` 从启动时采集。</translation>
    </message>
    <message>
        <source>cannot be attached to: %1</source>
        <translation>无法附加：%1</translation>
    </message>
    <message>
        <source>%1 of process %2 does not export %3. Record the program from its start with `lanescope record`.</source>
        <translation>进程 %2 的 %1 没有导出 %3。请用 `lanescope record` 从启动时采集该程序。</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Graph nodes</source>
        <translation>图节点</translation>
    </message>
    <message>
        <source>Graph replays</source>
        <translation>图重放</translation>
    </message>
    <message>
        <source>Sync points</source>
        <translation>同步点</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>编号</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Replays</source>
        <translation>重放次数</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Std dev</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Longest in</source>
        <translation>最长于</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>调用</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点数</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Call time</source>
        <translation>调用耗时</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Part of the device time of all rows</source>
        <translation>占所有行设备时间的比例</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Blocks of a launch; of the most frequent where they differ</source>
        <translation>一次启动的线程块数；不一致时取最常见的</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Threads of a block</source>
        <translation>每个线程块的线程数</translation>
    </message>
    <message>
        <source>Regs</source>
        <translation>寄存器</translation>
    </message>
    <message>
        <source>Registers of a thread</source>
        <translation>每个线程的寄存器数</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共享内存</translation>
    </message>
    <message>
        <source>Shared memory of a block</source>
        <translation>每个线程块的共享内存</translation>
    </message>
    <message>
        <source>Blocks/SM</source>
        <translation>块/SM</translation>
    </message>
    <message>
        <source>Blocks that fit on a multiprocessor at once</source>
        <translation>一个流式多处理器可同时容纳的线程块数</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波次</translation>
    </message>
    <message>
        <source>Times that a launch fills the device</source>
        <translation>一次启动填满整个设备的次数</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Warps on a multiprocessor of those that it could hold; a ring: fewer blocks than the device holds at once</source>
        <translation>流式多处理器上的线程束占其容量的比例；圆环表示线程块少于设备可同时容纳的数量</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Use of tensor cores, from the kernel&apos;s name</source>
        <translation>是否使用张量核心，依据名称判断</translation>
    </message>
    <message>
        <source>Operators that launched it, the longest time first</source>
        <translation>启动它的算子，按耗时从长到短</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>From the start of the launching call to the start of the kernel, median</source>
        <translation>从启动调用开始到核函数开始，中位数</translation>
    </message>
    <message>
        <source>From the end of the launching call to the start of the kernel, median</source>
        <translation>从启动调用结束到核函数开始，中位数</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>outside modules</source>
        <translation>模块之外</translation>
    </message>
    <message>
        <source>outside steps</source>
        <translation>步之外</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>调用处</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未采集</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Module calls</source>
        <translation>模块调用</translation>
    </message>
    <message>
        <source>How often the module was called</source>
        <translation>模块被调用的次数</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Total CPU</source>
        <translation>CPU 总计</translation>
    </message>
    <message>
        <source>Time on the CPU with the operators that it calls</source>
        <translation>CPU 时间，含所调用的算子</translation>
    </message>
    <message>
        <source>Self CPU</source>
        <translation>CPU 自身</translation>
    </message>
    <message>
        <source>Time on the CPU without the operators that it calls</source>
        <translation>CPU 时间，不含所调用的算子</translation>
    </message>
    <message>
        <source>Total device</source>
        <translation>设备总计</translation>
    </message>
    <message>
        <source>Device work that it and the operators that it calls launch</source>
        <translation>自身及所调用算子启动的设备工作</translation>
    </message>
    <message>
        <source>Kernels, copies and memsets that it launches itself</source>
        <translation>自身启动的核函数、拷贝与填充</translation>
    </message>
    <message>
        <source>Part of the device time of all rows; without a device, of the CPU time</source>
        <translation>占所有行设备时间的比例；无设备时占 CPU 时间</translation>
    </message>
    <message>
        <source>Device time per call</source>
        <translation>每次调用的设备时间</translation>
    </message>
    <message>
        <source>Most device time of one call</source>
        <translation>单次调用的最长设备时间</translation>
    </message>
    <message>
        <source>Min CPU</source>
        <translation>CPU 最小</translation>
    </message>
    <message>
        <source>Shortest call on the CPU</source>
        <translation>CPU 上最短的调用</translation>
    </message>
    <message>
        <source>Max CPU</source>
        <translation>CPU 最大</translation>
    </message>
    <message>
        <source>Longest call on the CPU</source>
        <translation>CPU 上最长的调用</translation>
    </message>
    <message>
        <source>Mean CPU</source>
        <translation>CPU 平均</translation>
    </message>
    <message>
        <source>Duration of a call on the CPU</source>
        <translation>一次调用在 CPU 上的时长</translation>
    </message>
    <message>
        <source>Standard deviation of the calls&apos; durations on the CPU</source>
        <translation>调用在 CPU 上时长的标准差</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Memory allocated while it ran</source>
        <translation>运行期间分配的内存</translation>
    </message>
    <message>
        <source>Freed</source>
        <translation>已释放</translation>
    </message>
    <message>
        <source>Memory freed while it ran</source>
        <translation>运行期间释放的内存</translation>
    </message>
    <message>
        <source>FLOP</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Floating-point operations, as far as they follow from the shapes</source>
        <translation>浮点运算量，可由形状推得的部分</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>访存量</translation>
    </message>
    <message>
        <source>Memory traffic, at least: every input read and every result written once</source>
        <translation>访存量下限：每个输入读一次，每个结果写一次</translation>
    </message>
    <message>
        <source>Achieved on the device</source>
        <translation>设备上实际达到</translation>
    </message>
    <message>
        <source>Operations per byte of memory traffic, from the shapes</source>
        <translation>每字节访存的运算量，由形状推得</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>代码行</translation>
    </message>
    <message>
        <source>Host waited</source>
        <translation>主机等待</translation>
    </message>
    <message>
        <source>Time that the host spent in these calls</source>
        <translation>主机在这些调用中花费的时间</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
    <message>
        <source>Device idle</source>
        <translation>设备空闲</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>TFLOP/s</source>
        <translation>TFLOP/s</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>FLOP/B</source>
        <translation>FLOP/B</translation>
    </message>
    <message>
        <source>How long the device was idle during the waits and until the next launch</source>
        <translation>等待期间以及到下一次启动为止设备空闲的时间</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Launch latency</source>
        <translation>启动延迟</translation>
    </message>
    <message>
        <source>Queue time</source>
        <translation>排队时间</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节数</translation>
    </message>
    <message>
        <source>Mean size</source>
        <translation>平均大小</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Idle streams</source>
        <translation>空闲的流</translation>
    </message>
    <message>
        <source>Idle devices</source>
        <translation>空闲的设备</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>整个设备</translation>
    </message>
    <message>
        <source>Most likely</source>
        <translation>最可能的原因</translation>
    </message>
    <message>
        <source>Cause of most of the gap</source>
        <translation>占空隙最多时间的原因</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Confidence that this is the cause</source>
        <translation>该原因的置信度</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>The longest event that shows it; Enter goes there</source>
        <translation>作为依据的最长事件；按 Enter 前往</translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Until</source>
        <translation>直到</translation>
    </message>
    <message>
        <source>First work after the gap</source>
        <translation>空隙后的第一项工作</translation>
    </message>
    <message>
        <source>Launch delayed: CPU busy</source>
        <translation>启动延迟：CPU 忙</translation>
    </message>
    <message>
        <source>Waiting for DataLoader</source>
        <translation>等待 DataLoader</translation>
    </message>
    <message>
        <source>Blocking call</source>
        <translation>阻塞调用</translation>
    </message>
    <message>
        <source>Blocking or pageable copy</source>
        <translation>阻塞或可分页拷贝</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Device memory allocation</source>
        <translation>设备内存分配</translation>
    </message>
    <message>
        <source>Compiling or loading code</source>
        <translation>编译或加载代码</translation>
    </message>
    <message>
        <source>Garbage collection</source>
        <translation>垃圾回收</translation>
    </message>
    <message>
        <source>CUDA graph launch</source>
        <translation>CUDA 图启动</translation>
    </message>
    <message>
        <source>Thread not running</source>
        <translation>线程未运行</translation>
    </message>
    <message>
        <source>Another stream</source>
        <translation>其他流</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Idle time</source>
        <translation>空闲时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>On the path</source>
        <translation>路径上</translation>
    </message>
    <message>
        <source>in no module</source>
        <translation>不在任何模块中</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Time on the path; all rows by kind sum to the range</source>
        <translation>在路径上的时间；按类型各行合计为整个范围</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>How often the path goes through it</source>
        <translation>路径经过它的次数</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>So much less, and something else would decide</source>
        <translation>再少这么多，就由别的事件决定</translation>
    </message>
    <message>
        <source>Recommendation</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Saves</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>In each step; in the whole range where there are no steps</source>
        <translation>每步；没有步时为整个范围</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>Lower bound of the saving</source>
        <translation>可节省时间的下限</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Upper bound of the saving</source>
        <translation>可节省时间的上限</translation>
    </message>
    <message>
        <source>Part of the step that it saves</source>
        <translation>所节省时间占该步的比例</translation>
    </message>
    <message>
        <source>Confidence that this cost the time</source>
        <translation>时间确由此花费的置信度</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>观察到的现象</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Fills</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Clock by</source>
        <translation>时钟来源</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Clock error</source>
        <translation>时钟误差</translation>
    </message>
    <message>
        <source>Drift, ppb</source>
        <translation>漂移，ppb</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Made others wait</source>
        <translation>令他人等待</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>未被掩盖</translation>
    </message>
    <message>
        <source>Communication beside which nothing was computed</source>
        <translation>没有计算与之重叠的通信</translation>
    </message>
    <message>
        <source>First entry</source>
        <translation>首次进入</translation>
    </message>
    <message>
        <source>Arrivals of the ranks</source>
        <translation>各 rank 的到达</translation>
    </message>
    <message>
        <source>Each rank is a dot, the last one a line</source>
        <translation>每个 rank 一个点，最后到达者为竖线</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>时间差</translation>
    </message>
    <message>
        <source>From the first rank&apos;s entry to the last one&apos;s</source>
        <translation>从第一个 rank 进入到最后一个进入</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>The rank that entered last</source>
        <translation>最后进入的 rank</translation>
    </message>
    <message>
        <source>The clocks are no better known than this</source>
        <translation>时钟的精度不优于此</translation>
    </message>
    <message>
        <source>Waited, sum</source>
        <translation>等待合计</translation>
    </message>
    <message>
        <source>By all ranks for the last one</source>
        <translation>所有 rank 等待最后一个的时间</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>From the last entry to the first end</source>
        <translation>从最后进入到最先结束</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Bytes that one rank gave, for each second of the transfer</source>
        <translation>传输期间每秒一个 rank 送出的字节</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>Every replay</source>
        <translation>每次重放</translation>
    </message>
    <message>
        <source>A dot for each replay, the median as a line; square-root scale</source>
        <translation>每次重放一个点，竖线为中位数；平方根刻度</translation>
    </message>
    <message>
        <source>From the shortest to the longest</source>
        <translation>最长与最短之差</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Standard deviation, as a part of the mean</source>
        <translation>标准差与平均值之比</translation>
    </message>
    <message>
        <source>Part of the device time of all nodes</source>
        <translation>占全部节点设备时间的比例</translation>
    </message>
    <message>
        <source>In the order in which a replay runs them</source>
        <translation>按一次重放中的执行顺序</translation>
    </message>
    <message>
        <source>steady</source>
        <translation>稳定</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>stub</source>
        <translation>残步</translation>
    </message>
    <message>
        <source>hiccup</source>
        <translation>卡顿</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Awaited collectives</source>
        <translation>被等待的集合通信</translation>
    </message>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Memory of devices</source>
        <translation>各设备的内存</translation>
    </message>
    <message>
        <source>Memory at the peak</source>
        <translation>峰值时的内存</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>组</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>序号</translation>
    </message>
    <message>
        <source>The number within the process group</source>
        <translation>该集合通信在其进程组中的序号</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>has not come</source>
        <translation>未到达</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>起始于</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Figures that an issue affects are marked</source>
        <translation>若为问题，受其影响的数字会被标出</translation>
    </message>
    <message>
        <source>issue</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>首次位置</translation>
    </message>
    <message>
        <source>Effect on the figures</source>
        <translation>对数字的影响</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Peak reserved</source>
        <translation>预留峰值</translation>
    </message>
    <message>
        <source>Peak at</source>
        <translation>峰值时刻</translation>
    </message>
    <message>
        <source>Outside PyTorch</source>
        <translation>PyTorch 之外</translation>
    </message>
    <message>
        <source>The most that the device held outside of PyTorch&apos;s allocators</source>
        <translation>设备在 PyTorch 分配器之外占用的最大内存</translation>
    </message>
    <message>
        <source>Allocated at</source>
        <translation>分配于</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Energy, J</source>
        <translation>能耗 (J)</translation>
    </message>
    <message>
        <source>At least, J</source>
        <translation>至少 (J)</translation>
    </message>
    <message>
        <source>At most, J</source>
        <translation>至多 (J)</translation>
    </message>
    <message>
        <source>Mean power, W</source>
        <translation>平均功率 (W)</translation>
    </message>
    <message>
        <source>Energy by time. Work that runs at once shares the device&apos;s power</source>
        <translation>能耗除以时间。同时运行的工作分摊设备功率</translation>
    </message>
    <message>
        <source>CPU, not traced</source>
        <translation>CPU（未跟踪）</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函数</translation>
    </message>
    <message>
        <source>Itself</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>With callees</source>
        <translation>含被调用者</translation>
    </message>
    <message>
        <source>Part of what all rows took themselves</source>
        <translation>占所有行自身开销的比例</translation>
    </message>
    <message>
        <source>Callers</source>
        <translation>调用者</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>ReportHead</name>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Made by</source>
        <translation>生成者</translation>
    </message>
    <message>
        <source>Begun (UTC)</source>
        <translation>开始时间 (UTC)</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值内存</translation>
    </message>
</context>
<context>
    <name>ReportPage</name>
    <message>
        <source>Figures are of the steady steps: %1.</source>
        <translation>数字取自稳定步：%1。</translation>
    </message>
    <message>
        <source>Figures are of the whole session: %1.</source>
        <translation>数字取自整个会话：%1。</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>步耗时</translation>
    </message>
    <message>
        <source>Median of steady steps</source>
        <translation>稳定步的中位数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>第 95 百分位</translation>
    </message>
    <message>
        <source>Slowest</source>
        <translation>最慢</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>saves %1</source>
        <translation>可省 %1</translation>
    </message>
    <message>
        <source>confidence %1</source>
        <translation>置信度 %1</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Shown: %1 of %2</source>
        <translation>显示 %2 行中的 %1 行</translation>
    </message>
</context>
<context>
    <name>ReportTable</name>
    <message>
        <source>scalars only</source>
        <translation>仅标量</translation>
    </message>
</context>
<context>
    <name>SaveText</name>
    <message>
        <source>%1 could not be written: %2. Free some room or choose another folder.</source>
        <translation>无法写入 %1：%2。请腾出一些空间或选择其他文件夹。</translation>
    </message>
</context>
<context>
    <name>SessionFacts</name>
    <message>
        <source>shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>stacks</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>runtime %1</source>
        <translation>运行时 %1</translation>
    </message>
    <message>
        <source>driver %1</source>
        <translation>驱动 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message numerus="yes">
        <source>%n threads</source>
        <translation>
            <numerusform>%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>另有 %1</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>选项</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Exit code</source>
        <translation>退出码</translation>
    </message>
    <message>
        <source>%1, %2 CUs</source>
        <translation>%1，%2 个 CU</translation>
    </message>
    <message>
        <source>%1, %2 SMs</source>
        <translation>%1，%2 个 SM</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>%1: %2 off, drift %3 ppb, ± %4</source>
        <translation>%1：偏差 %2，漂移 %3 ppb，± %4</translation>
    </message>
    <message>
        <source>%1: drift %2 ppb, ± %3</source>
        <translation>%1：漂移 %2 ppb，± %3</translation>
    </message>
</context>
<context>
    <name>SessionFiles</name>
    <message>
        <source>“%1” is no name for a file; write one without a slash.</source>
        <translation>“%1”不能作为文件名；请写一个不含斜杠的名称。</translation>
    </message>
    <message>
        <source>%1 is there already; choose another name.</source>
        <translation>%1 已存在；请换一个名称。</translation>
    </message>
    <message>
        <source>%1 could not be renamed: %2. Check that you may write to its folder.</source>
        <translation>无法重命名 %1：%2。请检查是否有其文件夹的写权限。</translation>
    </message>
    <message>
        <source>%1 could not be moved to the trash: %2. Delete it in a terminal or file manager.</source>
        <translation>无法将 %1 移到回收站：%2。请在终端或文件管理器中删除。</translation>
    </message>
</context>
<context>
    <name>SessionText</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%n minutes ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message>
        <source>Today, %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>已不存在</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>being recorded</source>
        <translation>正在采集</translation>
    </message>
    <message>
        <source>being read…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>large: open it to see more</source>
        <translation>较大：打开后可查看更多</translation>
    </message>
    <message>
        <source>The file is no longer there. It can be removed from the list.</source>
        <translation>该文件已不存在，可以从列表中移除。</translation>
    </message>
</context>
<context>
    <name>Sidecar</name>
    <message>
        <source>%1: this folder cannot be made, so rows and marks are not kept. Make it, or check the rights of the folder above.</source>
        <translation>%1：无法创建此文件夹，因此不会保留行和标记。请自行创建，或检查上级文件夹的权限。</translation>
    </message>
</context>
<context>
    <name>SourceText</name>
    <message>
        <source>%1 is not on this machine</source>
        <translation>%1 不在本机上</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是文件</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>无法读取 %1</translation>
    </message>
    <message>
        <source>%1 has no line %2; it has changed since</source>
        <translation>%1 没有第 %2 行；它后来被修改过</translation>
    </message>
    <message>
        <source>%1 is not wanted any more</source>
        <translation>已不再需要 %1</translation>
    </message>
</context>
<context>
    <name>TargetReport</name>
    <message>
        <source>Connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>Connected through %1</source>
        <translation>经 %1 连接</translation>
    </message>
    <message>
        <source>answers in %1</source>
        <translation>%1 内应答</translation>
    </message>
    <message>
        <source>The collector is there</source>
        <translation>采集器已就位</translation>
    </message>
    <message>
        <source>%1, copied just now, checksum equal</source>
        <translation>%1，刚刚复制，校验一致</translation>
    </message>
    <message>
        <source>%1, was there already</source>
        <translation>%1，先前已复制</translation>
    </message>
    <message>
        <source>No NVIDIA GPU</source>
        <translation>没有 NVIDIA GPU</translation>
    </message>
    <message>
        <source>operators are recorded all the same</source>
        <translation>仍会记录算子</translation>
    </message>
    <message>
        <source>there is a driver, but no device: --gpus all</source>
        <translation>有驱动但没有设备：--gpus all</translation>
    </message>
    <message>
        <source>%1, driver %2</source>
        <translation>%1，驱动 %2</translation>
    </message>
    <message>
        <source>profiling is for administrators; doctor has the fix</source>
        <translation>仅管理员可做性能分析；解决办法见诊断</translation>
    </message>
    <message>
        <source>profiling allowed</source>
        <translation>允许性能分析</translation>
    </message>
    <message>
        <source>CUPTI %1 of torch, profiling allowed</source>
        <translation>torch 自带 CUPTI %1，允许性能分析</translation>
    </message>
    <message>
        <source>/dev/shm has %1 free</source>
        <translation>/dev/shm 剩余 %1</translation>
    </message>
    <message>
        <source>room for the buffers of many threads</source>
        <translation>足够容纳许多线程的缓冲区</translation>
    </message>
    <message>
        <source>busy threads may lose records: --shm-size=1g</source>
        <translation>繁忙线程可能丢失记录：--shm-size=1g</translation>
    </message>
    <message>
        <source>Its disk has %1 free</source>
        <translation>其磁盘剩余 %1</translation>
    </message>
    <message>
        <source>the session grows there too, until it has arrived</source>
        <translation>会话取回之前也在那里增长</translation>
    </message>
    <message>
        <source>Facts of the target</source>
        <translation>目标具备的条件</translation>
    </message>
</context>
<context>
    <name>TimelineRender</name>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimelineRows</name>
    <message>
        <source>CPU memory</source>
        <translation>CPU 内存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>allocated, reserved</source>
        <translation>已分配，已保留</translation>
    </message>
    <message>
        <source>Launch queue</source>
        <translation>启动队列</translation>
    </message>
    <message>
        <source>launched, not started</source>
        <translation>已启动，未开始</translation>
    </message>
    <message>
        <source>levels %1 to %2</source>
        <translation>第 %1 至 %2 层</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Device work</source>
        <translation>设备工作</translation>
    </message>
    <message numerus="yes">
        <source>%n levels</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels, copies</source>
        <translation>
            <numerusform>%1 个核函数、拷贝</numerusform>
        </translation>
    </message>
    <message>
        <source>Instants</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>Process instants</source>
        <translation>进程瞬时事件</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source> (rank %1)</source>
        <translation>（rank %1）</translation>
    </message>
    <message numerus="yes">
        <source>%1 waits</source>
        <translation>
            <numerusform>%1 次等待</numerusform>
        </translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Profiler overhead</source>
        <translation>性能分析器开销</translation>
    </message>
    <message>
        <source>Other threads</source>
        <translation>其他线程</translation>
    </message>
    <message>
        <source>DataLoader workers</source>
        <translation>DataLoader 工作进程</translation>
    </message>
    <message>
        <source>Compile workers</source>
        <translation>编译工作进程</translation>
    </message>
    <message>
        <source>Idle processes</source>
        <translation>空闲进程</translation>
    </message>
    <message>
        <source>Compile threads</source>
        <translation>编译线程</translation>
    </message>
    <message>
        <source>Threads alike</source>
        <translation>同类线程</translation>
    </message>
    <message>
        <source>Idle threads</source>
        <translation>空闲线程</translation>
    </message>
    <message>
        <source>Streams of few events</source>
        <translation>事件很少的流</translation>
    </message>
    <message>
        <source>Sync rows</source>
        <translation>同步行</translation>
    </message>
    <message>
        <source>Memory, process</source>
        <translation>进程的内存</translation>
    </message>
    <message>
        <source>Other threads, rank %1</source>
        <translation>其他线程，rank %1</translation>
    </message>
</context>
<context>
    <name>TrackName</name>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>%1 (sync)</source>
        <translation>%1（同步）</translation>
    </message>
    <message>
        <source>%1 of process %2</source>
        <translation>%1，进程 %2</translation>
    </message>
    <message>
        <source>%1 of context %2</source>
        <translation>%1，上下文 %2</translation>
    </message>
    <message>
        <source>%1, priority %2</source>
        <translation>%1，优先级 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>NVTX ranges</source>
        <translation>NVTX 区间</translation>
    </message>
    <message>
        <source>NaN and Inf</source>
        <translation>NaN 与 Inf</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
</context>
<context>
    <name>TrustTable</name>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>已修复</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>数量</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>首次位置</translation>
    </message>
    <message>
        <source>Since the session&apos;s begin, or the byte in its file</source>
        <translation>自会话开始的时间，或文件中的字节位置</translation>
    </message>
    <message>
        <source>Effect on the figures</source>
        <translation>对数字的影响</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>第 %1 字节</translation>
    </message>
    <message>
        <source>All figures include everything that was recorded.</source>
        <translation>所有数字都包含全部采集内容。</translation>
    </message>
    <message>
        <source>No event had to be repaired.</source>
        <translation>无需修复任何事件。</translation>
    </message>
    <message>
        <source>Every arrow, launch and free has its other end.</source>
        <translation>每条箭头、每次启动和释放都有对应的另一端。</translation>
    </message>
    <message>
        <source>Times of all clocks can be compared.</source>
        <translation>所有时钟的时间可以相互比较。</translation>
    </message>
    <message>
        <source>Threads, arrows, ids, times and nesting are consistent.</source>
        <translation>线程、箭头、id、时间与嵌套均一致。</translation>
    </message>
    <message>
        <source>Nothing was left out.</source>
        <translation>没有略去任何内容。</translation>
    </message>
    <message>
        <source>The format does not count what it loses; a recording by Lanescope does.</source>
        <translation>该格式不统计丢失的内容；由 Lanescope 采集的记录会统计。</translation>
    </message>
    <message>
        <source>No two clocks were compared: times stand as they were written.</source>
        <translation>没有两个时钟经过比较：时间按写入时的原样保留。</translation>
    </message>
</context>
<context>
    <name>lanes::Actions</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>转到(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Capture</source>
        <translation>采集(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Tools</source>
        <translation>工具(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>重新加载(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Save &amp;picture…</source>
        <translation>保存图片(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Copy details as text</source>
        <translation>以文本复制详情(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>详情(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Theme of the des&amp;ktop</source>
        <translation>跟随桌面主题(&amp;K)</translation>
    </message>
    <message>
        <source>Li&amp;ght theme</source>
        <translation>浅色主题(&amp;G)</translation>
    </message>
    <message>
        <source>D&amp;ark theme</source>
        <translation>深色主题(&amp;A)</translation>
    </message>
    <message>
        <source>Next &amp;session</source>
        <translation>下一个会话(&amp;S)</translation>
    </message>
    <message>
        <source>Pre&amp;vious session</source>
        <translation>上一个会话(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Capture a program…</source>
        <translation>采集程序(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Stop the program</source>
        <translation>停止程序(&amp;S)</translation>
    </message>
    <message>
        <source>Copy the command for a s&amp;hell</source>
        <translation>复制 shell 命令(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Command palette…</source>
        <translation>命令面板(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keys and mouse</source>
        <translation>按键与鼠标(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Lanescope</source>
        <translation>关于 Lanescope(&amp;A)</translation>
    </message>
    <message>
        <source>Open ranks as &amp;one session</source>
        <translation>将各 rank 作为一个会话打开(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts…</source>
        <translation>键盘快捷键(&amp;K)…</translation>
    </message>
    <message>
        <source>Se&amp;ttings…</source>
        <translation>设置(&amp;T)…</translation>
    </message>
    <message>
        <source>Panels &amp;below</source>
        <translation>下方面板(&amp;B)</translation>
    </message>
    <message>
        <source>moving in time</source>
        <translation>时间移动</translation>
    </message>
    <message>
        <source>choosing a view</source>
        <translation>选择视图</translation>
    </message>
    <message>
        <source>Ne&amp;xt part of the window</source>
        <translation>窗口的下一部分(&amp;X)</translation>
    </message>
    <message>
        <source>Previous part of the wi&amp;ndow</source>
        <translation>窗口的上一部分(&amp;N)</translation>
    </message>
    <message>
        <source>Co&amp;mpare with…</source>
        <translation>与其他会话比较(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Doctor: what can be recorded here</source>
        <translation>诊断：此处能记录什么(&amp;D)</translation>
    </message>
    <message>
        <source>Reset the &amp;layout</source>
        <translation>恢复默认布局(&amp;L)</translation>
    </message>
    <message>
        <source>Open the &amp;example of a GPU</source>
        <translation>打开 GPU 示例(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Pause the recording</source>
        <translation>暂停采集(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Mark this moment…</source>
        <translation>标记此刻(&amp;M)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve the flight recorder</source>
        <translation>保存飞行记录(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Kill it and all that it has started…</source>
        <translation>强制结束程序及其启动的一切(&amp;K)…</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Sess&amp;ions</source>
        <translation>会话列表(&amp;I)</translation>
    </message>
    <message>
        <source>Open the c&amp;hosen sessions</source>
        <translation>打开选中的会话(&amp;H)</translation>
    </message>
    <message>
        <source>Re&amp;name the session</source>
        <translation>重命名会话(&amp;N)</translation>
    </message>
    <message>
        <source>Show in the &amp;file manager</source>
        <translation>在文件管理器中显示(&amp;F)</translation>
    </message>
    <message>
        <source>Move to the &amp;trash</source>
        <translation>移到回收站(&amp;T)</translation>
    </message>
    <message>
        <source>Remove from the &amp;list</source>
        <translation>从列表中移除(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>导出(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Attach to a running program…</source>
        <translation>附加到正在运行的程序(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Detach from the program</source>
        <translation>与程序分离(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Locate sources…</source>
        <translation>定位源文件(&amp;L)…</translation>
    </message>
    <message>
        <source>&amp;Keep rows and marks beside the file</source>
        <translation>将行与标记保存在文件旁(&amp;K)</translation>
    </message>
    <message>
        <source>Prin&amp;t to PDF…</source>
        <translation>打印为 PDF(&amp;T)…</translation>
    </message>
    <message>
        <source>Export the brushed ran&amp;ge…</source>
        <translation>导出框选的范围(&amp;G)…</translation>
    </message>
    <message>
        <source>&amp;Undo the last change of marks</source>
        <translation>撤销上一次标记更改(&amp;U)</translation>
    </message>
    <message>
        <source>Re&amp;do the change of marks</source>
        <translation>重做标记更改(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>缩放(&amp;Z)</translation>
    </message>
    <message>
        <source>T&amp;imeline</source>
        <translation>时间线(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Marks</source>
        <translation>标记(&amp;M)</translation>
    </message>
    <message>
        <source>Ro&amp;ws</source>
        <translation>行(&amp;W)</translation>
    </message>
    <message>
        <source>Figures of steady steps &amp;only</source>
        <translation>仅统计稳定步骤(&amp;O)</translation>
    </message>
</context>
<context>
    <name>lanes::AdvicePanel</name>
    <message>
        <source>Saves</source>
        <translation>可节省</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>In each step, %1.</source>
        <translation>每步 %1。</translation>
    </message>
    <message>
        <source>In the whole range, %1: there are no steps.</source>
        <translation>整个范围内 %1：没有步。</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>观察到的现象</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么做</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>Counts some of the same time</source>
        <translation>含有相同的时间</translation>
    </message>
    <message>
        <source>savings do not add up</source>
        <translation>节省不可相加</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Python stack</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>of the forward operator</source>
        <translation>来自前向算子</translation>
    </message>
    <message>
        <source>innermost first</source>
        <translation>最内层在前</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 到 %2</translation>
    </message>
    <message>
        <source>what costs most first</source>
        <translation>开销最大的在前</translation>
    </message>
</context>
<context>
    <name>lanes::AdviceView</name>
    <message>
        <source>Recommendations</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Filter findings</source>
        <translation>筛选发现</translation>
    </message>
    <message>
        <source>not recorded: %1</source>
        <translation>未记录：%1</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Applying the rules of advice</source>
        <translation>正在应用建议规则</translation>
    </message>
    <message>
        <source>Closing the view ends it.</source>
        <translation>关闭视图即可中止。</translation>
    </message>
    <message>
        <source>No finding matches the filter</source>
        <translation>没有符合筛选条件的发现</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>Nothing to advise</source>
        <translation>没有建议</translation>
    </message>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n 项发现</numerusform>
        </translation>
    </message>
    <message>
        <source>No rule found anything. Some could not look: not recorded here are %1.</source>
        <translation>没有规则有发现。部分规则无从判断：此处未记录%1。</translation>
    </message>
    <message>
        <source>No rule found anything.</source>
        <translation>没有规则有发现。</translation>
    </message>
</context>
<context>
    <name>lanes::AskPass</name>
    <message>
        <source>Lanescope: ssh asks</source>
        <translation>Lanescope：ssh 询问</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>确定</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>lanes::Banner</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>lanes::CanvasMouse</name>
    <message>
        <source>%1 begins</source>
        <translation>%1 开始</translation>
    </message>
    <message>
        <source>%1 ends</source>
        <translation>%1 结束</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureBar</name>
    <message>
        <source>Follow the end</source>
        <translation>跟随末尾</translation>
    </message>
    <message>
        <source>Stop program</source>
        <translation>停止程序</translation>
    </message>
    <message>
        <source>As Ctrl+C in a shell</source>
        <translation>相当于在 shell 中按 Ctrl+C</translation>
    </message>
    <message>
        <source>Terminate program</source>
        <translation>终止程序</translation>
    </message>
    <message>
        <source>It was asked to stop and has not ended yet. This asks it to terminate.</source>
        <translation>已请求停止但尚未结束。此操作请求其终止。</translation>
    </message>
    <message>
        <source>Kill program</source>
        <translation>强制结束程序</translation>
    </message>
    <message>
        <source>Ends it at once. The session keeps everything until then.</source>
        <translation>立即结束。此前的工作都已在会话中。</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>正在采集</translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 per second</source>
        <translation>每秒 %1</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>丢失 %1</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Text of the mark</source>
        <translation>标记的文字</translation>
    </message>
    <message>
        <source>Puts a mark with a text at this moment into the session (M)</source>
        <translation>在此刻向会话加入带文字的标记 (M)</translation>
    </message>
    <message>
        <source>Saves what the flight recorder holds as a session of its own</source>
        <translation>把飞行记录现有的内容另存为一个会话</translation>
    </message>
    <message>
        <source>More about the program</source>
        <translation>更多程序操作</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Records again from here on</source>
        <translation>从此刻起继续采集</translation>
    </message>
    <message>
        <source>Records nothing until told to go on; the program runs on</source>
        <translation>在继续之前不采集任何内容；程序照常运行</translation>
    </message>
    <message>
        <source>Mark %1</source>
        <translation>标记 %1</translation>
    </message>
    <message>
        <source>What happens here? (%1)</source>
        <translation>此刻发生了什么？（%1）</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Detach</source>
        <translation>分离</translation>
    </message>
    <message>
        <source>Ends the recording; the program runs on, at its own speed</source>
        <translation>结束采集；程序继续以原有速度运行</translation>
    </message>
    <message>
        <source>No connection to %1</source>
        <translation>与 %1 没有连接</translation>
    </message>
    <message>
        <source>Recording on %1</source>
        <translation>正在 %1 上采集</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureChecks</name>
    <message>
        <source>A folder there; nothing for the home folder</source>
        <translation>目标上的文件夹；留空表示主目录</translation>
    </message>
    <message>
        <source>NAME=value, for this program only</source>
        <translation>NAME=value，仅用于此程序</translation>
    </message>
    <message>
        <source>As in a shell: the program and its arguments</source>
        <translation>与 shell 中相同：程序及其参数</translation>
    </message>
    <message>
        <source>Looked up there</source>
        <translation>会在那里查找</translation>
    </message>
    <message>
        <source>Child processes with torch are recorded, too</source>
        <translation>带 torch 的子进程也会采集</translation>
    </message>
    <message>
        <source>Choose the program that is recorded; it runs on while it is, and afterwards.</source>
        <translation>请选择要采集的程序；采集期间及之后它都会继续运行。</translation>
    </message>
    <message>
        <source>Is recorded from now on, until it ends or you detach. It needs no restart.</source>
        <translation>从现在起采集，直到程序结束或您将其分离。无需重新启动。</translation>
    </message>
    <message>
        <source>Or ssh:HOST, docker:NAME, podman:NAME, kubectl:POD</source>
        <translation>或 ssh:HOST、docker:NAME、podman:NAME、kubectl:POD</translation>
    </message>
    <message>
        <source>Or ssh:HOST, docker:NAME, podman:NAME, kubectl:POD, docker-image:IMAGE</source>
        <translation>或 ssh:HOST、docker:NAME、podman:NAME、kubectl:POD、docker-image:IMAGE</translation>
    </message>
    <message>
        <source>One job on all %1: {node} is the number of each, {nodes} how many they are</source>
        <translation>在全部 %1 个目标上运行一个作业：{node} 是各自的编号，{nodes} 是总数</translation>
    </message>
    <message>
        <source>Programs there are listed; the session grows here, also when the connection breaks</source>
        <translation>列出那里的程序；会话在这里增长，连接中断后也会继续</translation>
    </message>
    <message>
        <source>It runs there; its session grows here, also when the connection breaks</source>
        <translation>程序在目标上运行；会话在本机增长，连接中断也不受影响</translation>
    </message>
    <message>
        <source>%1 is there already and would be replaced.</source>
        <translation>%1 已存在，将被替换。</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureDesk</name>
    <message>
        <source>Capture a program</source>
        <translation>采集程序</translation>
    </message>
    <message>
        <source>Console</source>
        <translation>控制台</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureField</name>
    <message>
        <source>Copies the command</source>
        <translation>复制该命令</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureRun</name>
    <message>
        <source>The recorder %1 could not be started; install Lanescope again.</source>
        <translation>采集程序 %1 无法启动；请重新安装 Lanescope。</translation>
    </message>
    <message>
        <source>Nothing was recorded.</source>
        <translation>没有采集到任何内容。</translation>
    </message>
    <message>
        <source>The program was ended by a signal; everything until then is recorded.</source>
        <translation>程序被信号终止；此前的内容均已采集。</translation>
    </message>
    <message>
        <source>The program ended with exit code %1; everything until then is recorded.</source>
        <translation>程序以退出码 %1 结束；此前的内容均已采集。</translation>
    </message>
</context>
<context>
    <name>lanes::CaptureSheet</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Save in</source>
        <translation>保存到</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Start capture</source>
        <translation>开始采集</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Choose the interpreter that runs the program</source>
        <translation>选择运行程序的解释器</translation>
    </message>
    <message>
        <source>%1 needs your attention</source>
        <translation>请检查“%1”</translation>
    </message>
    <message>
        <source>No Python was found</source>
        <translation>没有找到 Python</translation>
    </message>
    <message>
        <source>Where the program runs</source>
        <translation>程序的运行位置</translation>
    </message>
    <message>
        <source>Where the session goes</source>
        <translation>会话的保存位置</translation>
    </message>
    <message>
        <source>Sessions (*.lanes)</source>
        <translation>会话 (*.lanes)</translation>
    </message>
    <message>
        <source>Copy as command line</source>
        <translation>复制为命令行</translation>
    </message>
    <message>
        <source>Start a program</source>
        <translation>启动程序</translation>
    </message>
    <message>
        <source>Running program</source>
        <translation>运行中的程序</translation>
    </message>
    <message>
        <source>Program to record</source>
        <translation>采集哪个程序</translation>
    </message>
</context>
<context>
    <name>lanes::CommandPalette</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想做什么？</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>没有包含这些词的命令。</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>no command matches</source>
        <translation>没有匹配的命令</translation>
    </message>
</context>
<context>
    <name>lanes::CompareHead</name>
    <message>
        <source>B is as fast as A</source>
        <translation>B 与 A 一样快</translation>
    </message>
    <message>
        <source>B is slower by %1, %2</source>
        <translation>B 慢 %1，%2</translation>
    </message>
    <message>
        <source>B is faster by %1, %2</source>
        <translation>B 快 %1，%2</translation>
    </message>
    <message>
        <source>The samples are steps: %1 and %2</source>
        <translation>以步为样本：%1 与 %2</translation>
    </message>
    <message>
        <source>A step of B is slower by %1, %2</source>
        <translation>B 的每一步慢 %1，%2</translation>
    </message>
    <message>
        <source>A step of B is faster by %1, %2</source>
        <translation>B 的每一步快 %1，%2</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>未被掩盖的通信</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>等待数据</translation>
    </message>
    <message>
        <source>CPU and launches</source>
        <translation>CPU 和启动</translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation>无记录</translation>
    </message>
    <message>
        <source>In a steady step: %1</source>
        <translation>稳定步骤中：%1</translation>
    </message>
    <message>
        <source>Nothing to compare</source>
        <translation>没有可对比的内容</translation>
    </message>
    <message>
        <source>B weighs as much as A</source>
        <translation>B 与 A 一样多</translation>
    </message>
    <message>
        <source>B weighs more by %1, %2</source>
        <translation>B 比 A 多 %1，%2</translation>
    </message>
    <message>
        <source>B weighs less by %1, %2</source>
        <translation>B 比 A 少 %1，%2</translation>
    </message>
</context>
<context>
    <name>lanes::ComparePanel</name>
    <message>
        <source>At 95 %, as steps vary: %1 to %2.</source>
        <translation>随各步波动，95 % 区间为 %1 到 %2。</translation>
    </message>
    <message>
        <source>Not significant: a comparison needs at least three steps on each side.</source>
        <translation>不显著：比较需要两侧各至少三步。</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>Calls in A</source>
        <translation>A 中调用</translation>
    </message>
    <message>
        <source>Calls in B</source>
        <translation>B 中调用</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>A per step</source>
        <translation>A 每步</translation>
    </message>
    <message>
        <source>B per step</source>
        <translation>B 每步</translation>
    </message>
    <message>
        <source>Longest call</source>
        <translation>最长的调用</translation>
    </message>
    <message>
        <source>in the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>A itself</source>
        <translation>A 自身</translation>
    </message>
    <message>
        <source>B itself</source>
        <translation>B 自身</translation>
    </message>
    <message>
        <source>in A</source>
        <translation>在 A 中</translation>
    </message>
    <message>
        <source>in B</source>
        <translation>在 B 中</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Into the step</source>
        <translation>步内位置</translation>
    </message>
    <message>
        <source>Share of it</source>
        <translation>占该步</translation>
    </message>
    <message>
        <source>In the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>At 95 %, a step differs by %1 to %2.</source>
        <translation>在 95% 置信度下，每步相差 %1 到 %2。</translation>
    </message>
</context>
<context>
    <name>lanes::CompareSides</name>
    <message numerus="yes">
        <source>%1 and %n more runs</source>
        <translation>
            <numerusform>%1 及另外 %n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>no session</source>
        <translation>未选会话</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开其他…</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 和 %2</translation>
    </message>
    <message>
        <source>A is also</source>
        <translation>A 还包括</translation>
    </message>
    <message>
        <source>B is also</source>
        <translation>B 还包括</translation>
    </message>
    <message>
        <source>Open further runs…</source>
        <translation>打开更多运行…</translation>
    </message>
</context>
<context>
    <name>lanes::CompareView</name>
    <message>
        <source>Stack</source>
        <translation>调用栈</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>With</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>By</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Name and shapes</source>
        <translation>名称与形状</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Nothing to compare with yet</source>
        <translation>还没有可比较的会话</translation>
    </message>
    <message>
        <source>Choose another session above, with File &gt; Compare with… or by dropping its file here. A verdict needs three steps or more of each.</source>
        <translation>在上方选择另一个会话，使用“文件 &gt; 与其他会话比较…”，或把文件拖到这里。得出结论需要两侧各三步以上。</translation>
    </message>
    <message>
        <source>The other session is being read</source>
        <translation>正在读取另一个会话</translation>
    </message>
    <message>
        <source>The comparison follows by itself.</source>
        <translation>随后会自动比较。</translation>
    </message>
    <message>
        <source>Comparing %1 with %2</source>
        <translation>正在比较 %1 与 %2</translation>
    </message>
    <message>
        <source>Choosing another session ends it.</source>
        <translation>选择其他会话即可终止。</translation>
    </message>
    <message>
        <source>No row matches the filter</source>
        <translation>没有符合筛选条件的行</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>Neither session holds anything of this kind</source>
        <translation>两个会话都没有这类内容</translation>
    </message>
    <message>
        <source>Kernels need a GPU, modules and stacks Python stacks; group by another thing above.</source>
        <translation>核函数需要 GPU，模块和调用栈需要 Python 调用栈；请在上方选择其他分组。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>all rows sum to %1</source>
        <translation>所有行合计 %1</translation>
    </message>
    <message>
        <source>these rows sum to %1 of %2</source>
        <translation>这些行合计 %1，共 %2</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>与 %1 比较</translation>
    </message>
</context>
<context>
    <name>lanes::ConsolePanel</name>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Lines to show</source>
        <translation>显示哪些行</translation>
    </message>
    <message>
        <source>Output of the program</source>
        <translation>程序的输出</translation>
    </message>
    <message>
        <source>Type to the program, Ctrl+D ends its input</source>
        <translation>向程序输入，Ctrl+D 结束输入</translation>
    </message>
    <message>
        <source>Input of the program</source>
        <translation>程序的输入</translation>
    </message>
    <message>
        <source>Nothing that is typed here reaches the program</source>
        <translation>在此输入的内容不会传给程序</translation>
    </message>
</context>
<context>
    <name>lanes::DetailsDock</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>lanes::DetailsPanel</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Nothing is open.</source>
        <translation>没有打开任何内容。</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>Every view shows this range.</source>
        <translation>所有视图都显示此范围。</translation>
    </message>
    <message>
        <source>Nothing selected. Click an event or drag a range.</source>
        <translation>未选择任何内容。请单击事件或拖出范围。</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Steady steps</source>
        <translation>稳定步骤</translation>
    </message>
</context>
<context>
    <name>lanes::DiffFlame</name>
    <message>
        <source>only in B</source>
        <translation>仅 B 有</translation>
    </message>
    <message>
        <source>only in A</source>
        <translation>仅 A 有</translation>
    </message>
    <message>
        <source>Nothing here has callers</source>
        <translation>这里没有调用关系</translation>
    </message>
    <message>
        <source>Steps have no call tree; group by another thing above.</source>
        <translation>步骤没有调用树；请在上方换一种分组方式。</translation>
    </message>
    <message>
        <source>Flame graph of the difference</source>
        <translation>差异火焰图</translation>
    </message>
    <message>
        <source>colour is the change per step</source>
        <translation>颜色为每步的变化</translation>
    </message>
    <message>
        <source>colour is the change</source>
        <translation>颜色为变化</translation>
    </message>
    <message>
        <source>width is the larger side, %1</source>
        <translation>宽度为较大的一侧，%1</translation>
    </message>
    <message>
        <source>less</source>
        <translation>更少</translation>
    </message>
    <message>
        <source>more</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>A %1, B %2, B − A %3</source>
        <translation>A %1，B %2，B − A %3</translation>
    </message>
    <message>
        <source>calls: A %1, B %2</source>
        <translation>调用次数：A %1，B %2</translation>
    </message>
</context>
<context>
    <name>lanes::DockTitle</name>
    <message>
        <source>Float or dock; also a double click on this head</source>
        <translation>浮动或停靠；也可双击此标题</translation>
    </message>
    <message>
        <source>Float or dock</source>
        <translation>浮动或停靠</translation>
    </message>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
</context>
<context>
    <name>lanes::DoctorRun</name>
    <message>
        <source>%1 doctor gave no answer; run it in a shell to see why.</source>
        <translation>%1 doctor 没有回答；请在终端中运行以查看原因。</translation>
    </message>
</context>
<context>
    <name>lanes::DoctorSheet</name>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>The program&apos;s Python</source>
        <translation>程序的 Python</translation>
    </message>
    <message>
        <source>The program&apos;s Python, or its command: a moment of its torch is really recorded</source>
        <translation>程序的 Python 或其命令：会真正采集一小段 torch</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>Looking at this machine, and recording a moment of torch; some seconds</source>
        <translation>正在检查本机并采集一小段 torch，需要几秒</translation>
    </message>
    <message>
        <source>%1 good, %2 limited, %3 broken</source>
        <translation>%1 项正常，%2 项受限，%3 项故障</translation>
    </message>
    <message>
        <source>Why it matters</source>
        <translation>影响</translation>
    </message>
    <message>
        <source>What helps</source>
        <translation>解决办法</translation>
    </message>
    <message>
        <source>click copies</source>
        <translation>点击复制</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy: %1</source>
        <translation>复制：%1</translation>
    </message>
</context>
<context>
    <name>lanes::DocumentPage</name>
    <message>
        <source>Starting to read</source>
        <translation>开始读取</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 events</source>
        <translation>
            <numerusform>%1，%2 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在读取 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Still reading: %1. The part that has been read can be used.</source>
        <translation>仍在读取：%1。已读部分可以使用。</translation>
    </message>
    <message>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>%1 could not be opened</source>
        <translation>无法打开 %1</translation>
    </message>
    <message>
        <source>Open another…</source>
        <translation>打开其他…</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>重新加载</translation>
    </message>
    <message>
        <source>Reading was stopped: only the part read until then is shown.</source>
        <translation>读取已停止：仅显示已读部分。</translation>
    </message>
    <message>
        <source>Reading was stopped</source>
        <translation>读取已停止</translation>
    </message>
    <message>
        <source>Nothing of %1 had been read yet.</source>
        <translation>%1 尚未读取任何内容。</translation>
    </message>
    <message>
        <source>While it is recorded, this is of the newest %1 of the range.</source>
        <translation>采集期间，这里是该范围最新的 %1。</translation>
    </message>
    <message>
        <source>While it is recorded, this is of its newest %1.</source>
        <translation>采集期间，这里是会话最新的 %1。</translation>
    </message>
    <message>
        <source>All of it counts as soon as the recording ends.</source>
        <translation>采集结束后即为全部。</translation>
    </message>
</context>
<context>
    <name>lanes::DocumentTabs</name>
    <message>
        <source>Open sessions</source>
        <translation>打开的会话</translation>
    </message>
</context>
<context>
    <name>lanes::DurationHistogram</name>
    <message numerus="yes">
        <source>%1 events of this name, %2 to %3, median %4</source>
        <translation>
            <numerusform>同名事件 %1 个，%2 至 %3，中位数 %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::FlameCanvas</name>
    <message>
        <source>level %1, %2</source>
        <translation>第 %1 层，%2</translation>
    </message>
</context>
<context>
    <name>lanes::FlameMenu</name>
    <message>
        <source>Collapse recursion</source>
        <translation>合并递归</translation>
    </message>
    <message>
        <source>Merge modules of a class, fold wrappers</source>
        <translation>合并同类模块，折叠包装层</translation>
    </message>
    <message>
        <source>Hide calls below</source>
        <translation>隐藏低于此值的调用</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>不隐藏</translation>
    </message>
    <message>
        <source>0.1 %</source>
        <translation>0.1 %</translation>
    </message>
    <message>
        <source>0.5 %</source>
        <translation>0.5 %</translation>
    </message>
    <message>
        <source>1 %</source>
        <translation>1 %</translation>
    </message>
    <message>
        <source>5 %</source>
        <translation>5 %</translation>
    </message>
    <message>
        <source>Export SVG...</source>
        <translation>导出 SVG…</translation>
    </message>
    <message>
        <source>Export PNG...</source>
        <translation>导出 PNG…</translation>
    </message>
    <message>
        <source>Export collapsed stacks...</source>
        <translation>导出折叠调用栈…</translation>
    </message>
    <message>
        <source>Export for speedscope...</source>
        <translation>导出到 speedscope…</translation>
    </message>
    <message>
        <source>Export flame graph</source>
        <translation>导出火焰图</translation>
    </message>
</context>
<context>
    <name>lanes::FlameView</name>
    <message>
        <source>Time order</source>
        <translation>时间顺序</translation>
    </message>
    <message>
        <source>Merged</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Bottom-up</source>
        <translation>自底向上</translation>
    </message>
    <message>
        <source>Sandwich</source>
        <translation>夹心</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Allocated bytes</source>
        <translation>分配字节</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Python, module, operator, kernel</source>
        <translation>Python、模块、算子、核函数</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Find in graph</source>
        <translation>在图中查找</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>view, export</source>
        <translation>视图、导出</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No device time in this range</source>
        <translation>此范围没有设备时间</translation>
    </message>
    <message>
        <source>This session has no GPU work</source>
        <translation>此会话没有 GPU 工作</translation>
    </message>
    <message>
        <source>Brush a wider range, or weigh by CPU time.</source>
        <translation>框选更大的范围，或以 CPU 时间为权重。</translation>
    </message>
    <message>
        <source>Weigh by CPU time, or capture on a machine with an NVIDIA GPU.</source>
        <translation>以 CPU 时间为权重，或在有 NVIDIA GPU 的机器上采集。</translation>
    </message>
    <message>
        <source>No allocations</source>
        <translation>没有分配</translation>
    </message>
    <message>
        <source>Capture with memory; with torch.profiler, profile_memory=True.</source>
        <translation>采集时包含内存；使用 torch.profiler 时设置 profile_memory=True。</translation>
    </message>
    <message>
        <source>No Python calls</source>
        <translation>没有 Python 调用</translation>
    </message>
    <message>
        <source>Capture with Python stacks; with torch.profiler, with_stack=True (and with_modules=True for modules).</source>
        <translation>采集时包含 Python 调用栈；使用 torch.profiler 时设置 with_stack=True（模块另需 with_modules=True）。</translation>
    </message>
    <message>
        <source>Nothing was called in this range</source>
        <translation>此范围没有调用</translation>
    </message>
    <message numerus="yes">
        <source>%n frames hold all of it</source>
        <translation>
            <numerusform>%n 帧包含全部</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of all</source>
        <translation>占全部的 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1 boxes</source>
        <translation>
            <numerusform>%1 个方块</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, callers of %2 levels</source>
        <translation>
            <numerusform>%1，调用者 %2 层</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>找到 %1 个</translation>
    </message>
    <message>
        <source>Brush a wider range, or choose the whole session.</source>
        <translation>请框选更大的范围，或选择整个会话。</translation>
    </message>
    <message>
        <source>This profile has no times</source>
        <translation>此 profile 不含时间</translation>
    </message>
    <message>
        <source>It says how much calls took, not when they ran: choose Merged, or another weight.</source>
        <translation>它只记录调用的开销，不记录何时运行：请选择“合并”，或换一种权重。</translation>
    </message>
    <message>
        <source>%1, estimated from who called whom</source>
        <translation>%1，由调用关系估算</translation>
    </message>
</context>
<context>
    <name>lanes::GapsPanel</name>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Begins at</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>置信度</translation>
    </message>
    <message>
        <source>Around it</source>
        <translation>前后</translation>
    </message>
    <message>
        <source>in the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>Ran before</source>
        <translation>之前运行</translation>
    </message>
    <message>
        <source>Ended it</source>
        <translation>结束空隙</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>In operator</source>
        <translation>所在算子</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>sums to the gap</source>
        <translation>合计为空隙</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Shown by</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Nothing was recorded in it that shows why.</source>
        <translation>其中没有记录能说明原因的内容。</translation>
    </message>
    <message>
        <source>confidence, time</source>
        <translation>置信度，时间</translation>
    </message>
    <message>
        <source>%1, confidence %2</source>
        <translation>%1，置信度 %2</translation>
    </message>
</context>
<context>
    <name>lanes::GapsView</name>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Filter gaps</source>
        <translation>筛选空隙</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Gaps of</source>
        <translation>空隙属于</translation>
    </message>
    <message>
        <source>the longest %1 of %2, %3 in all</source>
        <translation>%2 个空隙中最长的 %1 个，共 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n gaps, %1 in all</source>
        <translation>
            <numerusform>%n 个空隙，共 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Looking for gaps</source>
        <translation>正在查找空隙</translation>
    </message>
    <message>
        <source>Closing the view ends it.</source>
        <translation>关闭视图即可中止。</translation>
    </message>
    <message>
        <source>No work of a GPU</source>
        <translation>没有 GPU 的工作</translation>
    </message>
    <message>
        <source>A gap is time in which a GPU had nothing to run. This session holds no GPU work: record a program that uses a GPU.</source>
        <translation>空隙是 GPU 没有工作可运行的时间。此会话不含 GPU 的工作：请录制使用 GPU 的程序。</translation>
    </message>
    <message>
        <source>No gap matches the filter</source>
        <translation>没有符合筛选条件的空隙</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No gaps in this range</source>
        <translation>此范围内没有空隙</translation>
    </message>
    <message>
        <source>No gaps</source>
        <translation>没有空隙</translation>
    </message>
    <message>
        <source>Between the first and the last work something always ran.</source>
        <translation>在第一个与最后一个工作之间始终有工作在运行。</translation>
    </message>
    <message>
        <source>Between the first and the last work in it something always ran; choose the whole session to see those outside.</source>
        <translation>其中第一个与最后一个工作之间始终有工作在运行；选择整个会话可查看范围之外的空隙。</translation>
    </message>
</context>
<context>
    <name>lanes::GoToField</name>
    <message>
        <source>Time or step to go to</source>
        <translation>要转到的时间或步</translation>
    </message>
    <message>
        <source>Enter goes there</source>
        <translation>按 Enter 转到</translation>
    </message>
    <message>
        <source>Enter goes there; steps %1 to %2</source>
        <translation>按 Enter 转到；第 %1 至 %2 步</translation>
    </message>
    <message>
        <source>There is no such step</source>
        <translation>没有这一步</translation>
    </message>
    <message>
        <source>Not a time: 29.4 ms, 1.2 s, 300 us</source>
        <translation>不是时间：29.4 ms、1.2 s、300 us</translation>
    </message>
    <message>
        <source>29.4 ms, 1 s..1.2 s, step 6</source>
        <translation>29.4 ms、1 s..1.2 s、step 6</translation>
    </message>
</context>
<context>
    <name>lanes::GraphChart</name>
    <message>
        <source>Replays in time</source>
        <translation>各次重放的时间轴</translation>
    </message>
    <message>
        <source>Since the replay began</source>
        <translation>自重放开始</translation>
    </message>
</context>
<context>
    <name>lanes::GraphPage</name>
    <message>
        <source>Graph</source>
        <translation>图</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>编号 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 nodes carry the same kernel in every replay</source>
        <translation>
            <numerusform>%2 个节点中有 %1 个在每次重放中都是同一核函数</numerusform>
        </translation>
    </message>
    <message>
        <source>no node ids recorded: told apart by name and order</source>
        <translation>未记录节点编号：按名称和次序区分</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No CUDA graph was replayed in this session</source>
        <translation>此会话中没有重放过 CUDA 图</translation>
    </message>
    <message>
        <source>They appear where the program replays one - torch.cuda.CUDAGraph, or torch.compile with mode=&quot;reduce-overhead&quot; - and GPU work is recorded.</source>
        <translation>程序重放 CUDA 图（torch.cuda.CUDAGraph，或 mode=&quot;reduce-overhead&quot; 的 torch.compile）且记录了 GPU 工作时，会显示在这里。</translation>
    </message>
    <message>
        <source>No node matches the filter</source>
        <translation>没有节点符合筛选</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No replay of this graph begins in this range</source>
        <translation>此范围内没有该图的重放开始</translation>
    </message>
    <message>
        <source>Replay %1</source>
        <translation>重放 %1</translation>
    </message>
    <message>
        <source>Median of %1</source>
        <translation>%1 次的中位数</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message numerus="yes">
        <source>%1 nodes</source>
        <translation>
            <numerusform>%1 个节点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 replays</source>
        <translation>
            <numerusform>%1 次重放</numerusform>
        </translation>
    </message>
    <message>
        <source>Brush a wider range, or choose the whole session.</source>
        <translation>请框选更大的范围，或选择整个会话。</translation>
    </message>
</context>
<context>
    <name>lanes::GraphPanel</name>
    <message>
        <source>Node %1 of %2</source>
        <translation>第 %1 个节点，共 %2 个</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>极差</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Nodes are told apart by their kernels</source>
        <translation>节点按核函数区分</translation>
    </message>
    <message>
        <source>the n-th run of a name is one node</source>
        <translation>同名核函数的第 n 次执行视为同一节点</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>replay %1</source>
        <translation>第 %1 次重放</translation>
    </message>
    <message>
        <source>In each replay</source>
        <translation>各次重放</translation>
    </message>
    <message>
        <source>median as a line</source>
        <translation>横线为中位数</translation>
    </message>
    <message>
        <source>All replays</source>
        <translation>全部重放</translation>
    </message>
    <message>
        <source>mean and standard deviation</source>
        <translation>平均值与标准差</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>重放</translation>
    </message>
    <message>
        <source>Device busy</source>
        <translation>设备忙碌</translation>
    </message>
    <message>
        <source>Between nodes</source>
        <translation>节点之间</translation>
    </message>
    <message>
        <source>Launch call</source>
        <translation>启动调用</translation>
    </message>
    <message>
        <source>Where the differences come from</source>
        <translation>差异来源</translation>
    </message>
    <message>
        <source>of all spreads</source>
        <translation>占全部极差</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>of replay %1</source>
        <translation>第 %1 次重放</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最长</translation>
    </message>
</context>
<context>
    <name>lanes::Histogram</name>
    <message numerus="yes">
        <source>%1 calls from %2 to %3; median %4, 95 % are below %5</source>
        <translation>
            <numerusform>%1 次调用，%2 至 %3；中位数 %4，95 % 低于 %5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::InputsTable</name>
    <message>
        <source>%1: none</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>%1: %2 %3</source>
        <translation>%1：%2 %3</translation>
    </message>
    <message>
        <source>%1: [%2] %3</source>
        <translation>%1：[%2] %3</translation>
    </message>
    <message>
        <source>%1: [%2] %3, strides [%4]</source>
        <translation>%1：[%2] %3，步长 [%4]</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Strides</source>
        <translation>步长</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
</context>
<context>
    <name>lanes::InterpreterCheck</name>
    <message>
        <source>Asking the interpreter</source>
        <translation>正在询问解释器</translation>
    </message>
    <message>
        <source>The interpreter does not answer; it is recorded all the same.</source>
        <translation>解释器没有回答；仍可采集。</translation>
    </message>
    <message>
        <source>Python %1 has no torch: choose another Python, or install torch.</source>
        <translation>Python %1 没有 torch：请选择其他 Python，或安装 torch。</translation>
    </message>
    <message>
        <source>Python %1, torch %2. Ready to record.</source>
        <translation>Python %1，torch %2。可以采集。</translation>
    </message>
</context>
<context>
    <name>lanes::KernelOrigin</name>
    <message>
        <source>The kernel</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Its launch</source>
        <translation>启动代码</translation>
    </message>
</context>
<context>
    <name>lanes::KernelsPanel</name>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Launches</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Time per launch</source>
        <translation>每次启动的时间</translation>
    </message>
    <message>
        <source>drag to list</source>
        <translation>拖选以列出</translation>
    </message>
    <message>
        <source>Tensor cores: yes, from the name</source>
        <translation>张量核心：是，依据名称</translation>
    </message>
    <message>
        <source>Tensor cores: no, from the name</source>
        <translation>张量核心：否，依据名称</translation>
    </message>
    <message>
        <source>Tensor cores: not known</source>
        <translation>张量核心：未知</translation>
    </message>
    <message>
        <source>%1, rule %2 of %3</source>
        <translation>%1，规则 %2（共 %3 条）</translation>
    </message>
    <message>
        <source>nothing in the name speaks of them</source>
        <translation>名称中没有相关信息</translation>
    </message>
    <message>
        <source>%1; in %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>Registers, %1 × %2</source>
        <translation>寄存器，%1 × %2</translation>
    </message>
    <message>
        <source>Shared memory, %1</source>
        <translation>共享内存，%1</translation>
    </message>
    <message>
        <source>Warps, %1 of %2</source>
        <translation>线程束，%1，上限 %2</translation>
    </message>
    <message>
        <source>Blocks, %1</source>
        <translation>线程块，%1</translation>
    </message>
    <message>
        <source>Limits on an SM</source>
        <translation>SM 上的限制因素</translation>
    </message>
    <message>
        <source>blocks that fit</source>
        <translation>可容纳的块</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>占用率</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>波次</translation>
    </message>
    <message>
        <source>Tail idle</source>
        <translation>尾部空闲</translation>
    </message>
    <message>
        <source>From call to start</source>
        <translation>从调用到开始</translation>
    </message>
    <message>
        <source>median of %1</source>
        <translation>%1 的中位数</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>在 %1 中</translation>
    </message>
    <message>
        <source>Queued behind other work</source>
        <translation>在其他工作后排队</translation>
    </message>
    <message>
        <source>Launched by</source>
        <translation>启动者</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>launches, time</source>
        <translation>启动次数，时间</translation>
    </message>
    <message>
        <source>Launches of %1 to %2</source>
        <translation>%1 至 %2 的启动</translation>
    </message>
    <message>
        <source>Slowest launches</source>
        <translation>最慢的启动</translation>
    </message>
    <message>
        <source>start, time</source>
        <translation>开始，时间</translation>
    </message>
</context>
<context>
    <name>lanes::KernelsView</name>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Filter, as in search: kernel:  tc:no  dur&gt;1ms</source>
        <translation>筛选，与搜索相同：kernel:  tc:no  dur&gt;1ms</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>This session has no GPU work</source>
        <translation>此会话没有 GPU 工作</translation>
    </message>
    <message>
        <source>Capture on a machine with an NVIDIA GPU and CUPTI, and Lanescope records every kernel; with torch.profiler, add ProfilerActivity.CUDA to the activities.</source>
        <translation>在有 NVIDIA GPU 和 CUPTI 的机器上采集，Lanescope 会记录每个核函数；使用 torch.profiler 时在 activities 中加入 ProfilerActivity.CUDA。</translation>
    </message>
    <message>
        <source>No kernel matches the filter</source>
        <translation>没有符合筛选的核函数</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No kernel starts in this range</source>
        <translation>此范围没有开始的核函数</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>图</translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 个核函数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 launches</source>
        <translation>
            <numerusform>%1 次启动</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Brush a wider range, or choose the whole session.</source>
        <translation>请框选更大的范围，或选择整个会话。</translation>
    </message>
</context>
<context>
    <name>lanes::KeyBar</name>
    <message>
        <source>Keys in this row</source>
        <translation>此行可用的按键</translation>
    </message>
    <message>
        <source>shown while the keyboard leads</source>
        <translation>使用键盘时显示</translation>
    </message>
</context>
<context>
    <name>lanes::KeySheet</name>
    <message>
        <source>Zoom in, out at the cursor</source>
        <translation>以光标为中心放大、缩小</translation>
    </message>
    <message>
        <source>Move left, right; Shift: faster</source>
        <translation>左移、右移；Shift 加速</translation>
    </message>
    <message>
        <source>Zoom to the selection, again: fit</source>
        <translation>缩放到所选，再按适合窗口</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Zoom to the brushed range</source>
        <translation>缩放到框选范围</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Follow a live session</source>
        <translation>跟随实时会话</translation>
    </message>
    <message>
        <source>Previous, next event in the row</source>
        <translation>同行上一个、下一个事件</translation>
    </message>
    <message>
        <source>Caller, first callee</source>
        <translation>调用者、首个被调用者</translation>
    </message>
    <message>
        <source>Launch and kernel, forward and backward</source>
        <translation>启动与核函数，前向与反向</translation>
    </message>
    <message>
        <source>Range from the selection</source>
        <translation>以所选为范围</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Select an event</source>
        <translation>选择事件</translation>
    </message>
    <message>
        <source>Brush a range; Alt: without snapping</source>
        <translation>框选范围；Alt 不吸附</translation>
    </message>
    <message>
        <source>Move, also with the right button</source>
        <translation>移动，也可用右键</translation>
    </message>
    <message>
        <source>Zoom to what is dragged over</source>
        <translation>缩放到拖选处</translation>
    </message>
    <message>
        <source>Zoom at the cursor</source>
        <translation>以光标为中心缩放</translation>
    </message>
    <message>
        <source>Scroll the rows</source>
        <translation>滚动行</translation>
    </message>
    <message>
        <source>Move left, right</source>
        <translation>左移、右移</translation>
    </message>
    <message>
        <source>Zoom to an event</source>
        <translation>缩放到事件</translation>
    </message>
    <message>
        <source>Open a session or trace</source>
        <translation>打开会话或跟踪文件</translation>
    </message>
    <message>
        <source>Capture a program</source>
        <translation>采集程序</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>命令面板</translation>
    </message>
    <message>
        <source>Show or hide the details</source>
        <translation>显示或隐藏详情</translation>
    </message>
    <message>
        <source>Next session</source>
        <translation>下一个会话</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>全屏</translation>
    </message>
    <message>
        <source>This sheet</source>
        <translation>此表</translation>
    </message>
    <message>
        <source>Move and zoom</source>
        <translation>移动与缩放</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Mouse</source>
        <translation>鼠标</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Next, previous match of the search</source>
        <translation>下一个、上一个匹配</translation>
    </message>
    <message>
        <source>Find a row</source>
        <translation>查找行</translation>
    </message>
    <message>
        <source>Pin a row on top</source>
        <translation>将行固定在顶部</translation>
    </message>
    <message>
        <source>Actions for an event or a row</source>
        <translation>对事件或行可做的操作</translation>
    </message>
    <message>
        <source>Show or hide the panels below</source>
        <translation>显示或隐藏下方面板</translation>
    </message>
    <message>
        <source>Marks and rows</source>
        <translation>标记与行</translation>
    </message>
    <message>
        <source>Mark the moment, the brushed range</source>
        <translation>标记此刻、所选范围</translation>
    </message>
    <message>
        <source>Name the mark</source>
        <translation>命名标记</translation>
    </message>
    <message>
        <source>Click</source>
        <translation>单击</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Shift Drag</source>
        <translation>Shift 拖动</translation>
    </message>
    <message>
        <source>Middle_drag</source>
        <translation>中键拖动</translation>
    </message>
    <message>
        <source>Ctrl Wheel</source>
        <translation>Ctrl 滚轮</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Shift Wheel</source>
        <translation>Shift 滚轮</translation>
    </message>
    <message>
        <source>Right_click</source>
        <translation>右键单击</translation>
    </message>
    <message>
        <source>Double_click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>W S</source>
        <translation>W S</translation>
    </message>
    <message>
        <source>A D</source>
        <translation>A D</translation>
    </message>
</context>
<context>
    <name>lanes::MainWindow</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message numerus="yes">
        <source>These are %n ranks of one job.</source>
        <translation>
            <numerusform>这是同一作业的 %n 个 rank。</numerusform>
        </translation>
    </message>
    <message>
        <source>One of these traces replays graphs that the other ones captured.</source>
        <translation>这些跟踪之一重放了其余跟踪所捕获的图。</translation>
    </message>
    <message>
        <source>Open as one session</source>
        <translation>作为一个会话打开</translation>
    </message>
    <message>
        <source>%1 can no longer be followed; it is shown up to here. %2</source>
        <translation>无法再跟随 %1；显示到此为止。%2</translation>
    </message>
</context>
<context>
    <name>lanes::MarkDesk</name>
    <message>
        <source>Name of the mark</source>
        <translation>标记的名称</translation>
    </message>
</context>
<context>
    <name>lanes::MarksView</name>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Filter marks</source>
        <translation>筛选标记</translation>
    </message>
    <message>
        <source>Name of the mark</source>
        <translation>标记的名称</translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation>前 %1 个</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No mark matches the filter</source>
        <translation>没有标记符合筛选条件</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No marks</source>
        <translation>没有标记</translation>
    </message>
    <message>
        <source>M in the timeline marks a moment, Shift+M the brushed range; a program sets some by lanescope.mark, and lanescope ctl mark sets one from outside.</source>
        <translation>在时间线中按 M 标记一个时刻，Shift+M 标记所选范围；程序可用 lanescope.mark 设置标记，lanescope ctl mark 可从外部设置。</translation>
    </message>
    <message>
        <source>From %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>长度</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Give it a name</source>
        <translation>命名</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Del</translation>
    </message>
    <message>
        <source>%1 of yours, %2 of the recording</source>
        <translation>自己的 %1 个，录制中的 %2 个</translation>
    </message>
</context>
<context>
    <name>lanes::MemoryBar</name>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>Alive</source>
        <translation>存活</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>增长</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Place in the program</source>
        <translation>程序中的位置</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Input shapes</source>
        <translation>输入形状</translation>
    </message>
    <message>
        <source>allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>outside PyTorch, at most %1</source>
        <translation>PyTorch 之外，最多 %1</translation>
    </message>
    <message>
        <source>without %1</source>
        <translation>不含 %1</translation>
    </message>
</context>
<context>
    <name>lanes::MemoryCanvas</name>
    <message>
        <source>Peak %1 at %2</source>
        <translation>峰值 %1，位于 %2</translation>
    </message>
    <message>
        <source>Lifetimes</source>
        <translation>生命周期</translation>
    </message>
    <message>
        <source>blocks that the recording saw being allocated; height is size</source>
        <translation>采集期间分配的内存块；高度为大小</translation>
    </message>
    <message>
        <source>, %1 smaller ones left out</source>
        <translation>，省略 %1 个较小的</translation>
    </message>
    <message>
        <source>Memory over time</source>
        <translation>内存随时间的变化</translation>
    </message>
    <message>
        <source>outside PyTorch, beyond this scale: %1</source>
        <translation>PyTorch 之外，超出此刻度：%1</translation>
    </message>
</context>
<context>
    <name>lanes::MemoryPanel</name>
    <message>
        <source>Grown until %1</source>
        <translation>截至 %1 的增长</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks since the mark at %2</source>
        <translation>
            <numerusform>自标记 %2 起 %1 个内存块</numerusform>
        </translation>
    </message>
    <message>
        <source>Alive at %1</source>
        <translation>%1 时存活</translation>
    </message>
    <message numerus="yes">
        <source>%1 blocks in this recording</source>
        <translation>
            <numerusform>本次采集中 %1 个内存块</numerusform>
        </translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Share of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Outside PyTorch: not known</source>
        <translation>PyTorch 之外：未知</translation>
    </message>
    <message>
        <source>Record GPU counters to see it</source>
        <translation>采集 GPU 计数器即可查看</translation>
    </message>
    <message>
        <source>Outside PyTorch: %1</source>
        <translation>PyTorch 之外：%1</translation>
    </message>
    <message>
        <source>of %1 in use on the device</source>
        <translation>设备已用 %1</translation>
    </message>
    <message>
        <source>Growth by step</source>
        <translation>按步增长</translation>
    </message>
    <message>
        <source>from end to end</source>
        <translation>从末尾到末尾</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>按算子</translation>
    </message>
    <message>
        <source>By category</source>
        <translation>按类别</translation>
    </message>
    <message>
        <source>By place</source>
        <translation>按位置</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>按模块</translation>
    </message>
    <message>
        <source>By input shapes</source>
        <translation>按输入形状</translation>
    </message>
    <message>
        <source>bytes, blocks</source>
        <translation>字节，块数</translation>
    </message>
    <message>
        <source>before recording began</source>
        <translation>采集开始之前</translation>
    </message>
    <message>
        <source>Largest blocks</source>
        <translation>最大的内存块</translation>
    </message>
    <message>
        <source>size, lifetime</source>
        <translation>大小，生命周期</translation>
    </message>
    <message>
        <source>not freed</source>
        <translation>未释放</translation>
    </message>
</context>
<context>
    <name>lanes::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>This session has no allocations</source>
        <translation>此会话没有内存分配</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Capture with memory (Memory hunt); with torch.profiler, profile_memory=True.</source>
        <translation>采集时包含内存（内存排查）；使用 torch.profiler 时设置 profile_memory=True。</translation>
    </message>
</context>
<context>
    <name>lanes::ModuleTimeline</name>
    <message>
        <source>Calls in time</source>
        <translation>随时间的调用</translation>
    </message>
</context>
<context>
    <name>lanes::ModulesPanel</name>
    <message>
        <source>outermost</source>
        <translation>最外层</translation>
    </message>
    <message>
        <source>Host time</source>
        <translation>主机时间</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>own operators</source>
        <translation>自身算子</translation>
    </message>
    <message>
        <source>Device time inside</source>
        <translation>内部设备时间</translation>
    </message>
    <message>
        <source>Host time inside</source>
        <translation>内部主机时间</translation>
    </message>
    <message>
        <source>per call %1</source>
        <translation>每次调用 %1</translation>
    </message>
    <message>
        <source>Host time per operator</source>
        <translation>每个算子的主机时间</translation>
    </message>
    <message>
        <source>Host time per call</source>
        <translation>每次调用的主机时间</translation>
    </message>
    <message numerus="yes">
        <source>%1 operators</source>
        <translation>
            <numerusform>%1 个算子</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>By module</source>
        <translation>按模块</translation>
    </message>
    <message>
        <source>device time, spread %1</source>
        <translation>设备时间，极差 %1</translation>
    </message>
    <message>
        <source>host time, spread %1</source>
        <translation>主机时间，极差 %1</translation>
    </message>
    <message>
        <source>Top operators</source>
        <translation>最耗时的算子</translation>
    </message>
    <message>
        <source>own device time</source>
        <translation>自身设备时间</translation>
    </message>
    <message>
        <source>own host time</source>
        <translation>自身主机时间</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源代码</translation>
    </message>
</context>
<context>
    <name>lanes::ModulesView</name>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Filter modules</source>
        <translation>筛选模块</translation>
    </message>
    <message>
        <source>By class</source>
        <translation>按类</translation>
    </message>
    <message>
        <source>Each module</source>
        <translation>每个模块</translation>
    </message>
    <message>
        <source>siblings of one class share a row</source>
        <translation>同类的兄弟模块合为一行</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No module matches the filter</source>
        <translation>没有符合筛选的模块</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No nn.Module was called here</source>
        <translation>这里没有调用 nn.Module</translation>
    </message>
    <message>
        <source>Capture with Python stacks; with torch.profiler, with_stack=True and with_modules=True. In a brushed range: brush a wider one.</source>
        <translation>采集时包含 Python 调用栈；使用 torch.profiler 时设置 with_stack=True 和 with_modules=True。若在框选范围内：请框选更大的范围。</translation>
    </message>
</context>
<context>
    <name>lanes::OfferedTargets</name>
    <message>
        <source>No answer from %1</source>
        <translation>%1 没有应答</translation>
    </message>
    <message>
        <source>no Python</source>
        <translation>没有 Python</translation>
    </message>
    <message>
        <source>Python %1, no torch</source>
        <translation>Python %1，没有 torch</translation>
    </message>
    <message>
        <source>Python %1, torch %2</source>
        <translation>Python %1，torch %2</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>host of ssh</source>
        <translation>ssh 主机</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n 个 GPU</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Found inside</source>
        <translation>内部环境</translation>
    </message>
    <message>
        <source>select to look inside</source>
        <translation>选中以查看其内容</translation>
    </message>
</context>
<context>
    <name>lanes::OperatorsPanel</name>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Per call</source>
        <translation>每次调用</translation>
    </message>
    <message>
        <source>work and traffic from shapes</source>
        <translation>计算量和访存量由形状得出</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>计算量</translation>
    </message>
    <message>
        <source>Traffic, at least</source>
        <translation>访存量，至少</translation>
    </message>
    <message>
        <source>Intensity</source>
        <translation>计算强度</translation>
    </message>
    <message>
        <source>Achieved</source>
        <translation>实际达到</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Best possible</source>
        <translation>理论最快</translation>
    </message>
    <message>
        <source>Share of roof</source>
        <translation>占屋顶</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Limits from</source>
        <translation>上限来源</translation>
    </message>
    <message>
        <source>Device time per call</source>
        <translation>每次调用的设备时间</translation>
    </message>
    <message>
        <source>CPU time per call</source>
        <translation>每次调用的 CPU 时间</translation>
    </message>
    <message>
        <source>drag to list</source>
        <translation>拖选以列出</translation>
    </message>
    <message>
        <source>Calls of %1 to %2</source>
        <translation>%1 至 %2 的调用</translation>
    </message>
    <message>
        <source>Slowest calls</source>
        <translation>最慢的调用</translation>
    </message>
    <message>
        <source>start, device time</source>
        <translation>开始，设备时间</translation>
    </message>
    <message>
        <source>start, CPU time</source>
        <translation>开始，CPU 时间</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>调用处</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>no Python code is known for these calls</source>
        <translation>这些调用没有已知的 Python 代码</translation>
    </message>
</context>
<context>
    <name>lanes::OperatorsView</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Filter, as in search: op:  shape:  dur&gt;1ms</source>
        <translation>筛选，与搜索相同：op:  shape:  dur&gt;1ms</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name and shapes</source>
        <translation>名称与形状</translation>
    </message>
    <message>
        <source>Name and place</source>
        <translation>名称与位置</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>This session has no operators</source>
        <translation>此会话没有算子</translation>
    </message>
    <message>
        <source>Lanescope records them unless told not to; with torch.profiler, add ProfilerActivity.CPU to the activities.</source>
        <translation>Lanescope 默认会采集；使用 torch.profiler 时在 activities 中加入 ProfilerActivity.CPU。</translation>
    </message>
    <message>
        <source>No operator matches the filter</source>
        <translation>没有符合筛选的算子</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>No operator starts in this range</source>
        <translation>此范围没有开始的算子</translation>
    </message>
    <message>
        <source>Tree of calls</source>
        <translation>调用树</translation>
    </message>
    <message>
        <source>A roofline needs GPU work and input shapes: record both (record_shapes=True)</source>
        <translation>屋顶线图需要 GPU 工作和输入形状：请两者都记录（record_shapes=True）</translation>
    </message>
    <message>
        <source>No operator here has a FLOP count: record input shapes (record_shapes=True)</source>
        <translation>这里没有算子有 FLOP 数：请记录输入形状（record_shapes=True）</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 calls</source>
        <translation>
            <numerusform>%1 次调用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Brush a wider range, or choose the whole session.</source>
        <translation>请框选更大的范围，或选择整个会话。</translation>
    </message>
</context>
<context>
    <name>lanes::Overlay</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>关闭 (Esc)</translation>
    </message>
</context>
<context>
    <name>lanes::OverviewStrip</name>
    <message>
        <source>Whole session</source>
        <translation>整个会话</translation>
    </message>
</context>
<context>
    <name>lanes::OverviewView</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Nothing was recorded</source>
        <translation>没有采集到任何内容</translation>
    </message>
    <message>
        <source>The session has no events. Data quality (Ctrl+8) says whether something went wrong.</source>
        <translation>此会话没有事件。“数据质量”（Ctrl+8）说明是否出了问题。</translation>
    </message>
    <message>
        <source>Top operators</source>
        <translation>最耗时的算子</translation>
    </message>
    <message>
        <source>none in this range</source>
        <translation>此范围没有</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>最耗时的核函数</translation>
    </message>
    <message>
        <source>capture on a machine with a GPU to see them</source>
        <translation>在有 GPU 的机器上采集即可查看</translation>
    </message>
    <message>
        <source>Mean step</source>
        <translation>平均步长时间</translation>
    </message>
    <message>
        <source>slowest is %1</source>
        <translation>最慢 %1</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>no steps were recorded</source>
        <translation>未记录步</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>kernels, copies and memsets</source>
        <translation>核函数、拷贝与填充</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>while no GPU works</source>
        <translation>GPU 空闲期间</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>launches and waits</source>
        <translation>启动与等待</translation>
    </message>
    <message>
        <source>Mean occupancy</source>
        <translation>平均占用率</translation>
    </message>
    <message>
        <source>over kernel time</source>
        <translation>按核函数时间加权</translation>
    </message>
    <message>
        <source>Memory peak</source>
        <translation>内存峰值</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>memory was not recorded</source>
        <translation>未记录内存</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>each bar sums to its wall time</source>
        <translation>每条合计为其墙钟时间</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>unions of intervals in the range</source>
        <translation>范围内区间的并集</translation>
    </message>
    <message>
        <source>GPU %1 busy</source>
        <translation>GPU %1 忙碌</translation>
    </message>
    <message>
        <source>  computing</source>
        <translation>  计算</translation>
    </message>
    <message>
        <source>  communicating</source>
        <translation>  通信</translation>
    </message>
    <message>
        <source>  both at once</source>
        <translation>  二者同时</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>This session</source>
        <translation>本会话</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Recorded with</source>
        <translation>采集工具</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>Complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no, the end is missing</source>
        <translation>否，缺少末尾</translation>
    </message>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>what was lost, repaired or guessed</source>
        <translation>丢失、修复或推测的内容</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>nothing lost, nothing repaired</source>
        <translation>没有丢失，没有修复</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>no step lies in the range whole</source>
        <translation>范围内没有完整的步</translation>
    </message>
    <message>
        <source>Median steady step</source>
        <translation>稳定步骤中位数</translation>
    </message>
    <message>
        <source>mean %1, p95 %2</source>
        <translation>平均 %1，p95 %2</translation>
    </message>
    <message>
        <source>the slowest of neighbours, %1 of %2; colour: what made it long</source>
        <translation>相邻步骤中最慢的，%2 步中的 %1 步；颜色：变慢的原因</translation>
    </message>
    <message>
        <source>colour: what made it longer than the median</source>
        <translation>颜色：比中位数慢的原因</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
</context>
<context>
    <name>lanes::PanelHead</name>
    <message>
        <source>Close the panel</source>
        <translation>关闭面板</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>复制为文本</translation>
    </message>
    <message>
        <source>Zoom to this event</source>
        <translation>缩放到此事件</translation>
    </message>
</context>
<context>
    <name>lanes::PathPanel</name>
    <message>
        <source>On the path</source>
        <translation>路径上</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>余量</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Effect of a faster part</source>
        <translation>假如它更快</translation>
    </message>
    <message>
        <source>+ and −</source>
        <translation>+ 和 −</translation>
    </message>
    <message>
        <source>Lines have no estimate: their calls would go with them. Group by name, kind or module instead.</source>
        <translation>行没有估计值：其调用会随之改变。请改按名称、类型或模块汇总。</translation>
    </message>
    <message>
        <source>Nothing was recorded there that could be faster.</source>
        <translation>此处没有记录可以加快的内容。</translation>
    </message>
    <message>
        <source>All events of this name get faster by this factor, on the path or not, with everything inside them. Time that other work then takes is not gained.</source>
        <translation>所有同名事件及其内部的工作都加快，无论是否在路径上；届时由别的事件决定的部分不计入收益。</translation>
    </message>
    <message>
        <source>All of it gets faster by this factor, on the path or not. Time that other work then takes is not gained.</source>
        <translation>全部加快，无论是否在路径上；届时由别的事件决定的部分不计入收益。</translation>
    </message>
    <message>
        <source>Longest segment</source>
        <translation>最长的一段</translation>
    </message>
    <message>
        <source>in the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>位于 %1</translation>
    </message>
</context>
<context>
    <name>lanes::PathView</name>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>代码行</translation>
    </message>
    <message>
        <source>Sum up by</source>
        <translation>汇总方式</translation>
    </message>
    <message>
        <source>the chain of work that decided %1</source>
        <translation>决定这 %1 的工作链</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Looking for the critical path</source>
        <translation>正在查找关键路径</translation>
    </message>
    <message>
        <source>Brushing another range ends it.</source>
        <translation>选择其他范围即可中止。</translation>
    </message>
    <message>
        <source>No row matches the filter</source>
        <translation>没有符合筛选条件的行</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>Nothing ran in this range</source>
        <translation>此范围内没有任何工作</translation>
    </message>
    <message>
        <source>A path needs events of threads or devices; brush another range, or choose the whole session.</source>
        <translation>路径需要线程或设备的事件；请框选其他范围，或选择整个会话。</translation>
    </message>
</context>
<context>
    <name>lanes::PdfPages</name>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
</context>
<context>
    <name>lanes::PeakPage</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Peak %1</source>
        <translation>峰值 %1</translation>
    </message>
    <message>
        <source>at %1, of the range that is shown</source>
        <translation>位于 %1，所示范围内</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>Outside</source>
        <translation>PyTorch 之外</translation>
    </message>
    <message numerus="yes">
        <source>%1 requests made it reserve %2 more while as much lay unused, in pieces too small: PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True helps.</source>
        <translation>
            <numerusform>%1 次请求使其多保留了 %2，而当时有同样多的内存未使用，只是碎片太小：可设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True。</numerusform>
        </translation>
    </message>
    <message>
        <source>input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>optimizer state</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>gradient</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>temporary</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>before recording began</source>
        <translation>采集开始之前</translation>
    </message>
    <message>
        <source>of these, not in the totals</source>
        <translation>其中未计入总量</translation>
    </message>
    <message>
        <source>Memory at peak</source>
        <translation>峰值内存构成</translation>
    </message>
    <message>
        <source>bytes, blocks</source>
        <translation>字节，块数</translation>
    </message>
    <message>
        <source>Peak without its activations</source>
        <translation>去掉其激活后的峰值</translation>
    </message>
    <message>
        <source>peak, saved</source>
        <translation>峰值，节省</translation>
    </message>
    <message>
        <source>No module has activations at the peak, or modules were not recorded (with_stack=True, with_modules=True).</source>
        <translation>峰值时没有模块持有激活，或未记录模块（with_stack=True, with_modules=True）。</translation>
    </message>
    <message>
        <source>all %1</source>
        <translation>全部 %1 个</translation>
    </message>
    <message>
        <source>Draws the curve without them. Recomputed activations return for a while, so checkpointing saves at most this.</source>
        <translation>画出去掉它们后的曲线。重新计算的内容会再次短暂占用内存：检查点最多节省这么多。</translation>
    </message>
    <message>
        <source>Grew step over step</source>
        <translation>逐步增长</translation>
    </message>
    <message>
        <source>Not known with fewer than two whole steps.</source>
        <translation>完整步骤少于两个，无法得知。</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>every step</source>
        <translation>每一步</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 steps</source>
        <translation>
            <numerusform>%2 步中的 %1 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing: every step ends with what the first one left.</source>
        <translation>没有增长：每一步结束时都与第一步结束时相同。</translation>
    </message>
    <message>
        <source>Outside, process %1</source>
        <translation>外部，进程 %1</translation>
    </message>
</context>
<context>
    <name>lanes::ProgramPicker</name>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Filter by program, process or user</source>
        <translation>按程序、进程或用户筛选</translation>
    </message>
    <message>
        <source>Filter running programs</source>
        <translation>筛选正在运行的程序</translation>
    </message>
    <message>
        <source>Looks for running programs again (F5)</source>
        <translation>重新查找正在运行的程序 (F5)</translation>
    </message>
    <message>
        <source>Running programs</source>
        <translation>正在运行的程序</translation>
    </message>
    <message>
        <source>Looking for running programs</source>
        <translation>正在查找运行中的程序</translation>
    </message>
    <message>
        <source>No running program has this in its row.</source>
        <translation>没有运行中的程序与此匹配。</translation>
    </message>
    <message>
        <source>No Python program with torch runs here. Start one, then look again.</source>
        <translation>这里没有正在运行的、带有 torch 的 Python 程序。请启动一个，再重新查找。</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>Looking for programs on %1</source>
        <translation>正在查找 %1 上的程序</translation>
    </message>
    <message>
        <source>Enter or F5 looks for programs on %1.</source>
        <translation>按 Enter 或 F5 查找 %1 上的程序。</translation>
    </message>
    <message>
        <source>%1 could not be asked.</source>
        <translation>无法询问 %1。</translation>
    </message>
    <message>
        <source>No Python program with torch runs on %1. Start one, then look again.</source>
        <translation>%1 上没有正在运行的、带有 torch 的 Python 程序。请启动一个，再重新查找。</translation>
    </message>
</context>
<context>
    <name>lanes::ProgressLine</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>%1 percent</source>
        <translation>百分之 %1</translation>
    </message>
</context>
<context>
    <name>lanes::QueryChart</name>
    <message>
        <source>Chart of</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>over</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>Chart of the result</source>
        <translation>结果的图表</translation>
    </message>
    <message>
        <source>A chart needs a column of numbers and another column.</source>
        <translation>图表需要一个数值列和另外一列。</translation>
    </message>
    <message>
        <source>%1 over %2, from %3 to %4</source>
        <translation>%1，横轴 %2，从 %3 到 %4</translation>
    </message>
</context>
<context>
    <name>lanes::QueryEditor</name>
    <message>
        <source>SQL query</source>
        <translation>SQL 查询</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>补全</translation>
    </message>
</context>
<context>
    <name>lanes::QueryView</name>
    <message>
        <source>Result of the query</source>
        <translation>查询结果</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>earlier</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>正在运行…</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows in %2</source>
        <translation>
            <numerusform>%1 行，用时 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>the first %1 are shown</source>
        <translation>只显示前 %1 行</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>The query is wrong</source>
        <translation>查询有误</translation>
    </message>
    <message>
        <source>No row matches</source>
        <translation>没有匹配的行</translation>
    </message>
    <message>
        <source>The query ran and found nothing.</source>
        <translation>查询已运行，没有找到任何行。</translation>
    </message>
    <message>
        <source>Ask in SQL</source>
        <translation>用 SQL 提问</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs the query. Ctrl+Space completes a word. Queries has examples.</source>
        <translation>Ctrl+Enter 运行查询，Ctrl+Space 补全单词，“查询”里有示例。</translation>
    </message>
</context>
<context>
    <name>lanes::RangeChip</name>
    <message>
        <source>%1 to %2  %3</source>
        <translation>%1 至 %2  %3</translation>
    </message>
    <message>
        <source>Whole session  %1</source>
        <translation>整个会话  %1</translation>
    </message>
    <message>
        <source>Let the range go</source>
        <translation>取消范围</translation>
    </message>
    <message>
        <source>Show the whole session</source>
        <translation>显示整个会话</translation>
    </message>
</context>
<context>
    <name>lanes::RangePanel</name>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>拷贝</translation>
    </message>
    <message>
        <source>Memsets</source>
        <translation>内存填充</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>Data loading</source>
        <translation>数据加载</translation>
    </message>
    <message>
        <source>Operators on CPU</source>
        <translation>CPU 上的算子</translation>
    </message>
    <message>
        <source>Python, other</source>
        <translation>Python 及其他</translation>
    </message>
    <message>
        <source>No recorded activity</source>
        <translation>没有采集到活动</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>runtime calls</source>
        <translation>运行时调用</translation>
    </message>
    <message>
        <source>ranges</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>%1 to %2. Every view shows this range.</source>
        <translation>%1 至 %2。所有视图都显示此范围。</translation>
    </message>
    <message>
        <source>no GPU</source>
        <translation>无 GPU</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>GPU busy</source>
        <translation>GPU 忙碌</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Where the time went</source>
        <translation>时间去向</translation>
    </message>
    <message>
        <source>sums to the range</source>
        <translation>合计为该范围</translation>
    </message>
    <message>
        <source>Top kernels</source>
        <translation>最耗时的核函数</translation>
    </message>
    <message>
        <source>Top names</source>
        <translation>最耗时的名称</translation>
    </message>
    <message>
        <source>device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>time, inner calls included</source>
        <translation>时间，含内部调用</translation>
    </message>
    <message>
        <source>Busy per row</source>
        <translation>每行忙碌时间</translation>
    </message>
    <message>
        <source>events, time</source>
        <translation>事件数，时间</translation>
    </message>
    <message numerus="yes">
        <source>%1 of the range, %2 events</source>
        <translation>
            <numerusform>占范围 %1，%2 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more rows</source>
        <translation>
            <numerusform>还有 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>CPU, not traced</source>
        <translation>CPU（未跟踪）</translation>
    </message>
</context>
<context>
    <name>lanes::RankGrid</name>
    <message>
        <source>Ranks and their steps</source>
        <translation>各 rank 及其步</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>%1: not recorded</source>
        <translation>%1：未记录</translation>
    </message>
    <message>
        <source>%1: %2; waited %3, communicated %4, computed %5</source>
        <translation>%1：%2；等待 %3，通信 %4，计算 %5</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>The whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>not aligned</source>
        <translation>未对齐</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
</context>
<context>
    <name>lanes::RanksPanel</name>
    <message>
        <source>by collectives</source>
        <translation>依据集合通信</translation>
    </message>
    <message>
        <source>by the trace&apos;s origin</source>
        <translation>依据跟踪的起点</translation>
    </message>
    <message>
        <source>not aligned</source>
        <translation>未对齐</translation>
    </message>
    <message>
        <source>number %1</source>
        <translation>序号 %1</translation>
    </message>
    <message>
        <source>number %1 of group %2</source>
        <translation>组 %2 的序号 %1</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>时差</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>传输</translation>
    </message>
    <message>
        <source>Apart: %1</source>
        <translation>单列：%1</translation>
    </message>
    <message>
        <source>Nothing ties its clock to the others&apos;; it is in no collective here.</source>
        <translation>其时钟无法与其他对应；不计入此处的集合通信。</translation>
    </message>
    <message>
        <source>Who waited</source>
        <translation>谁在等待</translation>
    </message>
    <message>
        <source>in the timeline</source>
        <translation>在时间线中</translation>
    </message>
    <message>
        <source>came last</source>
        <translation>最后到达</translation>
    </message>
    <message>
        <source>Waiting caused by each rank</source>
        <translation>各 rank 造成的等待</translation>
    </message>
    <message>
        <source>in all collectives</source>
        <translation>所有集合通信</translation>
    </message>
    <message>
        <source>It waited %1 itself</source>
        <translation>它自己等待了 %1</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>暴露的</translation>
    </message>
    <message>
        <source>%1 of communication, %2 of computing</source>
        <translation>通信 %1，计算 %2</translation>
    </message>
    <message>
        <source>Clocks</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>offset, error</source>
        <translation>偏移，误差</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>基准</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>In a steady step the others wait for %1: %2</source>
        <translation>在稳定的一步中，其他进程等待 %1：%2</translation>
    </message>
</context>
<context>
    <name>lanes::RanksView</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Filter collectives</source>
        <translation>筛选集合通信</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>来自</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>Computing</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Measure in the cells</source>
        <translation>单元格的含义</translation>
    </message>
    <message numerus="yes">
        <source>%n sessions</source>
        <translation>
            <numerusform>%n 个会话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n collectives matched</source>
        <translation>
            <numerusform>匹配了 %n 次集合通信</numerusform>
        </translation>
    </message>
    <message>
        <source>worst clock error ±%1</source>
        <translation>最大时钟误差 ±%1</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>Comparing the ranks</source>
        <translation>正在比较各 rank</translation>
    </message>
    <message>
        <source>Closing the view ends it.</source>
        <translation>关闭视图即可中止。</translation>
    </message>
    <message>
        <source>One rank alone</source>
        <translation>只有一个 rank</translation>
    </message>
    <message>
        <source>Open the traces of the job&apos;s other ranks beside this one, or record the whole job: lanescope record -- torchrun …</source>
        <translation>请同时打开该作业其他 rank 的跟踪文件，或采集整个作业：lanescope record -- torchrun …</translation>
    </message>
    <message>
        <source>No collective matches the filter</source>
        <translation>没有符合筛选条件的集合通信</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>These ranks cannot be aligned</source>
        <translation>这些 rank 无法对齐</translation>
    </message>
    <message>
        <source>%1: nothing ties its clock to the first one&apos;s, no collective that both recorded and no origin in the trace. Record the same steps on all ranks.</source>
        <translation>%1：其时钟与第一个 rank 无法对应，既没有双方都记录的集合通信，跟踪中也没有起点。请在所有 rank 上采集相同的步。</translation>
    </message>
    <message>
        <source>No collective was recorded on two ranks</source>
        <translation>没有两个 rank 都记录到的集合通信</translation>
    </message>
    <message>
        <source>Profile the same steps on all ranks, with NCCL&apos;s kernels or gloo&apos;s ranges in them.</source>
        <translation>请在所有 rank 上分析相同的步，并包含 NCCL 核函数或 gloo 区间。</translation>
    </message>
</context>
<context>
    <name>lanes::RecentMenu</name>
    <message>
        <source>Open &amp;recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Nothing yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Clear this list</source>
        <translation>清空列表</translation>
    </message>
</context>
<context>
    <name>lanes::RecordedKinds</name>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>names, threads, begin and end, named ranges</source>
        <translation>名称、线程、起止时间、命名区间</translation>
    </message>
    <message>
        <source>shapes, types and strides of tensors, values of scalars</source>
        <translation>张量的形状、类型与步长，标量的值</translation>
    </message>
    <message>
        <source>Python stacks</source>
        <translation>Python 调用栈</translation>
    </message>
    <message>
        <source>where each operator was called, to the line</source>
        <translation>每个算子的调用位置，精确到行</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>every allocation of torch and its stack</source>
        <translation>torch 的每次分配及其调用栈</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>ranks, data loader workers and subprocesses as well</source>
        <translation>包括各 rank、数据加载工作进程和子进程</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>kernels, copies and launches of NVIDIA devices, through CUPTI</source>
        <translation>NVIDIA 设备的核函数、拷贝和启动，经由 CUPTI</translation>
    </message>
    <message>
        <source>0.4 µs</source>
        <translation>0.4 µs</translation>
    </message>
    <message>
        <source>3 B</source>
        <translation>3 B</translation>
    </message>
    <message>
        <source>under 0.1 µs</source>
        <translation>低于 0.1 µs</translation>
    </message>
    <message>
        <source>under 1 B</source>
        <translation>低于 1 B</translation>
    </message>
    <message>
        <source>0.2 to 0.4 µs</source>
        <translation>0.2 至 0.4 µs</translation>
    </message>
    <message>
        <source>under 0.2 µs</source>
        <translation>低于 0.2 µs</translation>
    </message>
    <message>
        <source>1 to 2 B</source>
        <translation>1 至 2 B</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未测量</translation>
    </message>
    <message>
        <source>Time per operator</source>
        <translation>每个算子的耗时</translation>
    </message>
    <message>
        <source>In the session</source>
        <translation>会话中占用</translation>
    </message>
    <message>
        <source>Measured on small forward passes with torch 1.13, 2.9 and 2.15, one kind at a time, per operator; your program&apos;s may differ. The cost of GPU work is in README.</source>
        <translation>在 torch 1.13、2.9 和 2.15 上对小型前向传播逐类测得，按每个算子计；您的程序可能不同。GPU 工作的开销见 README。</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>shapes, types and strides of what operators give back</source>
        <translation>算子返回值的形状、类型与步长</translation>
    </message>
    <message>
        <source>NaN and Inf</source>
        <translation>NaN 与 Inf</translation>
    </message>
    <message>
        <source>which operators make them, of values on the CPU</source>
        <translation>由哪些算子产生，限 CPU 上的值</translation>
    </message>
    <message>
        <source>0.1 µs + 30 µs a MB</source>
        <translation>0.1 µs + 每 MB 30 µs</translation>
    </message>
    <message>
        <source>CUDA allocator</source>
        <translation>CUDA 分配器</translation>
    </message>
    <message>
        <source>segments that it takes and gives back, told at the end</source>
        <translation>它取得和归还的内存段，结束时给出</translation>
    </message>
    <message>
        <source>0.1 µs a block</source>
        <translation>每块 0.1 µs</translation>
    </message>
    <message>
        <source>Exceptions</source>
        <translation>异常</translation>
    </message>
    <message>
        <source>that the program catches, too; Python 3.12 and later</source>
        <translation>包括程序自己捕获的；Python 3.12 及以后</translation>
    </message>
    <message>
        <source>2 µs each</source>
        <translation>每个 2 µs</translation>
    </message>
    <message>
        <source>1 B each</source>
        <translation>每个 1 B</translation>
    </message>
</context>
<context>
    <name>lanes::RecordingLink</name>
    <message>
        <source>The recorder of “%1” does not answer; it may be stopped or very busy.</source>
        <translation>“%1”的采集器没有应答；它可能被停住或非常繁忙。</translation>
    </message>
    <message>
        <source>The recording of %1 cannot be reached; it may just have ended.</source>
        <translation>无法联系 %1 的采集；它可能刚刚结束。</translation>
    </message>
    <message>
        <source>Recording is paused</source>
        <translation>采集已暂停</translation>
    </message>
    <message>
        <source>Recording goes on</source>
        <translation>采集继续</translation>
    </message>
    <message>
        <source>Marked: %1</source>
        <translation>已标记：%1</translation>
    </message>
    <message>
        <source>Saving what the flight recorder holds</source>
        <translation>正在保存飞行记录的内容</translation>
    </message>
    <message>
        <source>“%1” runs in a container of its own; stop it there.</source>
        <translation>“%1”运行在自己的容器中；请在那里停止。</translation>
    </message>
    <message>
        <source>Detaching from %1; it runs on</source>
        <translation>正在与 %1 分离；它会继续运行</translation>
    </message>
    <message>
        <source>%1 was asked to stop</source>
        <translation>已请求 %1 停止</translation>
    </message>
    <message>
        <source>%1 was asked to terminate</source>
        <translation>已请求 %1 终止</translation>
    </message>
    <message>
        <source>%1 was killed</source>
        <translation>%1 已被强制结束</translation>
    </message>
</context>
<context>
    <name>lanes::RecordingNews</name>
    <message>
        <source>Kill</source>
        <translation>强制结束</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>lanes::RecordingPanel</name>
    <message>
        <source>All of it</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>From the first operator to the last</source>
        <translation>从第一个算子到最后一个</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>等待</translation>
    </message>
    <message>
        <source>warm up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>record</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>steps, times</source>
        <translation>步，重复</translation>
    </message>
    <message>
        <source>ever</source>
        <translation>不限</translation>
    </message>
    <message>
        <source>Steps of training; then it begins anew with the wait</source>
        <translation>训练的步；之后从等待重新开始</translation>
    </message>
    <message>
        <source>For a time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Begin after</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>record for</source>
        <translation>采集时长</translation>
    </message>
    <message>
        <source>the rest</source>
        <translation>其余全部</translation>
    </message>
    <message>
        <source>Then it is paused; the program runs on</source>
        <translation>之后暂停；程序照常运行</translation>
    </message>
    <message>
        <source>When I say so</source>
        <translation>由我开始</translation>
    </message>
    <message>
        <source>Begins paused; Go on, above the session, starts it</source>
        <translation>以暂停状态开始；点会话上方的“继续”开始采集</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>最多</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>The session grows as long as the program runs</source>
        <translation>会话随程序运行不断增长</translation>
    </message>
    <message>
        <source>The newest</source>
        <translation>最新部分</translation>
    </message>
    <message>
        <source>Largest size on the disk; older events give way to newer ones</source>
        <translation>磁盘占用；旧事件让位于新事件</translation>
    </message>
    <message>
        <source>Flight recorder</source>
        <translation>飞行记录</translation>
    </message>
    <message>
        <source>within</source>
        <translation>不超过</translation>
    </message>
    <message>
        <source>save when</source>
        <translation>保存条件</translation>
    </message>
    <message>
        <source>Saved as a session of its own then, when the program dies, and when you say so</source>
        <translation>届时、程序异常结束时以及您要求时，另存为一个会话</translation>
    </message>
    <message>
        <source>What is recorded</source>
        <translation>采集内容</translation>
    </message>
    <message>
        <source>Quick look</source>
        <translation>快速查看</translation>
    </message>
    <message>
        <source>Full detail</source>
        <translation>全部细节</translation>
    </message>
    <message>
        <source>Memory hunt</source>
        <translation>排查内存</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>If the program uses torch.profiler</source>
        <translation>若程序使用 torch.profiler</translation>
    </message>
    <message>
        <source>both record</source>
        <translation>双方都记录</translation>
    </message>
    <message>
        <source>only Lanescope</source>
        <translation>仅 Lanescope</translation>
    </message>
    <message>
        <source>only the program</source>
        <translation>仅程序自己</translation>
    </message>
    <message>
        <source>When</source>
        <translation>何时</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Presets of what is recorded</source>
        <translation>采集内容的预设</translation>
    </message>
    <message>
        <source>torch.profiler and others can share the GPU&apos;s records, go without, or have them alone</source>
        <translation>torch.profiler 等可以共享 GPU 记录、得不到记录，或独占记录</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Python is known where operators run, by their stacks; costs nothing more</source>
        <translation>算子运行处由其栈可知 Python 位置；没有额外开销</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>A second</source>
        <translation>每秒</translation>
    </message>
    <message>
        <source>Where each thread is, also between operators. 60 µs of another core a sample; the program is not stopped</source>
        <translation>每个线程所在之处，算子之间也有。每次采样占另一核心 60 µs；程序不会停下</translation>
    </message>
    <message>
        <source>Python functions</source>
        <translation>Python 函数</translation>
    </message>
    <message>
        <source>Every call</source>
        <translation>每次调用</translation>
    </message>
    <message>
        <source>Begin and end of each function on each thread. 0.1 µs a call of the program&apos;s own time; about 1 B in the session</source>
        <translation>每个线程每个函数的开始与结束。每次调用占程序 0.1 µs；会话中约 1 B</translation>
    </message>
    <message>
        <source>Everywhere</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Whatever part of the program it runs in</source>
        <translation>无论在程序的哪一部分运行</translation>
    </message>
    <message>
        <source>Only below</source>
        <translation>仅限于</translation>
    </message>
    <message>
        <source>Modules or ranges</source>
        <translation>模块或范围</translation>
    </message>
    <message>
        <source>With its backward pass. Operators outside cost nothing; another range or backward node 1 to 2 µs</source>
        <translation>包括其反向传播。范围外的算子没有开销；其他范围或反向节点 1 至 2 µs</translation>
    </message>
    <message>
        <source>Which part</source>
        <translation>哪一部分</translation>
    </message>
</context>
<context>
    <name>lanes::ReportView</name>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Filter events, as in search</source>
        <translation>筛选事件，语法同搜索</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message numerus="yes">
        <source>%1 rows</source>
        <translation>
            <numerusform>%1 行</numerusform>
        </translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No row matches the filter</source>
        <translation>没有符合筛选条件的行</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
    <message>
        <source>Nothing of this kind in the range</source>
        <translation>该范围内没有此类内容</translation>
    </message>
    <message>
        <source>The session holds nothing of this kind</source>
        <translation>会话中没有此类内容</translation>
    </message>
    <message>
        <source>Choose another table above.</source>
        <translation>请在上方选择其他表格。</translation>
    </message>
    <message>
        <source>Brush a wider range, or choose the whole session.</source>
        <translation>请框选更大的范围，或选择整个会话。</translation>
    </message>
</context>
<context>
    <name>lanes::RooflineChart</name>
    <message>
        <source>Roofline</source>
        <translation>屋顶线</translation>
    </message>
    <message>
        <source>FLOP per byte of memory traffic, from shapes</source>
        <translation>每字节访存的浮点运算数，由形状得出</translation>
    </message>
    <message>
        <source>%1FLOP/s, matrix units</source>
        <translation>%1FLOP/s，矩阵单元</translation>
    </message>
    <message>
        <source>%1FLOP/s, fp32</source>
        <translation>%1FLOP/s，fp32</translation>
    </message>
    <message>
        <source>%1B/s</source>
        <translation>%1B/s</translation>
    </message>
    <message>
        <source>%1
%2 on the device, %3FLOP/s at %4FLOP/B</source>
        <translation>%1
设备上 %2，%3FLOP/s，%4FLOP/B</translation>
    </message>
</context>
<context>
    <name>lanes::RowDesk</name>
    <message>
        <source>Folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Pinned on top</source>
        <translation>固定在顶部</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>高度</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>紧凑</translation>
    </message>
    <message>
        <source>Small</source>
        <translation>小</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>中</translation>
    </message>
    <message>
        <source>Large</source>
        <translation>大</translation>
    </message>
    <message>
        <source>Hidden rows</source>
        <translation>隐藏的行</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Show all of them</source>
        <translation>全部显示</translation>
    </message>
</context>
<context>
    <name>lanes::RowsScrollBar</name>
    <message>
        <source>Rows in view</source>
        <translation>可见的行</translation>
    </message>
</context>
<context>
    <name>lanes::RunningList</name>
    <message>
        <source>Watch</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>%1: recording is paused</source>
        <translation>%1：采集已暂停</translation>
    </message>
    <message>
        <source>%1 is being recorded</source>
        <translation>正在采集 %1</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 events, %3</source>
        <translation>
            <numerusform>%1，%2 个事件，%3</numerusform>
        </translation>
    </message>
    <message>
        <source>none lost</source>
        <translation>无丢失</translation>
    </message>
    <message>
        <source>%1 lost</source>
        <translation>丢失 %1</translation>
    </message>
    <message>
        <source>Watch %1</source>
        <translation>查看 %1</translation>
    </message>
</context>
<context>
    <name>lanes::RunningMenu</name>
    <message>
        <source>&amp;Recordings that run</source>
        <translation>正在运行的采集(&amp;R)</translation>
    </message>
    <message>
        <source>%1, paused: %2</source>
        <translation>%1，已暂停：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>None on this machine</source>
        <translation>本机没有</translation>
    </message>
</context>
<context>
    <name>lanes::RunningPrograms</name>
    <message>
        <source>can be attached to</source>
        <translation>可以附加</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>User</source>
        <translation>用户</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>附加</translation>
    </message>
    <message>
        <source>No answer from %1; &apos;lanescope attach --list --on&apos; in a shell says more.</source>
        <translation>%1 没有回答；在终端中运行 &apos;lanescope attach --list --on&apos; 可了解更多。</translation>
    </message>
</context>
<context>
    <name>lanes::SandwichPanel</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Sandwich: %1</source>
        <translation>夹心：%1</translation>
    </message>
    <message>
        <source>CPU time</source>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Device time</source>
        <translation>设备时间</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>已分配</translation>
    </message>
    <message>
        <source>Share of all</source>
        <translation>占全部</translation>
    </message>
    <message>
        <source>Mean per call</source>
        <translation>每次调用平均</translation>
    </message>
    <message>
        <source>Places in the graph</source>
        <translation>在图中的位置</translation>
    </message>
    <message>
        <source>Enter opens a box in the timeline</source>
        <translation>按 Enter 在时间线中打开</translation>
    </message>
</context>
<context>
    <name>lanes::SaveDesk</name>
    <message>
        <source>Lanescope session</source>
        <translation>Lanescope 会话</translation>
    </message>
    <message>
        <source>Chrome trace, packed</source>
        <translation>Chrome 跟踪文件（压缩）</translation>
    </message>
    <message>
        <source>Chrome trace</source>
        <translation>Chrome 跟踪文件</translation>
    </message>
    <message>
        <source>Table, one line a row</source>
        <translation>表格，每行一条</translation>
    </message>
    <message>
        <source>Timeline as graphics</source>
        <translation>时间线，矢量图</translation>
    </message>
    <message>
        <source>Timeline as a picture</source>
        <translation>时间线，图片</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>另存为</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>%1 is there already; give its whole name to replace it.</source>
        <translation>%1 已经存在；若要替换，请输入完整的名称。</translation>
    </message>
    <message>
        <source>Only a part of %1 has been read so far; wait for the rest, or read it again.</source>
        <translation>%1 目前只读取了一部分；请等待其余部分，或重新读取。</translation>
    </message>
    <message>
        <source>%1 is open here; choose another name, or close it first.</source>
        <translation>%1 正在此处打开；请选择其他名称，或先将其关闭。</translation>
    </message>
    <message>
        <source>%1 is being recorded; choose another name.</source>
        <translation>%1 正在录制；请选择其他名称。</translation>
    </message>
    <message>
        <source>%1 is still being written; wait for it, or cancel it.</source>
        <translation>%1 仍在写入；请等待其完成，或取消。</translation>
    </message>
    <message>
        <source>Writing %1: %2 %</source>
        <translation>正在写入 %1：%2 %</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>%1 is still being written. Closing now discards it.</source>
        <translation>%1 仍在写入。现在关闭将丢弃它。</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>仍然关闭</translation>
    </message>
    <message>
        <source>Cancelled: nothing of %1 was written</source>
        <translation>已取消：%1 未写入任何内容</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>The timeline is not drawn yet; export it again in a moment.</source>
        <translation>时间线还没有画好；请稍等片刻再导出。</translation>
    </message>
    <message>
        <source>View on pages</source>
        <translation>分页的视图</translation>
    </message>
    <message>
        <source>Print to PDF</source>
        <translation>打印为 PDF</translation>
    </message>
    <message>
        <source>%1 is not drawn yet; print it again in a moment.</source>
        <translation>%1尚未绘制完成，请稍后再打印。</translation>
    </message>
    <message>
        <source>Export the range</source>
        <translation>导出范围</translation>
    </message>
    <message>
        <source>Brush a range first: drag over the rows of the timeline</source>
        <translation>请先框选一个范围：在时间线的行上拖动</translation>
    </message>
    <message>
        <source>-range</source>
        <translation>-范围</translation>
    </message>
</context>
<context>
    <name>lanes::ScopeSwitch</name>
    <message>
        <source>Whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Steps %1–%2</source>
        <translation>第 %1–%2 步</translation>
    </message>
    <message>
        <source>Steady</source>
        <translation>稳定步骤</translation>
    </message>
    <message>
        <source>Figures, tables, advice and paths count these steps, or the whole session</source>
        <translation>数值、表格、建议和路径只统计这些步骤，或统计整个会话</translation>
    </message>
</context>
<context>
    <name>lanes::SearchHead</name>
    <message>
        <source>End the search (Esc)</source>
        <translation>结束搜索 (Esc)</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match (%1)</source>
        <translation>下一个匹配 (%1)</translation>
    </message>
    <message>
        <source>Previous match (%1)</source>
        <translation>上一个匹配 (%1)</translation>
    </message>
</context>
<context>
    <name>lanes::SearchPanel</name>
    <message>
        <source>By name</source>
        <translation>按名称</translation>
    </message>
    <message>
        <source>count, total</source>
        <translation>数量，总计</translation>
    </message>
    <message>
        <source>Names found</source>
        <translation>找到的名称</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>start, duration</source>
        <translation>开始，时长</translation>
    </message>
    <message>
        <source>Events found</source>
        <translation>找到的事件</translation>
    </message>
    <message>
        <source>Search results</source>
        <translation>搜索结果</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No event matches.</source>
        <translation>没有匹配的事件。</translation>
    </message>
    <message>
        <source>%1, %2 on the GPU</source>
        <translation>%1，GPU 上 %2</translation>
    </message>
    <message>
        <source>%1, %2 together</source>
        <translation>%1，共计 %2</translation>
    </message>
    <message>
        <source>the first %1</source>
        <translation>前 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Longest first</source>
        <translation>最长优先</translation>
    </message>
    <message>
        <source>The order of the list, and of next and previous match</source>
        <translation>列表的顺序，也是上一个与下一个匹配的顺序</translation>
    </message>
    <message>
        <source>the longest %1</source>
        <translation>最长的 %1 个</translation>
    </message>
</context>
<context>
    <name>lanes::SessionCards</name>
    <message>
        <source>New name</source>
        <translation>新名称</translation>
    </message>
</context>
<context>
    <name>lanes::SessionGrid</name>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
</context>
<context>
    <name>lanes::SessionsDesk</name>
    <message>
        <source>%1 is no longer there. Put the file back, or remove it from the list.</source>
        <translation>%1 已不存在。请放回该文件，或将其从列表中移除。</translation>
    </message>
    <message>
        <source>%1 is open in a tab; close it, then rename it.</source>
        <translation>%1 正在标签页中打开；请先关闭，再重命名。</translation>
    </message>
    <message>
        <source>%1 is open in a tab; close it, then move it to the trash.</source>
        <translation>%1 正在标签页中打开；请先关闭，再移到回收站。</translation>
    </message>
    <message>
        <source>Moved %1 to the trash</source>
        <translation>已将 %1 移到回收站</translation>
    </message>
    <message numerus="yes">
        <source>Moved %n sessions to the trash</source>
        <translation>
            <numerusform>已将 %n 个会话移到回收站</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::SettingsSheet</name>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>编辑器</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Mouse wheel</source>
        <translation>鼠标滚轮</translation>
    </message>
    <message>
        <source>Scrolls the rows, with Ctrl zooms</source>
        <translation>滚动各行，按住 Ctrl 缩放</translation>
    </message>
    <message>
        <source>Zooms, with Ctrl scrolls the rows</source>
        <translation>缩放，按住 Ctrl 滚动各行</translation>
    </message>
    <message>
        <source>{file} and {line} stand for the place. Empty: $VISUAL, $EDITOR or the desktop&apos;s choice.</source>
        <translation>{file} 和 {line} 代表位置。留空：$VISUAL、$EDITOR 或桌面的选择。</translation>
    </message>
    <message>
        <source>Another language is used from the next start on.</source>
        <translation>更改语言后，下次启动时生效。</translation>
    </message>
</context>
<context>
    <name>lanes::Sheets</name>
    <message>
        <source>Keys and mouse</source>
        <translation>按键与鼠标</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>Locate sources</source>
        <translation>定位源文件</translation>
    </message>
</context>
<context>
    <name>lanes::ShortcutSheet</name>
    <message>
        <source>Use these keys</source>
        <translation>使用这些按键</translation>
    </message>
    <message>
        <source>No keys</source>
        <translation>不设按键</translation>
    </message>
    <message>
        <source>As delivered</source>
        <translation>恢复默认</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>查找命令</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>命令及其按键</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>新按键</translation>
    </message>
    <message>
        <source>%1 is taken by “%2”. Give that other keys first, or choose others here.</source>
        <translation>%1 已用于“%2”。请先为其更换按键，或在此选择其他按键。</translation>
    </message>
</context>
<context>
    <name>lanes::SlicePage</name>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>After launch</source>
        <translation>启动之后</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>GPU 上</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>排名</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>线程</translation>
    </message>
    <message>
        <source>Sequence number</source>
        <translation>序列号</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>had not ended when the recording did</source>
        <translation>采集结束时尚未结束</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Inputs of the operator</source>
        <translation>算子的输入</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 allocated, %2 freed</source>
        <translation>分配 %1，释放 %2</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>线程块</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>启动</translation>
    </message>
    <message numerus="yes">
        <source>%n frames</source>
        <translation>
            <numerusform>%n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 folded</source>
        <translation>%1，折叠 %2 帧</translation>
    </message>
    <message>
        <source>Made from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Sources of the kernel</source>
        <translation>核函数的源码</translation>
    </message>
    <message>
        <source>Arguments of the kernel</source>
        <translation>核函数的参数</translation>
    </message>
    <message>
        <source>As recorded</source>
        <translation>原始记录</translation>
    </message>
    <message>
        <source>the only one</source>
        <translation>唯一</translation>
    </message>
    <message>
        <source>Copy as reproducer</source>
        <translation>复制为复现脚本</translation>
    </message>
    <message>
        <source>a script that runs it alone</source>
        <translation>单独运行该算子的脚本</translation>
    </message>
</context>
<context>
    <name>lanes::SliceTip</name>
    <message>
        <source>not ended</source>
        <translation>未结束</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>种类</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>On</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>Inside</source>
        <translation>内部</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>%1 before, by %2</source>
        <translation>%1 之前，由 %2</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Same name</source>
        <translation>同名事件</translation>
    </message>
    <message>
        <source>this one alone</source>
        <translation>仅此一个</translation>
    </message>
    <message>
        <source>number %1 of %2 by duration, mean %3</source>
        <translation>按时长排第 %1，共 %2 个，平均 %3</translation>
    </message>
    <message>
        <source>Instant</source>
        <translation>瞬时事件</translation>
    </message>
    <message>
        <source>At</source>
        <translation>时刻</translation>
    </message>
    <message>
        <source>the whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>and %1 more here</source>
        <translation>此处还有 %1 个</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
</context>
<context>
    <name>lanes::SourceDesk</name>
    <message>
        <source>Settings…</source>
        <translation>设置…</translation>
    </message>
</context>
<context>
    <name>lanes::SourceFetcher</name>
    <message>
        <source>%1 did not come from %2; &apos;lanescope source&apos; in a shell says more.</source>
        <translation>未能从 %2 获取 %1；在命令行运行 lanescope source 可了解详情。</translation>
    </message>
</context>
<context>
    <name>lanes::SourcePreview</name>
    <message>
        <source>Locate sources…</source>
        <translation>定位源文件…</translation>
    </message>
    <message>
        <source>Reading %1 is not allowed yet.</source>
        <translation>尚未允许读取 %1。</translation>
    </message>
    <message>
        <source>Allow reading source files in %1</source>
        <translation>允许读取 %1 中的源文件</translation>
    </message>
    <message>
        <source>%1 is on %2.</source>
        <translation>%1 在 %2 上。</translation>
    </message>
    <message>
        <source>Fetch it from %1</source>
        <translation>从 %1 获取</translation>
    </message>
    <message>
        <source>Fetching %1 from %2…</source>
        <translation>正在从 %2 获取 %1…</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>来自 %1</translation>
    </message>
</context>
<context>
    <name>lanes::SourceSheet</name>
    <message>
        <source>Choose its folder here…</source>
        <translation>选择其在此处的文件夹…</translation>
    </message>
    <message>
        <source>Add a line</source>
        <translation>添加一行</translation>
    </message>
    <message>
        <source>Folder as recorded</source>
        <translation>录制时的文件夹</translation>
    </message>
    <message>
        <source>Folder here</source>
        <translation>此处的文件夹</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Folder with the sources</source>
        <translation>源文件所在的文件夹</translation>
    </message>
    <message>
        <source>Folder with %1</source>
        <translation>%1 所在的文件夹</translation>
    </message>
    <message>
        <source>%1 is not in %2, nor in a folder of that name below it; choose another.</source>
        <translation>%1 不在 %2 中，也不在其下同名的文件夹中；请选择其他文件夹。</translation>
    </message>
    <message>
        <source>Files that a session names by another folder than they have here are looked for by these lines.</source>
        <translation>会话中的文件若在此处位于其他文件夹，将按这些行查找。</translation>
    </message>
    <message>
        <source>Looking for the session&apos;s source files</source>
        <translation>正在查找会话的源文件</translation>
    </message>
    <message numerus="yes">
        <source>All %n source files of this session are found.</source>
        <translation>
            <numerusform>此会话的 %n 个源文件全部找到。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not found here.</source>
        <translation>此处找不到 %1。</translation>
    </message>
    <message numerus="yes">
        <source>Nor are %n others.</source>
        <translation>
            <numerusform>另有 %n 个也找不到。</numerusform>
        </translation>
    </message>
    <message>
        <source>A dot stands for names that begin with no folder, as torch.profiler writes them.</source>
        <translation>点号代表不以文件夹开头的名称，torch.profiler 就是这样写的。</translation>
    </message>
    <message>
        <source>This session names no source files.</source>
        <translation>此会话没有指明任何源文件。</translation>
    </message>
</context>
<context>
    <name>lanes::StackList</name>
    <message numerus="yes">
        <source>Python stack, %n frames</source>
        <translation>
            <numerusform>Python 调用栈，%n 帧</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n more frames</source>
        <translation>
            <numerusform>再显示 %n 帧</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the nearest frames only</source>
        <translation>只显示最近的帧</translation>
    </message>
</context>
<context>
    <name>lanes::StatusLine</name>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Cursor %1</source>
        <translation>光标 %1</translation>
    </message>
    <message>
        <source>Esc ends the search</source>
        <translation>Esc 结束搜索</translation>
    </message>
    <message numerus="yes">
        <source>%1 matches</source>
        <translation>
            <numerusform>%1 个匹配</numerusform>
        </translation>
    </message>
    <message>
        <source>match %1 of %2</source>
        <translation>第 %1 个匹配，共 %2 个</translation>
    </message>
    <message>
        <source>%1 for keys</source>
        <translation>%1 查看按键</translation>
    </message>
    <message>
        <source>%1, %2 next, %3 before</source>
        <translation>%1，%2 下一个，%3 上一个</translation>
    </message>
    <message>
        <source>Data quality: %1</source>
        <translation>数据质量：%1</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>正常</translation>
    </message>
    <message numerus="yes">
        <source>%n issues: %1</source>
        <translation>
            <numerusform>%n 个问题：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>no remarks</source>
        <translation>没有备注</translation>
    </message>
</context>
<context>
    <name>lanes::Steering</name>
    <message>
        <source>Kill %1 and all that it has started? The session keeps everything until then.</source>
        <translation>强制结束 %1 及其启动的一切？此前的工作都已在会话中。</translation>
    </message>
</context>
<context>
    <name>lanes::StepChart</name>
    <message>
        <source>Warm-up</source>
        <translation>预热</translation>
    </message>
    <message>
        <source>Compilation</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Cut step</source>
        <translation>被截断的步骤</translation>
    </message>
    <message>
        <source>Hiccup</source>
        <translation>偶发停顿</translation>
    </message>
    <message>
        <source>Step times</source>
        <translation>步骤时间</translation>
    </message>
    <message>
        <source>%1 took %2. +%3: %4.</source>
        <translation>%1 用时 %2。+%3：%4。</translation>
    </message>
    <message>
        <source>%1 took %2, no longer than usual.</source>
        <translation>%1 用时 %2，与平时相当。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>lanes::StepTimelines</name>
    <message>
        <source>Step before</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Timeline of A</source>
        <translation>A 的时间线</translation>
    </message>
    <message>
        <source>Timeline of B</source>
        <translation>B 的时间线</translation>
    </message>
    <message>
        <source>%1, from %2 into the step</source>
        <translation>%1，从步内 %2 起</translation>
    </message>
    <message>
        <source>step %1 of %2 that both have</source>
        <translation>双方共有的第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>no steps that both have: from the begin of the work</source>
        <translation>双方没有共有的步骤：从工作开始处起</translation>
    </message>
    <message>
        <source>cursor at %1</source>
        <translation>光标位于 %1</translation>
    </message>
</context>
<context>
    <name>lanes::StripBar</name>
    <message>
        <source>Session strip</source>
        <translation>会话条</translation>
    </message>
    <message numerus="yes">
        <source>%1 events</source>
        <translation>
            <numerusform>%1 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TableView</name>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，共 %2</translation>
    </message>
</context>
<context>
    <name>lanes::TargetCheck</name>
    <message>
        <source>There is no such folder on %1. Choose another one.</source>
        <translation>%1 上没有这个文件夹。请选择其他文件夹。</translation>
    </message>
    <message>
        <source>There is no program “%1” on %2 that can be run. Give its path.</source>
        <translation>%2 上没有可运行的程序“%1”。请填写它的路径。</translation>
    </message>
    <message>
        <source>%1 is not in this folder on %2. Choose the folder that it is in.</source>
        <translation>%1 不在 %2 的这个文件夹中。请选择它所在的文件夹。</translation>
    </message>
    <message>
        <source>%1 on %2. Ready to record.</source>
        <translation>%1，在 %2 上。可以开始记录。</translation>
    </message>
    <message>
        <source>Python %1 on %2 has no torch: choose another Python, or install torch.</source>
        <translation>%2 上的 Python %1 没有 torch：请选择其他 Python，或安装 torch。</translation>
    </message>
    <message>
        <source>Python %1, torch %2 on %3. Ready to record.</source>
        <translation>Python %1，torch %2，在 %3 上。可以开始记录。</translation>
    </message>
    <message>
        <source>No answer from %1; &apos;lanescope look --on&apos; in a shell says more.</source>
        <translation>%1 没有回答；在终端中运行 &apos;lanescope look --on&apos; 可了解更多。</translation>
    </message>
    <message>
        <source>%1: there is no %2 on %3.</source>
        <translation>%1：%3 上没有 %2。</translation>
    </message>
    <message>
        <source>%1 is set on %2; yours takes its place.</source>
        <translation>%1 在 %2 上已有设置，将由您的值取代。</translation>
    </message>
</context>
<context>
    <name>lanes::TargetField</name>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Choose the host or container that the program runs on</source>
        <translation>选择程序所在的主机或容器</translation>
    </message>
    <message>
        <source>Asks the target once more</source>
        <translation>再次询问目标</translation>
    </message>
</context>
<context>
    <name>lanes::TargetPicker</name>
    <message>
        <source>Hosts and containers</source>
        <translation>主机与容器</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
</context>
<context>
    <name>lanes::Timeline</name>
    <message>
        <source>idle %1</source>
        <translation>空闲 %1</translation>
    </message>
</context>
<context>
    <name>lanes::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
    <message>
        <source>, in row %1</source>
        <translation>，第 %1 行</translation>
    </message>
    <message>
        <source>Row %1</source>
        <translation>行 %1</translation>
    </message>
    <message>
        <source>Instant, %1, in row %2</source>
        <translation>瞬时事件，%1，在行 %2</translation>
    </message>
    <message>
        <source>busy for %1 of what is in view</source>
        <translation>可见范围内 %1 的时间忙碌</translation>
    </message>
    <message>
        <source>%1, %2, %3 after the begin</source>
        <translation>%1，%2，开始后 %3</translation>
    </message>
    <message>
        <source>Export as SVG</source>
        <translation>导出为 SVG</translation>
    </message>
</context>
<context>
    <name>lanes::TimelineView</name>
    <message>
        <source>Filter rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>Filter rows by name</source>
        <translation>按名称筛选行</translation>
    </message>
    <message>
        <source>Search for this name</source>
        <translation>搜索此名称</translation>
    </message>
    <message>
        <source>Copy the name</source>
        <translation>复制名称</translation>
    </message>
    <message>
        <source>before</source>
        <translation>前一个</translation>
    </message>
    <message>
        <source>after</source>
        <translation>后一个</translation>
    </message>
    <message>
        <source>around</source>
        <translation>外层</translation>
    </message>
    <message>
        <source>inside</source>
        <translation>内层</translation>
    </message>
    <message>
        <source>kernel, backward</source>
        <translation>内核、反向</translation>
    </message>
    <message>
        <source>fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>适合窗口</translation>
    </message>
    <message>
        <source>next row</source>
        <translation>下一行</translation>
    </message>
</context>
<context>
    <name>lanes::TitleRow</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
</context>
<context>
    <name>lanes::TrustPanel</name>
    <message>
        <source>Operators: calls, times, callers</source>
        <translation>算子：次数、时间、调用者</translation>
    </message>
    <message>
        <source>Kernels: times, launches, owners</source>
        <translation>核函数：时间、启动、归属</translation>
    </message>
    <message>
        <source>Memory: bytes and blocks</source>
        <translation>内存：字节与块</translation>
    </message>
    <message>
        <source>Overview: where the time went</source>
        <translation>概览：时间去向</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 times</source>
        <translation>
            <numerusform>%1，%2 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Work of devices</source>
        <translation>设备工作</translation>
    </message>
    <message>
        <source>none recorded</source>
        <translation>没有记录</translation>
    </message>
    <message>
        <source>tied to its launch</source>
        <translation>关联到启动</translation>
    </message>
    <message>
        <source>tied to an operator</source>
        <translation>关联到算子</translation>
    </message>
    <message>
        <source>with a Python stack</source>
        <translation>有 Python 调用栈</translation>
    </message>
    <message>
        <source>Effect on the figures</source>
        <translation>对数字的影响</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>数字</translation>
    </message>
    <message>
        <source>a warning: affected</source>
        <translation>警告：受影响</translation>
    </message>
    <message>
        <source>affected</source>
        <translation>受影响</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>正确</translation>
    </message>
    <message>
        <source>First at</source>
        <translation>首次位置</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>在时间线中显示</translation>
    </message>
    <message>
        <source>The same on the command line</source>
        <translation>命令行中的等价命令</translation>
    </message>
    <message>
        <source>click copies</source>
        <translation>点击复制</translation>
    </message>
</context>
<context>
    <name>lanes::TrustSign</name>
    <message>
        <source>%1 × %2. %3</source>
        <translation>%1 × %2。%3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>另有 %1 项</translation>
    </message>
    <message>
        <source>Remarks on these figures: %1</source>
        <translation>对这些数字的备注：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n remarks</source>
        <comment>on data quality</comment>
        <translation>
            <numerusform>%n 条备注</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TrustVerdict</name>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message numerus="yes">
        <source>%n issues; affected figures are marked</source>
        <translation>
            <numerusform>%n 个问题；受影响的数字有标记</numerusform>
        </translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>slices, points and allocations</source>
        <translation>切片、点和内存分配</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>丢失</translation>
    </message>
    <message>
        <source>missing from all figures</source>
        <translation>不在任何数字中</translation>
    </message>
    <message>
        <source>the format does not say</source>
        <translation>该格式未说明</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>已修复</translation>
    </message>
    <message>
        <source>counted as repaired</source>
        <translation>按修复后的内容计入</translation>
    </message>
    <message>
        <source>Unmatched</source>
        <translation>未匹配</translation>
    </message>
    <message>
        <source>arrows, launches, frees</source>
        <translation>箭头、启动、释放</translation>
    </message>
    <message>
        <source>Clock error</source>
        <translation>时钟误差</translation>
    </message>
    <message>
        <source>the largest of all clocks</source>
        <translation>所有时钟中的最大值</translation>
    </message>
    <message>
        <source>no two clocks were compared</source>
        <translation>未比较过任何两个时钟</translation>
    </message>
    <message>
        <source>%1 per step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>of the profiler, in all</source>
        <translation>分析器的总开销</translation>
    </message>
    <message>
        <source>Overhead</source>
        <translation>开销</translation>
    </message>
    <message>
        <source>the profiler recorded none</source>
        <translation>分析器未记录</translation>
    </message>
    <message>
        <source>All other figures are correct.</source>
        <translation>其他数字均正确。</translation>
    </message>
    <message>
        <source>A sign marks each figure that a remark below affects.</source>
        <translation>受下方备注影响的数字旁有标记。</translation>
    </message>
    <message>
        <source>OK: every check passed</source>
        <translation>正常：所有检查均通过</translation>
    </message>
    <message>
        <source>per step, ±&#x2009;%1</source>
        <translation>每步，±&#x2009;%1</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>per operator, %1 were timed</source>
        <translation>每个算子，计时了 %1 个</translation>
    </message>
    <message numerus="yes">
        <source>OK: %n events were repaired</source>
        <translation>
            <numerusform>正常：修复了 %n 个事件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lanes::TrustView</name>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Filter entries</source>
        <translation>筛选条目</translation>
    </message>
    <message>
        <source>of the whole session</source>
        <translation>整个会话</translation>
    </message>
    <message>
        <source>No session</source>
        <translation>没有会话</translation>
    </message>
    <message>
        <source>Open a trace or capture a program.</source>
        <translation>打开跟踪文件或采集程序。</translation>
    </message>
    <message>
        <source>No entry matches the filter</source>
        <translation>没有符合筛选条件的条目</translation>
    </message>
    <message>
        <source>Press Esc in the filter to see all of them.</source>
        <translation>在筛选框中按 Esc 查看全部。</translation>
    </message>
</context>
<context>
    <name>lanes::ViewBar</name>
    <message>
        <source>Capture</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Run a program and record what it does</source>
        <translation>运行程序并采集其行为</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search events</source>
        <translation>搜索事件</translation>
    </message>
    <message>
        <source>More views</source>
        <translation>更多视图</translation>
    </message>
</context>
<context>
    <name>lanes::ViewCommand</name>
    <message>
        <source>Export as &amp;SVG…</source>
        <translation>导出为 SVG(&amp;S)…</translation>
    </message>
    <message>
        <source>Copy the &amp;picture</source>
        <translation>复制图片(&amp;P)</translation>
    </message>
    <message>
        <source>Copy a &amp;reference to this place</source>
        <translation>复制此处的引用(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Search events</source>
        <translation>搜索事件(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>缩小(&amp;O)</translation>
    </message>
    <message>
        <source>Zoom to &amp;selection</source>
        <translation>缩放到所选(&amp;S)</translation>
    </message>
    <message>
        <source>Zoom to &amp;everything</source>
        <translation>显示全部(&amp;E)</translation>
    </message>
    <message>
        <source>Zoom to the s&amp;tep</source>
        <translation>缩放到当前步(&amp;T)</translation>
    </message>
    <message>
        <source>Zoom to the &amp;brushed range</source>
        <translation>缩放到框选范围(&amp;B)</translation>
    </message>
    <message>
        <source>C&amp;lear selection</source>
        <translation>清除选择(&amp;L)</translation>
    </message>
    <message>
        <source>Zoom to all events of this &amp;name</source>
        <translation>缩放到所有同名事件(&amp;N)</translation>
    </message>
    <message>
        <source>Colour by &amp;category</source>
        <translation>按类别着色(&amp;C)</translation>
    </message>
    <message>
        <source>Colour by na&amp;me</source>
        <translation>按名称着色(&amp;M)</translation>
    </message>
    <message>
        <source>Colour by m&amp;odule</source>
        <translation>按模块着色(&amp;O)</translation>
    </message>
    <message>
        <source>Colour by d&amp;uration</source>
        <translation>按时长着色(&amp;U)</translation>
    </message>
    <message>
        <source>F&amp;lows of all that is in view</source>
        <translation>显示视野内所有关联线(&amp;L)</translation>
    </message>
    <message>
        <source>Critical &amp;path on the rows</source>
        <translation>在行上显示关键路径(&amp;P)</translation>
    </message>
    <message>
        <source>Mark the same name on &amp;hover</source>
        <translation>悬停时标出同名事件(&amp;H)</translation>
    </message>
    <message>
        <source>Ne&amp;xt kind of time on the ruler</source>
        <translation>切换标尺时间类型(&amp;X)</translation>
    </message>
    <message>
        <source>Kernels by CUDA graph &amp;replay</source>
        <translation>按 CUDA 图重放显示核函数(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>后退(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>前进(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Next event in the row</source>
        <translation>同行下一个事件(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous event in the row</source>
        <translation>同行上一个事件(&amp;P)</translation>
    </message>
    <message>
        <source>To &amp;kernel or backward</source>
        <translation>到核函数或反向(&amp;K)</translation>
    </message>
    <message>
        <source>To &amp;launch or forward</source>
        <translation>到启动或前向(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Range from selection</source>
        <translation>以所选为范围(&amp;R)</translation>
    </message>
    <message>
        <source>Event &amp;around</source>
        <translation>外层事件(&amp;A)</translation>
    </message>
    <message>
        <source>First event &amp;inside</source>
        <translation>内部首个事件(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Mark this moment</source>
        <translation>标记此刻(&amp;M)</translation>
    </message>
    <message>
        <source>Keep the range as a mar&amp;k</source>
        <translation>将范围存为标记(&amp;K)</translation>
    </message>
    <message>
        <source>Na&amp;me the mark</source>
        <translation>命名标记(&amp;M)</translation>
    </message>
    <message>
        <source>Remo&amp;ve the mark</source>
        <translation>移除标记(&amp;V)</translation>
    </message>
    <message>
        <source>Next mar&amp;k</source>
        <translation>下一个标记(&amp;K)</translation>
    </message>
    <message>
        <source>Previous ma&amp;rk</source>
        <translation>上一个标记(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Go to time…</source>
        <translation>转到时间(&amp;G)…</translation>
    </message>
    <message>
        <source>Go to &amp;step…</source>
        <translation>转到步(&amp;S)…</translation>
    </message>
    <message>
        <source>Fi&amp;nd row</source>
        <translation>查找行(&amp;N)</translation>
    </message>
    <message>
        <source>F&amp;old row or select in it</source>
        <translation>折叠行或在行内选择(&amp;O)</translation>
    </message>
    <message>
        <source>Pin ro&amp;w</source>
        <translation>固定行(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Hide row</source>
        <translation>隐藏行(&amp;H)</translation>
    </message>
    <message>
        <source>Show hi&amp;dden rows</source>
        <translation>显示隐藏的行(&amp;D)</translation>
    </message>
    <message>
        <source>Move row &amp;up</source>
        <translation>上移行(&amp;U)</translation>
    </message>
    <message>
        <source>Move row d&amp;own</source>
        <translation>下移行(&amp;O)</translation>
    </message>
    <message>
        <source>Make row taller</source>
        <translation>增加行高</translation>
    </message>
    <message>
        <source>Make row lower</source>
        <translation>减小行高</translation>
    </message>
    <message>
        <source>Row&apos;s own height</source>
        <translation>恢复默认行高</translation>
    </message>
    <message>
        <source>Next ma&amp;tch</source>
        <translation>下一个匹配(&amp;T)</translation>
    </message>
    <message>
        <source>Previous mat&amp;ch</source>
        <translation>上一个匹配(&amp;C)</translation>
    </message>
    <message>
        <source>Follow the &amp;end</source>
        <translation>跟随末尾(&amp;E)</translation>
    </message>
</context>
<context>
    <name>lanes::Views</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Flame graph</source>
        <translation>火焰图</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>核函数</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>W A S D move</source>
        <translation>W A S D 移动</translation>
    </message>
    <message>
        <source>Tab next part</source>
        <translation>Tab 下一部分</translation>
    </message>
    <message>
        <source>Space zoom    Enter timeline    Backspace back    F find    S sandwich</source>
        <translation>空格 放大    Enter 时间线    Backspace 后退    F 查找    S 夹心</translation>
    </message>
    <message>
        <source>Home peak    P what makes it    Left Right events    M mark    G growth</source>
        <translation>Home 峰值    P 峰值构成    左右 事件    M 标记    G 增长</translation>
    </message>
    <message>
        <source>Enter timeline    N next call    G group</source>
        <translation>Enter 时间线    N 下一次调用    G 分组</translation>
    </message>
    <message>
        <source>Enter timeline    N next launch    O operator</source>
        <translation>Enter 时间线    N 下一次启动    O 算子</translation>
    </message>
    <message>
        <source>Enter timeline    N next call</source>
        <translation>Enter 时间线    N 下一次调用</translation>
    </message>
    <message>
        <source>Data quality</source>
        <translation>数据质量</translation>
    </message>
    <message>
        <source>Enter timeline    F filter</source>
        <translation>Enter 时间线    F 筛选</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Enter timeline    X swap    G group    T graph, timelines    F filter</source>
        <translation>Enter 时间线    X 交换    G 分组    T 火焰图、时间线    F 筛选</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>建议</translation>
    </message>
    <message>
        <source>Enter timeline    Right places    F filter</source>
        <translation>Enter 时间线    右方向 位置    F 筛选</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>关键路径</translation>
    </message>
    <message>
        <source>Enter timeline    + − what if    G sum up    F filter</source>
        <translation>Enter 时间线    + − 假设    G 汇总    F 筛选</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>各 rank</translation>
    </message>
    <message>
        <source>Enter timeline    M measure    F filter</source>
        <translation>Enter 时间线    M 度量    F 筛选</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>空隙</translation>
    </message>
    <message>
        <source>Enter timeline    Right stretches    G streams    F filter</source>
        <translation>Enter 时间线    右方向 分段    G 流    F 筛选</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Enter timeline    F2 rename    Del remove    F filter</source>
        <translation>Enter 时间线    F2 重命名    Del 移除    F 筛选</translation>
    </message>
    <message>
        <source>links</source>
        <translation>关联</translation>
    </message>
    <message>
        <source>neighbours</source>
        <translation>相邻</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>适合</translation>
    </message>
    <message>
        <source>clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Enter timeline    G next table    F filter</source>
        <translation>Enter 时间线    G 下一个表格    F 筛选</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查询</translation>
    </message>
    <message>
        <source>Ctrl+Enter run    Ctrl+Space complete    Enter timeline</source>
        <translation>Ctrl+Enter 运行    Ctrl+Space 补全    Enter 时间线</translation>
    </message>
    <message>
        <source>This profile has no times</source>
        <translation>此 profile 不含时间</translation>
    </message>
    <message>
        <source>It says how much calls took, not when they ran: see the flame graph and the tables.</source>
        <translation>它只记录调用的开销，不记录何时运行：请看火焰图和表格。</translation>
    </message>
</context>
<context>
    <name>lanes::WelcomePage</name>
    <message>
        <source>Lanescope</source>
        <translation>Lanescope</translation>
    </message>
    <message>
        <source>See what a PyTorch program does on CPU and GPU.</source>
        <translation>看清 PyTorch 程序在 CPU 和 GPU 上做了什么。</translation>
    </message>
    <message>
        <source>Search sessions</source>
        <translation>搜索会话</translation>
    </message>
    <message>
        <source>Capture a program</source>
        <translation>采集程序</translation>
    </message>
    <message>
        <source>Runs your command as it is and records
operators, kernels, memory and Python.</source>
        <translation>原样运行命令，采集算子、
核函数、内存和 Python。</translation>
    </message>
    <message>
        <source>Open a trace</source>
        <translation>打开跟踪文件</translation>
    </message>
    <message>
        <source>.lanes, torch.profiler JSON, Chrome JSON,
plain, gzip or zstd. Or drop files here.</source>
        <translation>.lanes、torch.profiler JSON、Chrome JSON，
未压缩、gzip 或 zstd。也可将文件拖到此处。</translation>
    </message>
    <message>
        <source>Record from a shell</source>
        <translation>在 shell 中采集</translation>
    </message>
    <message>
        <source>Click to copy:</source>
        <translation>单击复制：</translation>
    </message>
    <message>
        <source>Sessions that you record or open stand here. For a first look there is %1the example of a GPU%2.</source>
        <translation>录制或打开的会话会列在这里。可以先看看%1 GPU 示例%2。</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>No session has this in its name, folder, program or device.</source>
        <translation>没有会话的名称、文件夹、程序或设备与此匹配。</translation>
    </message>
</context>
<context>
    <name>lanes::WhatIfRow</name>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>收益</translation>
    </message>
    <message>
        <source>How many times as fast</source>
        <translation>加快倍数</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1，原为 %2</translation>
    </message>
    <message>
        <source>being found out</source>
        <translation>计算中</translation>
    </message>
</context>
<context>
    <name>lanes::WindowCommands</name>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Lanescope %1: see what a PyTorch program does on CPU and GPU. Apache License 2.0.</source>
        <translation>Lanescope %1：看清 PyTorch 程序在 CPU 和 GPU 上做了什么。Apache License 2.0。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Rows and marks are kept in %1</source>
        <translation>行与标记保存在 %1</translation>
    </message>
    <message>
        <source>Rows and marks are kept in your own folder</source>
        <translation>行与标记保存在您自己的文件夹中</translation>
    </message>
</context>
<context>
    <name>lanes::WindowFront</name>
    <message>
        <source>%1 – Lanescope</source>
        <translation>%1 – Lanescope</translation>
    </message>
    <message>
        <source>Lanescope</source>
        <translation>Lanescope</translation>
    </message>
</context>
</TS>
