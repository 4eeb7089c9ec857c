// For the functions about processors.
#define _GNU_SOURCE
#include "InstructionCounter.h"

#if defined(__linux__)

#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
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

// The copy stops itself before and after the work; by different signals than a step stops it with.
static void runTraced(void (*work)(void *), void *context) {
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0) _exit(1);
  raise(SIGSTOP);
  work(context);
  raise(SIGSTOP);
  _exit(0);
}

static int hasStoppedBy(pid_t process, int signal) {
  int status = 0;
  return waitpid(process, &status, 0) == process && WIFSTOPPED(status) &&
         WSTOPSIG(status) == signal;
}

// Both processes take turns at each instruction: on one processor, that is several times as fast.
static void stayHere(void) {
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  sched_setaffinity(0, sizeof here, &here);
}

static long step(void (*work)(void *), void *context, long limit) {
  pid_t copy = fork();
  if (copy < 0) return -1;
  if (copy == 0) runTraced(work, context);
  long count = -1;
  if (hasStoppedBy(copy, SIGSTOP)) {
    for (count = 0; count < limit; count++) {
      if (ptrace(PTRACE_SINGLESTEP, copy, 0, 0) != 0 || !hasStoppedBy(copy, SIGTRAP)) break;
    }
  }
  kill(copy, SIGKILL);
  waitpid(copy, 0, 0);
  return count < limit ? count : -1;
}

long stepInstructions(void (*work)(void *), void *context, long limit) {
  cpu_set_t before;
  if (sched_getaffinity(0, sizeof before, &before) != 0) return -1;
  stayHere();
  long count = step(work, context, limit);
  sched_setaffinity(0, sizeof before, &before);
  return count;
}

#else

long countInstructions(void (*work)(void *), void *context) { return -1; }

long stepInstructions(void (*work)(void *), void *context, long limit) { return -1; }

#endif
