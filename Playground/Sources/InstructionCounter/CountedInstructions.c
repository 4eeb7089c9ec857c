#include "InstructionCounter.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int openCounter(void) {
  struct perf_event_attr attributes;
  memset(&attributes, 0, sizeof attributes);
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.disabled = 1;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  return (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
}

long countInstructions(void (*work)(void *), void *context) {
  int counter = openCounter();
  if (counter < 0) return -1;
  ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
  work(context);
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  long long count = 0;
  long length = read(counter, &count, sizeof count);
  close(counter);
  return length == sizeof count ? (long)count : -1;
}

#else

long countInstructions(void (*work)(void *), void *context) { return -1; }

#endif
