#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

/// How often this process has called malloc; -1 where that cannot be counted.
long mallocCount(void);

#endif
