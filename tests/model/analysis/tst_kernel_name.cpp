// What kernel names of real libraries fold to, and which of them name tensor cores.
#include "model/analysis/text/KernelName.h"
#include "tests/support/RunTest.h"

#include <QTest>

using namespace lanes;

namespace {

const char* const kDirectCopy =
    "void "
    "at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::"
    "{lambda()#3}::operator()() const::{lambda()#3}::operator()() const::{lambda(int)#1}, std::array<char*, "
    "2ul>, 4, "
    "TrivialOffsetCalculator<1, unsigned int>>(int, "
    "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&))";
const char* const kMul =
    "void at::native::vectorized_elementwise_kernel<8, at::native::AUnaryFunctor<c10::BFloat16, "
    "c10::BFloat16, "
    "c10::BFloat16, at::native::binary_internal::MulFunctor<float> >, std::array<char*, 2ul> >(int)";
const char* const kXmma =
    "sm90_xmma_gemm_bf16bf16_bf16f32_f32_tn_n_tilesize256x128x64_warpgroupsize2x1x1_execute_"
    "segment_k_off_kernel__5x_cublas";
const char* const kTensile = "Cijk_Ailk_Bjlk_BBS_BH_MT32x32x64_MI16x16x16x1_SN_1LDSB0";

} // namespace

class TestKernelName : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void folds_data();
    void folds();
    void aMangledNameIsDemangled();
    void stagesGetShorterAndEndInTheFamily();
    void operatorsLoseTheirNamespaceFirst();
    void tensorCores_data();
    void tensorCores();
    void precisionIsWhatAProductReads();
    void hostileNamesOnlyCostTime();
};

void TestKernelName::folds_data() {
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<QString>("folded");
    QTest::newRow("copy") << kDirectCopy << "unrolled_elementwise<direct_copy>";
    QTest::newRow("multiplication") << kMul << "vectorized_elementwise<Mul>";
    QTest::newRow("addition")
        << "void at::native::vectorized_elementwise_kernel<2, at::native::CUDAFunctor_add<float>, "
           "at::detail::Array<char*, 3> >(int)"
        << "vectorized_elementwise<add>";
    QTest::newRow("fill")
        << "void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<long>, "
           "at::detail::Array<char*, 1> >(int)"
        << "vectorized_elementwise<Fill>";
    QTest::newRow("through the dispatcher")
        << "void at::native::elementwise_kernel<128, 2, at::native::gpu_kernel_impl_nocast<at::native::"
           "BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float> > >(at::"
           "TensorIteratorBase&, at::native::BinaryFunctor<float> const&)::{lambda(int)#1}>(int)"
        << "elementwise<Mul>";
    QTest::newRow("a lambda through the dispatcher")
        << "void at::native::elementwise_kernel_manual_unroll<128, 8, at::native::gpu_kernel_impl_nocast<at::"
           "native::mse_backward_cuda_kernel(at::TensorIterator&, c10::Scalar "
           "const&)::{lambda()#1}::operator()"
           "() const::{lambda(float)#1}>(at::TensorIteratorBase&)::{lambda(int)#1}>(int)"
        << "elementwise_manual_unroll<mse_backward>";
    QTest::newRow("a lambda in a functor")
        << "void at::native::vectorized_elementwise_kernel<8, at::native::BinaryFunctor<float, float, float, "
           "at"
           "::native::(anonymous namespace)::threshold_kernel_impl<float>(at::TensorIteratorBase&, float)::"
           "{lambda(float, float)#1}>, std::array<char*, 3ul> >(int)"
        << "vectorized_elementwise<threshold>";
    QTest::newRow("a function of any name")
        << "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous "
           "namespace)::launch_clamp_"
           "scalar(at::TensorIteratorBase&, c10::Scalar)::{lambda()#1}::operator()() "
           "const::{lambda(float)#1}, "
           "std::array<char*, 2ul> >(int)"
        << "vectorized_elementwise<clamp_scalar>";
    QTest::newRow("reduction by operations")
        << "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, at::native::MeanOps<float, "
           "float, float, float>, unsigned int, float, 4> >(at::native::ReduceOp<float>)"
        << "reduce<Mean>";
    QTest::newRow("reduction by a call operator")
        << "void at::native::reduce_kernel<128, 4, at::native::ReduceOp<float, "
           "at::native::func_wrapper_t<float, "
           "at::native::sum_functor<float, float, float>::operator()(at::TensorIterator&)::{lambda(float, "
           "float)#1}>, unsigned int, float, 4> >(at::native::ReduceOp<float>)"
        << "reduce<sum>";
    QTest::newRow("fused optimizer")
        << "void multi_tensor_apply_kernel<TensorListMetadata<4>, AdamFunctor<float>, float, float>(int)"
        << "multi_tensor_apply<Adam>";
    QTest::newRow("list of tensors")
        << "void at::native::(anonymous namespace)::multi_tensor_apply_kernel<at::native::(anonymous "
           "namespace)::"
           "TensorListMetadata<2>, at::native::(anonymous namespace)::BinaryOpListAlphaFunctor<float, 2, 2, "
           "0>, "
           "std::plus<float>, float>(at::native::(anonymous namespace)::TensorListMetadata<2>)"
        << "multi_tensor_apply<plus>";
    QTest::newRow("brackets that never close") << "elementwise_kernel<(<{lambda"
                                               << "elementwise";
    QTest::newRow("layer norm")
        << "void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, "
           "float>(int, float, c10::BFloat16 const*)"
        << "vectorized_layer_norm_kernel<bf16, f32>";
    QTest::newRow("cutlass") << "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x128_32x5_tn_align4>("
                                "cutlass_80_tensorop_s1688gemm_128x128_32x5_tn_align4::Params)"
                             << "cutlass_80_tensorop_s1688gemm_128x128_32x5_tn_align4";
    QTest::newRow("plain") << "ampere_sgemm_128x64_nn"
                           << "ampere_sgemm_128x64_nn";
    QTest::newRow("return type with a template")
        << "std::enable_if<!(false), void>::type internal::gemvx::kernel<int, int, float>(cublasGemvParams)"
        << "gemvx::kernel<int, int, f32>";
    QTest::newRow("nothing") << ""
                             << "";
    QTest::newRow("only brackets") << "((("
                                   << "(";
}

void TestKernelName::folds() {
    QFETCH(QString, recorded);
    QFETCH(QString, folded);
    QCOMPARE(QString::fromStdString(foldedKernelName(recorded.toStdString())), folded);
}

void TestKernelName::aMangledNameIsDemangled() {
    QCOMPARE(foldedKernelName("Memcpy HtoD (Pageable -> Device)"),
             std::string("Memcpy HtoD (Pageable -> Device)"));
    QCOMPARE(foldedKernelName("_ZN5aiter14rmsnorm_kernelIfEEvPT_"),
             std::string("aiter::rmsnorm_kernel<f32>"));
}

void TestKernelName::stagesGetShorterAndEndInTheFamily() {
    const std::vector<std::string> gemm = labelStages(EventKind::Kernel, kXmma);
    QCOMPARE(gemm.back(), std::string("gemm"));
    QCOMPARE(gemm[gemm.size() - 2], std::string("gemm 256x128x64"));
    QCOMPARE(labelStages(EventKind::Kernel, kMul).back(), std::string("Mul"));
    QCOMPARE(labelStages(EventKind::Kernel, kTensile)[1], std::string("gemm 32x32x64"));
    for (const char* name : {kXmma, kMul, kDirectCopy, kTensile}) {
        const std::vector<std::string> stages = labelStages(EventKind::Kernel, name);
        for (std::size_t i = 1; i < stages.size(); ++i) {
            QVERIFY(stages[i].size() < stages[i - 1].size());
        }
    }
}

void TestKernelName::operatorsLoseTheirNamespaceFirst() {
    const std::vector<std::string> stages = labelStages(EventKind::Operator, "aten::_softmax");
    QCOMPARE(stages, (std::vector<std::string>{"aten::_softmax", "_softmax", "softmax"}));
    QCOMPARE(labelStages(EventKind::Operator, "autograd::engine::evaluate_function: MulBackward0")[1],
             std::string("evaluate MulBackward0"));
    QCOMPARE(labelStages(EventKind::UserRange, "## forward ##").size(), std::size_t(1));
    QCOMPARE(
        labelStages(EventKind::UserRange, "enumerate(DataLoader)#_SingleProcessDataLoaderIter.__next__")[1],
        std::string("DataLoader next"));
    QCOMPARE(labelStages(EventKind::UserRange, "Optimizer.step#AdamW.step")[1], std::string("AdamW.step"));
}

void TestKernelName::tensorCores_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("use");
    QTest::addColumn<int>("rule");
    const int no = int(TensorCoreUse::No);
    const int yes = int(TensorCoreUse::Yes);
    const int unknown = int(TensorCoreUse::Unknown);
    QTest::newRow("cutlass operator class")
        << "void cutlass::Kernel<cutlass::gemm::threadblock::X<cutlass::arch::OpClassTensorOp> >(P)" << yes
        << 1;
    QTest::newRow("MIOpen on tensors") << "SubTensorOpWithScalar1d" << no << 0;
    QTest::newRow("cutlass tensorop") << "cutlass_80_tensorop_s1688gemm_64x64_32x6_tn_align4" << yes << 1;
    QTest::newRow("volta h884") << "volta_fp16_s884gemm_fp16_128x64_tn" << yes << 2;
    QTest::newRow("wmma") << "cutlass_75_wmma_s161616gemm" << yes << 3;
    QTest::newRow("sgemm") << "ampere_sgemm_128x64_nn" << no << 4;
    QTest::newRow("simt") << "cutlass_80_simt_sgemm_128x64_8x5_nn_align1" << no << 4;
    QTest::newRow("gemv") << "void gemv2T_kernel_val<int>" << no << 4;
    QTest::newRow("xmma") << kXmma << yes << 7;
    QTest::newRow("flash") << "flash_fwd_kernel" << yes << 6;
    QTest::newRow("tensile with matrix cores") << kTensile << yes << 5;
    QTest::newRow("tensile without") << "Cijk_Ailk_Bjlk_SB_MT32x32x8_SN_K1" << unknown << 8;
    QTest::newRow("cuBLAS on Hopper") << "nvjet_sm90_tst_128x64_64x8_1x2_h_bz_TNT" << yes << 7;
    QTest::newRow("cuBLAS on Blackwell") << "nvjet_sm100_qqtst_128x64_64x8_1x2_h_bz_TNT" << yes << 7;
    QTest::newRow("an xmma kernel on the vector units")
        << "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize128x64x8_stage3_warpsize2x2x1_ffma_aligna4_execute_"
           "kernel"
        << no << 4;
    QTest::newRow("Marlin") << "void marlin::Marlin<__nv_bfloat16, 256, 4>(int4 const*)" << yes << 7;
    QTest::newRow("DeepGEMM") << "void deep_gemm::fp8_gemm_kernel<4096u>" << yes << 7;
    QTest::newRow("Composable Kernel") << "void ck::kernel_gemm_xdl_cshuffle_v3<int>" << yes << 7;
    QTest::newRow("MIOpen with matrix cores") << "igemm_fwd_gtcx3_nhwc_bf16_bx0_ex1_bt128x128x32" << yes << 7;
    QTest::newRow("a sum behind a product")
        << "void cublasLt::splitKreduce_kernel<32, 16, int, float>" << no << 0;
    QTest::newRow("norms of FlashInfer") << "void flashinfer::norm::RMSNormKernel<8u, float>" << no << 0;
    QTest::newRow("a collective of FlashInfer")
        << "flashinfer::trtllm_allreduce_fusion::oneshot_lamport" << no << 0;
    QTest::newRow("some convolution") << "implicit_convolve" << unknown << 8;
    QTest::newRow("elementwise") << kMul << no << 0;
    QTest::newRow("a library's name") << "fbgemm_gpu::permute_2D_lengths_kernel" << no << 0;
}

void TestKernelName::tensorCores() {
    QFETCH(QString, name);
    QFETCH(int, use);
    QFETCH(int, rule);
    const TensorCoreVerdict verdict = tensorCoreUse(name.toStdString());
    QCOMPARE(int(verdict.use), use);
    QCOMPARE(verdict.rule, rule);
    QVERIFY(verdict.rule <= kTensorCoreRules);
    QCOMPARE(verdict.reason.empty(), verdict.rule == 0);
}

void TestKernelName::precisionIsWhatAProductReads() {
    const auto precision = [](std::string_view name) { return std::string(kernelPrecision(name)); };
    QCOMPARE(precision("nvjet_sm90_tst_128x64_64x8_1x2_h_bz_TNT"), std::string("bf16"));
    QCOMPARE(precision("nvjet_sm90_hsh_64x8_64x16_2x4_h_bz_NNT"), std::string("fp16"));
    QCOMPARE(precision("nvjet_sm100_qqtst_128x64_64x8_1x2_h_bz_TNT"), std::string("fp8"));
    QCOMPARE(precision("ampere_sgemm_128x64_nn"), std::string("fp32"));
    QCOMPARE(precision("sm90_xmma_fprop_implicit_gemm_f16f16_f16f32_f32_nhwckrsc_nhwc"), std::string("fp16"));
    QCOMPARE(precision("Cijk_Ailk_Bjlk_BBS_BH_Bias_HAS_SAV_UserArgs_MT128x64x32"), std::string("bf16"));
    QCOMPARE(precision("void at::native::vectorized_elementwise_kernel<4>"), std::string());
    QCOMPARE(precision("nvjet_tss_64x8_64x16_4x1_v_bz_NNT"), std::string("bf16"));
    QCOMPARE(precision("nvjet_sm90"), std::string());
    QCOMPARE(precision("nvjet_"), std::string());
}

void TestKernelName::hostileNamesOnlyCostTime() {
    QCOMPARE(foldedKernelName(std::string(1 << 20, '<')).empty(), false);
    QCOMPARE(foldedKernelName("_ZN999999999999999999999a").empty(), false);
    QCOMPARE(foldedKernelName("void ").empty(), false);
    QVERIFY(!labelStages(EventKind::Kernel, std::string(100000, ':')).empty());
}

int run_tst_kernel_name(int argc, char** argv) {
    return lanes::test::runWithoutWindow<TestKernelName>(argc, argv);
}
#include "tst_kernel_name.moc"
