/// The door of libFuzzer (libclang_rt.fuzzer_no_main), which has no header of its own.
#include <stddef.h>
#include <stdint.h>

typedef int (*FuzzOneInput)(const uint8_t *data, size_t size);

/// Runs the fuzzer with libFuzzer's own arguments.
int LLVMFuzzerRunDriver(int *argc, char ***argv, FuzzOneInput one);
