import type { PortRange } from '../options/service-network.js';

const OFFSET = { min: 16, max: 128, step: 32 };

export function rangeText({ first, last }: PortRange): string {
  return `${first}-${last}`;
}

/** All ports, each once: those above the band for static assignment from a random one on, then those of the band. */
export function* portCandidates({ first, last }: PortRange, random: (limit: number) => number): Generator<number> {
  const middle = first + offsetOf(last - first + 1);
  for (const [from, to] of [
    [middle, last],
    [first, middle - 1],
  ] as const) {
    const size = to - from + 1;
    if (size < 1) continue;
    const start = random(size);
    for (let index = 0; index < size; index++) yield from + ((start + index) % size);
  }
}

/** Kubernetes' calculateRangeOffset of ports. */
function offsetOf(size: number): number {
  const { min, max, step } = OFFSET;
  if (size <= min) return 0;
  return Math.min(Math.max(Math.floor(size / step), min), max);
}
