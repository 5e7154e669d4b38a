import { setFlagsFromString } from 'node:v8';

/** Milliseconds of a start, and some more. */
const START = 5_000;
/** The factor by which the young generation grows: V8's own, and the one with which it keeps its size. */
const FACTOR = { own: 2, fixed: 1 } as const;

/**
 * Keeps the young generation of the heap at its initial size while the process starts. V8 lets it grow after as many bytes have
 * survived as it holds. Since most of what a start creates survives, it would be at its largest size afterwards, also in a process
 * that then does little. A start takes as long.
 */
export function limitYoungGeneration(setFlags: (flags: string) => void = setFlagsFromString): void {
  const set = (factor: number): void => setFlags(`--semi-space-growth-factor=${factor}`);
  set(FACTOR.fixed);
  setTimeout(() => set(FACTOR.own), START).unref();
}
