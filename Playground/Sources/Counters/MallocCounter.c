#include "MallocCounter.h"

#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Counting is off while time is measured: an atomic addition for each allocation would be measured too.
static _Atomic bool isCounting;
static _Atomic long count;

static inline void note(void) {
  if (atomic_load_explicit(&isCounting, memory_order_relaxed)) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  }
}

// These take the place of the C library's functions in this executable, and call them.

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  note();
  return __libc_calloc(elements, size);
}

void *realloc(void *pointer, size_t size) {
  note();
  return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *memory = memalign(alignment, size);
  if (memory == NULL) return ENOMEM;
  *result = memory;
  return 0;
}

void beginCountingMallocs(void) {
  atomic_store(&count, 0);
  atomic_store(&isCounting, true);
}

long endCountingMallocs(void) {
  atomic_store(&isCounting, false);
  return atomic_load(&count);
}

#else

void beginCountingMallocs(void) {}

long endCountingMallocs(void) { return -1; }

#endif
