import type { Visibility } from './live.js';

/** The visibility of the browser's tab. */
export const tabVisibility: Visibility = {
  async shown(signal) {
    while (document.hidden) await event(document, 'visibilitychange', signal);
  },
  untilHidden(signal) {
    const hidden = new AbortController();
    const look = (): void => {
      if (document.hidden) hidden.abort();
    };
    document.addEventListener('visibilitychange', look, { signal: AbortSignal.any([signal, hidden.signal]) });
    look();
    return AbortSignal.any([signal, hidden.signal]);
  },
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    }),
};

function event(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
