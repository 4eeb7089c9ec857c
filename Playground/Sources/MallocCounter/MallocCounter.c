#include "MallocCounter.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);

static _Atomic long count;

// Takes the place of the C library's function in this executable, and calls it.
void *malloc(size_t size) {
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return __libc_malloc(size);
}

long mallocCount(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

#else

long mallocCount(void) { return -1; }

#endif
