#ifndef INSTRUCTION_COUNTER_H
#define INSTRUCTION_COUNTER_H

/// Calls `work(context)` and counts the instructions that this thread runs in user space meanwhile, with
/// the processor's counter. Returns -1, without a call, where the kernel does not offer one.
long countInstructions(void (*work)(void *), void *context);

/// The same where there is no such counter, as in most virtual machines: calls `work(context)` in a copy
/// of the process, one instruction at a time. Returns -1 where that is not possible, and after `limit`
/// instructions. `work` must not need another thread; what it changes in memory is lost.
long stepInstructions(void (*work)(void *), void *context, long limit);

#endif
