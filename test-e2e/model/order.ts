import type { History, Tick, WriteRecord } from './history.js';
import type { Change, Model } from './model.js';

/** Bounds on revisions that follow from the order of requests in time. */
export interface RealTime {
  /** The highest revision that any client had seen before this time. A consistent read that begins then must reach it. */
  readonly knownBefore: (moment: Tick) => number;
  /** The lowest revision of a write that began after this time. An answer that ended by then cannot show it. */
  readonly notBegunBy: (moment: Tick) => number;
}

/** Derives the bounds from a history. `writeOf` finds the write of a change. */
export function realTime(
  { writes, lists, gets }: History,
  { changes }: Model,
  writeOf: (change: Change) => WriteRecord | undefined,
): RealTime {
  const known: Point[] = [];
  const begun: Point[] = [];
  const revisionOf = new Map<WriteRecord, number>();
  for (const change of changes) {
    const write = writeOf(change);
    if (write === undefined) continue;
    revisionOf.set(write, change.revision);
    begun.push({ tick: write.began, revision: change.revision });
  }
  for (const write of writes) {
    const revision = write.revision ?? revisionOf.get(write);
    if (write.outcome === 'acknowledged' && revision !== undefined) known.push({ tick: write.ended, revision });
  }
  for (const { ended, revision } of lists) known.push({ tick: ended, revision });
  for (const { ended, object } of gets)
    if (object !== undefined) known.push({ tick: ended, revision: object.revision });
  const highest = running(known.sort(byTick), Math.max);
  const lowest = running(begun.sort(byTick).reverse(), Math.min);
  return {
    knownBefore: (moment) => highest[countWhile(highest, ({ tick }) => tick < moment) - 1]?.revision ?? 0,
    notBegunBy: (moment) => lowest[countWhile(lowest, ({ tick }) => tick > moment) - 1]?.revision ?? Infinity,
  };
}

interface Point {
  readonly tick: Tick;
  readonly revision: number;
}

function byTick(a: Point, b: Point): number {
  return a.tick - b.tick;
}

/** Each point with the best revision up to it. */
function running(points: readonly Point[], best: (a: number, b: number) => number): Point[] {
  let so: number | undefined;
  return points.map(({ tick, revision }) => {
    so = so === undefined ? revision : best(so, revision);
    return { tick, revision: so };
  });
}

/** The number of leading items that satisfy the predicate. It must hold for a prefix only. */
function countWhile(points: readonly Point[], test: (point: Point) => boolean): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const point = points[middle];
    if (point !== undefined && test(point)) low = middle + 1;
    else high = middle;
  }
  return low;
}
