import { setFlagsFromString } from 'node:v8';

/** Milliseconds of a start, and some more. */
const START = 5_000;
/** The factor by which the young generation grows. */
const FACTORS = { own: 2, fixed: 1 } as const;

/** Sets whether the young generation of the heap grows as V8 decides, or keeps its size. */
export function setYoungGeneration(growth: keyof typeof FACTORS, setFlags: (flags: string) => void): void {
  setFlags(`--semi-space-growth-factor=${FACTORS[growth]}`);
}

/**
 * Keeps the young generation of the heap at its initial size while the process starts. V8 lets it grow after as many bytes have
 * survived as it holds. Since most of what a start creates survives, it would be at its largest size afterwards, also in a process
 * that then does little. A start takes as long.
 */
export function limitYoungGeneration(setFlags: (flags: string) => void = setFlagsFromString): void {
  setYoungGeneration('fixed', setFlags);
  setTimeout(() => setYoungGeneration('own', setFlags), START).unref();
}
