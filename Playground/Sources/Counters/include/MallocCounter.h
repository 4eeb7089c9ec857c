#ifndef MALLOC_COUNTER_H
#define MALLOC_COUNTER_H

/// Begins to count the allocations of all threads of this process.
void beginCountingMallocs(void);

/// Ends the counting. Returns the number of allocations since its beginning; -1 where they cannot be
/// counted.
long endCountingMallocs(void);

#endif
