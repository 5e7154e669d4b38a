/**
 * CPU time of the process in milliseconds. The time limits of evaluations use it in place of a wall clock, so that a busy machine does
 * not make a valid expression exceed its limit. A call is a system call, which takes some microseconds.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of the wall clock before the CPU time is read. */
const SHORT = 10;

/**
 * A clock of CPU time in milliseconds, for a synchronous work that begins now. It reads 0 until the work has taken 10 ms by the wall
 * clock: nearly all evaluations end before, and would spend more on reading the CPU time than on anything else.
 */
export function cpuStopwatch(wall = () => performance.now(), cpu = cpuTime): () => number {
  const began = wall();
  let start: number | undefined;
  return () => {
    if (start === undefined) {
      if (wall() - began < SHORT) return 0;
      start = cpu();
    }
    return cpu() - start;
  };
}
