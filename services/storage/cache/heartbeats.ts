/** Periodic callbacks for thousands of watches with a single timer. */
export interface Heartbeats {
  /** Calls `beat` about every `every` milliseconds until it is removed. */
  readonly add: (every: number, beat: () => void) => void;
  readonly remove: (beat: () => void) => void;
  readonly stop: () => void;
}

interface Schedule {
  readonly every: number;
  next: number;
}

/** `resolution`: maximum delay of a beat in milliseconds. */
export function createHeartbeats(resolution: number): Heartbeats {
  const schedules = new Map<() => void, Schedule>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const [beat, schedule] of schedules) {
      if (schedule.next > now) continue;
      schedule.next = now + schedule.every;
      beat();
    }
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    stop,
    add(every, beat) {
      schedules.set(beat, { every, next: performance.now() + every });
      timer ??= setInterval(tick, resolution).unref();
    },
    remove(beat) {
      schedules.delete(beat);
      if (schedules.size === 0) stop();
    },
  };
}
