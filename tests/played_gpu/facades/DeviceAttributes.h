// The properties of a played device, a large one of today.
#pragma once

namespace played {

// By the number that CUdevice_attribute and cudaDeviceAttr share; 0 for what nobody asks.
int deviceAttribute(int attribute, int device);
// Where the driver's function of this name stands, in the version that its header means by it; null: nowhere.
void* driverEntry(const char* name);

} // namespace played
