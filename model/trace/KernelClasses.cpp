#include "model/trace/KernelClasses.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace lanes {

namespace {

constexpr MatrixUnits kNo = MatrixUnits::None;
constexpr MatrixUnits kVector = MatrixUnits::No;
constexpr MatrixUnits kYes = MatrixUnits::Yes;
constexpr MatrixUnits kMaybe = MatrixUnits::Unknown;
constexpr EventKind kKernel = EventKind::Kernel;
constexpr EventKind kCopies = EventKind::Memcpy;
constexpr EventKind kSets = EventKind::Memset;

// Collectives first, whatever else their names hold: several reduce, gather or normalise on the way.
constexpr std::array kClasses = std::to_array<KernelClass>({
    // --- what compilers fuse around collectives is no collective
    {"^triton_poi_", Hue::Elementwise, kNo, kKernel, "Triton, by torch.compile",
     "triton_poi_fused_all_gather_into_tensor_0"},
    {"^triton_red_", Hue::Norm, kNo, kKernel, "Triton, by torch.compile",
     "triton_red_fused_add_mean_mul_pow_rsqrt_0"},
    {"^triton_per_", Hue::Norm, kNo, kKernel, "Triton, by torch.compile",
     "triton_per_fused__softmax_native_layer_norm_1"},
    {"^triton_tem_", Hue::Gemm, kMaybe, kKernel, "Triton, by torch.compile", "triton_tem_fused_addmm_relu_2"},
    {"^triton_mm", Hue::Gemm, kMaybe, kKernel, "Triton, by torch.compile", "triton_mm_17"},
    {"deep_ep*layout", Hue::Other, kNo, kKernel, "DeepEP",
     "void deep_ep::layout::get_dispatch_layout<256, 4, 8>(long const*)"},
    // --- collectives
    {"nccl", Hue::Communication, kNo, kKernel, "NCCL, RCCL",
     "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)"},
    {"rccl", Hue::Communication, kNo, kKernel, "RCCL", "rcclGenericKernel_0"},
    {"oneccl", Hue::Communication, kNo, kKernel, "oneCCL", "oneccl_allreduce_medium_kernel<sycl::half>"},
    {"ccl_kernel", Hue::Communication, kNo, kKernel, "oneCCL", "ccl_kernels_reduce_local_bf16"},
    {"msccl", Hue::Communication, kNo, kKernel, "MSCCL, MSCCL++", "mscclKernel_Sum_half_LL_false"},
    {"deep_ep", Hue::Communication, kNo, kKernel, "DeepEP",
     "void deep_ep::internode_ll::dispatch<true, false, 7168>(void*, float*)"},
    {"mori*ep*dispatch", Hue::Communication, kNo, kKernel, "MORI",
     "void mori::moe::EpDispatchIntraNodeKernel<__hip_bfloat16>"},
    {"mori*ep*combine", Hue::Communication, kNo, kKernel, "MORI",
     "void mori::moe::EpCombineIntraNodeKernel<__hip_bfloat16>"},
    {"pplx*dispatch", Hue::Communication, kNo, kKernel, "PPLX kernels",
     "void pplx::dispatchKernel<true, 8>(unsigned int*)"},
    {"pplx*combine", Hue::Communication, kNo, kKernel, "PPLX kernels",
     "void pplx::combineKernel<float, __nv_bfloat16>(float*)"},
    {"nvshmem", Hue::Communication, kNo, kKernel, "NVSHMEM", "nvshmemi_transfer_rma_nbi"},
    {"rocshmem", Hue::Communication, kNo, kKernel, "rocSHMEM",
     "void rocshmem::rocshmem_putmem_kernel(void*)"},
    {"roc_shmem", Hue::Communication, kNo, kKernel, "rocSHMEM", "roc_shmem_barrier_kernel"},
    {"ishmem_", Hue::Communication, kNo, kKernel, "Intel SHMEM", "ishmem_barrier_all_kernel"},
    {"symmetric_memory", Hue::Communication, kNo, kKernel, "c10d symmetric memory",
     "void c10d::symmetric_memory::multimem_all_reduce_kernel<c10::BFloat16, 8>(c10::BFloat16*)"},
    {"symm_mem", Hue::Communication, kNo, kKernel, "c10d symmetric memory",
     "void c10d::symm_mem::stream_write_value32_kernel(unsigned int*)"},
    {"multimem_", Hue::Communication, kNo, kKernel, "c10d symmetric memory",
     "void (anonymous namespace)::multimem_all_gather_kernel<8>(char*)"},
    {"put_signal_kernel", Hue::Communication, kNo, kKernel, "c10d symmetric memory",
     "void (anonymous namespace)::put_signal_kernel(unsigned int**)"},
    {"wait_signal_kernel", Hue::Communication, kNo, kKernel, "c10d symmetric memory",
     "void (anonymous namespace)::wait_signal_kernel(unsigned int**)"},
    {"userbuffers_", Hue::Communication, kNo, kKernel, "Transformer Engine",
     "void userbuffers_fp16_sum_inplace_gpu_mc_rs_oop<8>(int, int)"},
    {"cross_device", Hue::Communication, kNo, kKernel, "vLLM, SGLang, AITER",
     "void vllm::cross_device_reduce_2stage<__nv_bfloat16, 8>(vllm::RankData*)"},
    {"quickreduce", Hue::Communication, kNo, kKernel, "vLLM",
     "void quickreduce::allreduce_prototype_twoshot<quickreduce::CodecQ4<8>>"},
    {"quick_reduce", Hue::Communication, kNo, kKernel, "vLLM",
     "void quick_reduce::allreduce_twoshot<__half>"},
    {"lamport", Hue::Communication, kNo, kKernel, "FlashInfer, TensorRT-LLM",
     "void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<4>(...)"},
    {"warpallreduce", Hue::Norm, kNo, kKernel, "within a warp, of no other device",
     "void layer_norm_warp<float, WarpAllReduce<SumOp, float>>(float*)"},
    {"blockallreduce", Hue::Norm, kNo, kKernel, "within a block, of no other device",
     "void softmax_block<BlockAllReduce<MaxOp, float, 1024>>(float*)"},
    {"all_reduce", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void (anonymous namespace)::two_shot_all_reduce_kernel<c10::BFloat16, 16, 8>(c10::BFloat16**)"},
    {"allreduce", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void tensorrt_llm::kernels::ar_fusion::moe::moereduce_allreduce_fusion_kernel"},
    {"all_gather", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void (anonymous namespace)::one_shot_all_gather_kernel<8>(char*)"},
    {"allgather", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void aiter::allgather_lastdim<opus::bf16_t, 8>(aiter::RankData*)"},
    {"reduce_scatter", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void two_shot_reduce_scatter_kernel<float>(float**)"},
    {"reducescatter", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void tensorrt_llm::kernels::reduceScatterKernel<half>"},
    {"all_to_all", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void (anonymous namespace)::all_to_all_vdev_2d_kernel(void*)"},
    {"alltoall", Hue::Communication, kNo, kKernel, "a collective by its name",
     "void tensorrt_llm::kernels::moeAllToAllKernel<8>(int)"},
    // --- copies and sets that are kernels
    {"__amd_rocclr_copy", Hue::Copy, kNo, kCopies, "ROCm's runtime", "__amd_rocclr_copyBuffer"},
    {"__amd_rocclr_fill", Hue::Copy, kNo, kSets, "ROCm's runtime", "__amd_rocclr_fillBufferAligned"},
    {"^memcpy", Hue::Copy, kNo, kCopies, "the driver", "Memcpy HtoD (Pageable -> Device)"},
    {"^memset", Hue::Copy, kNo, kSets, "the driver", "Memset (Device)"},
    // --- what libraries of attention have beside it
    {"flashinfer_kv_indices", Hue::Elementwise, kNo, kKernel, "SGLang, in Triton",
     "create_flashinfer_kv_indices_triton"},
    {"flashinfer*norm", Hue::Norm, kNo, kKernel, "FlashInfer",
     "void flashinfer::norm::FusedAddRMSNormKernel<8u, __nv_bfloat16>"},
    {"flashinfer*activation", Hue::Elementwise, kNo, kKernel, "FlashInfer",
     "void flashinfer::activation::act_and_mul_kernel<__nv_bfloat16>"},
    {"flashinfer*rotary", Hue::Elementwise, kNo, kKernel, "FlashInfer",
     "void flashinfer::BatchQKApplyRotaryPosIdsCosSinCacheKernel<true, 128u>"},
    {"flashinfer*append", Hue::Elementwise, kNo, kKernel, "FlashInfer",
     "void flashinfer::AppendPagedKVCacheKernel<128u, 8u>"},
    {"flashinfer*sampling", Hue::Other, kNo, kKernel, "FlashInfer",
     "void flashinfer::sampling::TopKTopPSamplingFromProbKernel<1024u>"},
    {"flashinfer*gemm", Hue::Gemm, kMaybe, kKernel, "FlashInfer",
     "void flashinfer::group_gemm::compute_sm80_group_gemm_args<float>"},
    {"flash_bwd_dot", Hue::Attention, kNo, kKernel, "FlashAttention",
     "void flash::flash_bwd_dot_do_o_kernel<true, 64>"},
    {"flash_bwd_convert", Hue::Attention, kNo, kKernel, "FlashAttention",
     "void flash::flash_bwd_convert_dq_kernel<64>"},
    {"flash_bwd_clear", Hue::Attention, kNo, kKernel, "FlashAttention",
     "void flash::flash_bwd_clear_dkvaccum_kernel<64>"},
    {"splitkv_combine", Hue::Attention, kNo, kKernel, "FlashAttention",
     "void flash::flash_fwd_splitkv_combine_kernel<64, 4, 1>"},
    {"compute_dot_do_o", Hue::Attention, kNo, kKernel, "cuDNN",
     "void cudnn::fusion::compute_dot_do_o_specialized<true, 128>"},
    {"convert_dq_to_16bits", Hue::Attention, kNo, kKernel, "cuDNN",
     "void cudnn::fusion::convert_dq_to_16bits<true>(void const*)"},
    // --- attention
    {"flashattn", Hue::Attention, kYes, kKernel, "FlashAttention",
     "void cutlass::device_kernel<flash::FlashAttnFwdSm90<flash::CollectiveMainloopFwdSm90<2>>>"},
    {"flash_fwd", Hue::Attention, kYes, kKernel, "FlashAttention",
     "void flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>(flash::Flash_fwd_params)"},
    {"flash_bwd", Hue::Attention, kYes, kKernel, "FlashAttention",
     "void flash::flash_bwd_dq_dk_dv_loop_seqk_parallel_kernel<64>"},
    {"flash_mla", Hue::Attention, kYes, kKernel, "FlashMLA",
     "void sm90::flash_mla::splitkv_mla_kernel<cutlass::bfloat16_t>"},
    {"sdpa", Hue::Attention, kYes, kKernel, "cuDNN",
     "cudnn_generated_fort_native_sdpa_sm90_flash_fprop_wgmma_f16_knob_7_64x128x64_4x1x1_cga1x1x1_kernel0_0"},
    {"fmha", Hue::Attention, kYes, kKernel, "cuDNN, xFormers, TensorRT-LLM, CK",
     "fmha_cutlassF_bf16_aligned_64x64_rf_sm80(PyTorchMemEffAttention)"},
    {"mem_eff", Hue::Attention, kYes, kKernel, "xFormers", "mem_eff_attention_kernel<float>"},
    {"flashinfer*prefill", Hue::Attention, kYes, kKernel, "FlashInfer",
     "void flashinfer::BatchPrefillWithPagedKVCacheKernel<flashinfer::KernelTraits<1>>"},
    {"flashinfer*decode", Hue::Attention, kMaybe, kKernel, "FlashInfer",
     "void flashinfer::BatchDecodeWithPagedKVCacheKernel<64>"},
    {"paged_attention", Hue::Attention, kMaybe, kKernel, "vLLM",
     "void vllm::paged_attention_v2_kernel<__half, __half, 128, 16, 128>"},
    {"unified_attention", Hue::Attention, kMaybe, kKernel, "vLLM, in Triton", "kernel_unified_attention_2d"},
    {"attn_fwd", Hue::Attention, kMaybe, kKernel, "AOTriton", "attn_fwd"},
    {"attn_bwd", Hue::Attention, kMaybe, kKernel, "AOTriton", "attn_bwd"},
    {"flash", Hue::Attention, kYes, kKernel, "a flash attention by its name", "flash_kernel"},
    {"softmax", Hue::Attention, kNo, kKernel, "PyTorch",
     "void (anonymous namespace)::softmax_warp_forward<float, float, float, 9, true, false>(float*)"},
    {"attention", Hue::Attention, kMaybe, kKernel, "an attention by its name", "my_attention_kernel"},
    // --- products and convolutions
    {"nvjet_", Hue::Gemm, kYes, kKernel, "cuBLAS", "nvjet_sm90_tst_128x64_64x8_1x2_h_bz_TNT"},
    {"gemvx", Hue::Gemm, kVector, kKernel, "cuBLAS",
     "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float, float, float, float, "
     "false>"},
    {"gemv", Hue::Gemm, kVector, kKernel, "cuBLAS",
     "void gemv2T_kernel_val<int, int, float, float, float, float, 128, 16, 4, 4, false>"},
    {"splitkreduce", Hue::Gemm, kNo, kKernel, "cuBLAS, the sum behind a product in parts",
     "void cublasLt::splitKreduce_kernel<32, 16, int, float, __nv_bfloat16>"},
    {"reducesplitk", Hue::Gemm, kNo, kKernel, "CUTLASS, the sum behind a product in parts",
     "void cutlass__5x_cudnn::Kernel<cutlass__5x_cudnn::reduction::kernel::ReduceSplitK<int>>"},
    {"gemmsn_", Hue::Gemm, kVector, kKernel, "cuBLAS",
     "void gemmSN_NN_kernel<float, 256, 4, 2, 8, 3, 4, false>"},
    {"gemmk1", Hue::Gemm, kVector, kKernel, "cuBLAS",
     "void gemmk1_kernel<int, float, 256, 5, false, false, false, false>"},
    {"precompute_indices", Hue::Gemm, kNo, kKernel, "cuDNN, before a convolution",
     "void cudnn::cnn::kern_precompute_indices<false>(int*, int, int, int)"},
    {"precomputed_convolve_sgemm", Hue::Gemm, kVector, kKernel, "cuDNN",
     "void precomputed_convolve_sgemm<__half, 1024, 5, 5, 4, 3, 3, 1, false>"},
    {"deep_gemm", Hue::Gemm, kYes, kKernel, "DeepGEMM",
     "void deep_gemm::fp8_gemm_kernel<4096u, 7168u, 128u, 128u>"},
    {"marlin", Hue::Gemm, kYes, kKernel, "Marlin",
     "void marlin::Marlin<__nv_bfloat16, 256, 4, 16, 4, true>(int4 const*)"},
    {"machete", Hue::Gemm, kYes, kKernel, "Machete",
     "void machete::MacheteKernelTemplate<cutlass::bfloat16_t>"},
    {"cijk_", Hue::Gemm, kMaybe, kKernel, "rocBLAS, hipBLASLt (Tensile)", "Cijk_gemm"},
    {"xdl", Hue::Gemm, kYes, kKernel, "Composable Kernel",
     "_ZN2ck16tensor_operation6device12_GLOBAL__N_139kernel_grouped_conv_fwd_xdl_cshuffle_v3INS"},
    {"ck_tile*gemm", Hue::Gemm, kYes, kKernel, "Composable Kernel",
     "void ck_tile::kentry<1, ck_tile::GemmKernel<int>>"},
    {"igemm_*gtcx", Hue::Gemm, kYes, kKernel, "MIOpen",
     "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32_wt32x32x8_ws1x1_wr2x2"},
    {"igemm_*gtc_", Hue::Gemm, kVector, kKernel, "MIOpen", "igemm_v4r1_gtc_dynamic_bt128x128"},
    {"miopensp3asmconv", Hue::Gemm, kVector, kKernel, "MIOpen (Winograd)",
     "miopenSp3AsmConv_v30_3_1_gfx9_fp32_f2x3_stride1"},
    {"naive_conv", Hue::Gemm, kVector, kKernel, "MIOpen",
     "naive_conv_ab_nonpacked_fwd_nchw_float_double_float"},
    {"scudnn", Hue::Gemm, kVector, kKernel, "cuDNN", "cudnn_ampere_scudnn_128x64_relu_xregs_large_nn_v1"},
    {"matmul_ogs", Hue::Gemm, kMaybe, kKernel, "Triton kernels",
     "_matmul_ogs_NNT_bf16xbf16xmxfp4_128x128x128x1_swiglu"},
    {"fused_moe", Hue::Gemm, kMaybe, kKernel, "vLLM, SGLang, in Triton", "fused_moe_kernel"},
    {"grouped_mm", Hue::Gemm, kMaybe, kKernel, "PyTorch", "void grouped_mm_kernel<cutlass::bfloat16_t>"},
    {"scaled_mm", Hue::Gemm, kMaybe, kKernel, "vLLM, PyTorch", "_scaled_mm_kernel"},
    {"xmma", Hue::Gemm, kYes, kKernel, "cuBLAS, cuDNN",
     "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize128x128x64_warpgroupsize1x1x1_execute_segment_k_off_"
     "kernel__5x_cublas"},
    {"mfma", Hue::Gemm, kYes, kKernel, "AMD", "gemm_mfma_f32_32x32x8f16"},
    {"gemm", Hue::Gemm, kMaybe, kKernel, "a product by its name", "gemm_fusion_dot_general_5"},
    {"cutlass", Hue::Gemm, kMaybe, kKernel, "CUTLASS", "void cutlass::device_kernel<vllm::cutlass_3x>"},
    {"conv", Hue::Gemm, kMaybe, kKernel, "a convolution by its name", "cudnn_infer_convolve_kernel"},
    {"wgrad", Hue::Gemm, kMaybe, kKernel, "cuDNN", "cudnn::ops::wgrad2d_kernel"},
    {"winograd", Hue::Gemm, kMaybe, kKernel, "cuDNN, MIOpen", "winograd_fwd_3x3"},
    // --- normalisations and sums
    {"norm", Hue::Norm, kNo, kKernel, "a normalisation by its name",
     "_ZN5aiter24add_rmsnorm_quant_kernelIDF16bDF16bLi256ELi16ELb0"},
    {"reduce", Hue::Norm, kNo, kKernel, "a sum by its name",
     "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>"},
    {"gammabeta", Hue::Norm, kNo, kKernel, "PyTorch",
     "void at::native::(anonymous namespace)::GammaBetaBackwardCUDAKernel<float, float>(long)"},
    {"rowwisemoments", Hue::Norm, kNo, kKernel, "PyTorch",
     "void at::native::(anonymous namespace)::RowwiseMomentsCUDAKernel<float>(long, float)"},
    {"fusedparamscuda", Hue::Norm, kNo, kKernel, "PyTorch",
     "void at::native::(anonymous namespace)::ComputeFusedParamsCUDAKernel<float>(long)"},
    {"internalgradientscuda", Hue::Norm, kNo, kKernel, "PyTorch",
     "void at::native::(anonymous namespace)::ComputeInternalGradientsCUDAKernel<float>(long)"},
    {"welford", Hue::Norm, kNo, kKernel, "PyTorch",
     "void welford_kernel<float, float, float, 4>(float const*)"},
    {"cunn", Hue::Norm, kNo, kKernel, "PyTorch", "void at::native::cunn_Spatial<float>"},
    {"pool", Hue::Norm, kNo, kKernel, "PyTorch", "void at::native::max_pool_forward_nchw<float>"},
    // --- element by element
    {"elementwise", Hue::Elementwise, kNo, kKernel, "PyTorch",
     "void at::native::vectorized_elementwise_kernel<4, at::native::sin>"},
    {"functor", Hue::Elementwise, kNo, kKernel, "PyTorch", "void kernelPointwiseApply2<AddFunctor>"},
    {"copy", Hue::Elementwise, kNo, kKernel, "PyTorch",
     "void at::native::CatArrayBatchedCopy<float, unsigned int, 2>"},
    {"transpose", Hue::Elementwise, kNo, kKernel, "cuDNN, MIOpen", "batched_transpose_32x32_half"},
    {"nchw", Hue::Elementwise, kNo, kKernel, "cuDNN", "void cudnn::ops::nchwToFolded<__half>"},
    {"nhwc", Hue::Elementwise, kNo, kKernel, "cuDNN", "void nhwcAddPaddingKernel<__half, __half>"},
    {"index", Hue::Elementwise, kNo, kKernel, "PyTorch",
     "void at::native::indexSelectLargeIndex<float, long>"},
    {"cat", Hue::Elementwise, kNo, kKernel, "PyTorch", "input_concatenate_fusion"},
    {"fill", Hue::Elementwise, kNo, kKernel, "PyTorch", "masked_fill_kernel"},
    {"foreach", Hue::Elementwise, kNo, kKernel, "PyTorch", "foreach_apply"},
    {"multi_tensor", Hue::Elementwise, kNo, kKernel, "PyTorch",
     "void multi_tensor_apply_kernel<TensorListMetadata<4>>"},
    {"act_and_mul", Hue::Elementwise, kNo, kKernel, "vLLM, SGLang",
     "_ZN7sgl_hip10activation18act_and_mul_kernelI14__hip_bfloat16"},
    {"store_kvcache", Hue::Elementwise, kNo, kKernel, "SGLang",
     "void (anonymous namespace)::store_kvcache<2048l, 4, false, long>"},
    {"rotary", Hue::Elementwise, kNo, kKernel, "vLLM", "void vllm::rotary_embedding_kernel<__half, true>"},
    {"subtensorop", Hue::Elementwise, kNo, kKernel, "MIOpen", "SubTensorOpWithScalar1d"},
});

char lowerOf(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

// Without FBGEMM's name, which stands before kernels of every family.
std::string plainName(std::string_view name) {
    static constexpr std::string_view kLibrary = "fbgemm";
    std::string plain;
    plain.reserve(name.size());
    for (const char c : name) {
        plain += lowerOf(c);
        if (plain.ends_with(kLibrary)) {
            plain.resize(plain.size() - kLibrary.size());
        }
    }
    return plain;
}

} // namespace

std::span<const KernelClass> kernelClasses() {
    return kClasses;
}

bool holdsWords(std::string_view name, std::string_view words) {
    std::size_t from = 0;
    for (;;) {
        const bool first = words.starts_with('^');
        words.remove_prefix(first ? 1 : 0);
        const std::size_t star = words.find('*');
        const std::string_view word = words.substr(0, star);
        const std::size_t at = !first                   ? name.find(word, from)
                               : name.starts_with(word) ? 0
                                                        : std::string_view::npos;
        if (at == std::string_view::npos || star == std::string_view::npos) {
            return at != std::string_view::npos;
        }
        from = at + word.size();
        words.remove_prefix(star + 1);
    }
}

const KernelClass* kernelClassOf(std::string_view name) {
    const std::string plain = plainName(name);
    const auto found =
        std::ranges::find_if(kClasses, [&](const KernelClass& one) { return holdsWords(plain, one.words); });
    return found == kClasses.end() ? nullptr : &*found;
}

EventKind workOf(EventKind kind, std::string_view name) {
    const bool named = kind == EventKind::Kernel && name.find("rocclr") != std::string_view::npos;
    const KernelClass* const found = named ? kernelClassOf(name) : nullptr;
    return found != nullptr ? found->kind : kind;
}

} // namespace lanes
