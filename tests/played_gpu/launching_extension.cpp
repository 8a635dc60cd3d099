// A module of Python in C++ that launches kernels by itself, as extensions do that torch knows nothing of: launch(handle of a
// function, stream, how often).
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <cuda.h>

namespace {

PyObject* launch(PyObject*, PyObject* arguments) {
    unsigned long long function = 0, stream = 0;
    int count = 0;
    if (PyArg_ParseTuple(arguments, "KKi", &function, &stream, &count) == 0) {
        return nullptr;
    }
    for (int i = 0; i < count; ++i) {
        if (cuLaunchKernel(reinterpret_cast<CUfunction>(function), 2, 1, 1, 32, 1, 1, 0,
                           reinterpret_cast<CUstream>(stream), nullptr, nullptr) != CUDA_SUCCESS) {
            PyErr_SetString(PyExc_RuntimeError, "cuLaunchKernel");
            return nullptr;
        }
    }
    Py_RETURN_NONE;
}

PyMethodDef methods[] = {{"launch", launch, METH_VARARGS, nullptr}, {nullptr, nullptr, 0, nullptr}};
PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "launching_extension", nullptr, -1, methods, nullptr, nullptr, nullptr, nullptr};

} // namespace

extern "C" __attribute__((visibility("default"))) PyObject* PyInit_launching_extension() {
    return PyModule_Create(&module);
}
