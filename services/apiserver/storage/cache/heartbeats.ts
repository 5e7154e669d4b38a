/** Calls back again and again, for thousands with one timer. */
export interface Heartbeats {
  /** Calls `beat` about every so many milliseconds, until the result is called. */
  readonly add: (every: number, beat: () => void) => () => void;
  readonly stop: () => void;
}

interface Heart {
  readonly every: number;
  readonly beat: () => void;
  next: number;
}

/** `resolution`: milliseconds that a beat may come late. */
export function createHeartbeats(resolution: number): Heartbeats {
  const hearts = new Set<Heart>();
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = performance.now();
    for (const heart of hearts) {
      if (heart.next > now) continue;
      heart.next = now + heart.every;
      heart.beat();
    }
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return {
    stop,
    add(every, beat) {
      const heart: Heart = { every, beat, next: performance.now() + every };
      hearts.add(heart);
      timer ??= setInterval(look, resolution).unref();
      return () => {
        hearts.delete(heart);
        if (hearts.size === 0) stop();
      };
    },
  };
}
