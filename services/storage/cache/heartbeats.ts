/** Calls back again and again, for thousands with one timer. */
export interface Heartbeats {
  /** Calls `beat` about every so many milliseconds, until it is removed. */
  readonly add: (every: number, beat: () => void) => void;
  readonly remove: (beat: () => void) => void;
  readonly stop: () => void;
}

interface Heart {
  readonly every: number;
  next: number;
}

/** `resolution`: milliseconds that a beat may come late. */
export function createHeartbeats(resolution: number): Heartbeats {
  const hearts = new Map<() => void, Heart>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const [beat, heart] of hearts) {
      if (heart.next > now) continue;
      heart.next = now + heart.every;
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
      hearts.set(beat, { every, next: performance.now() + every });
      timer ??= setInterval(look, resolution).unref();
    },
    remove(beat) {
      hearts.delete(beat);
      if (hearts.size === 0) stop();
    },
  };
}
