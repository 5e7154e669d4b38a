import { checkReads } from './check-reads.js';
import { checkStreams } from './check-streams.js';
import { checkWrites } from './check-writes.js';
import type { History } from './history.js';
import { createModel } from './model.js';
import { realTime } from './order.js';

/**
 * The violations in a history; empty if the log explains all of it. The log may or may not contain writes of unknown
 * outcome.
 */
export function violationsOf(history: History): string[] {
  const model = createModel(history.log);
  const { violations, writeOf } = checkWrites(history, model);
  const time = realTime(history, model, writeOf);
  const late = model.changes.flatMap((change) => {
    const known = time.knownBefore(writeOf(change)?.began ?? Infinity);
    if (writeOf(change) === undefined || change.revision > known) return [];
    return [`the write of ${change.key} at ${change.revision} began only when ${known} was known already`];
  });
  return [...violations, ...late, ...checkReads(history, model, time), ...checkStreams(history.streams, model)];
}
