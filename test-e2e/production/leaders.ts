import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '@pilothouse/apimachinery/generated/audit/v1.js';
import type { SuspendedLeader } from './faults.js';
import { LEASE, type Production } from './installation.js';

/** Milliseconds within which a leader that has lost its lease must exit. */
const SOON = 30_000;

const endOf = ({ leader, resumed }: SuspendedLeader): Date | undefined => leader.ownEnds.find((each) => each > resumed);

/** Writes that leaders sent after their lease had expired, while another manager leads. */
export async function lateWrites(
  { directory, apiServers }: Production,
  suspended: readonly SuspendedLeader[],
): Promise<string[]> {
  // A leader that was just resumed may still run.
  while (suspended.some((each) => endOf(each) === undefined && Date.now() < each.resumed.getTime() + SOON))
    await pause(100);
  const logs = await Promise.all(
    apiServers.map((_server, index) => readFile(join(directory, `audit-${index}.log`), 'utf8').catch(() => '')),
  );
  const events = logs.flatMap((log) =>
    log
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Event),
  );
  return suspended.flatMap((each) => {
    const { leader, suspendedAt, resumed } = each;
    const end = endOf(each);
    if (end === undefined || end.getTime() > resumed.getTime() + SOON) {
      return [`${leader.name} went on leading after it had been off for longer than its lease`];
    }
    const from = suspendedAt.getTime() + LEASE * 1000;
    const user = leader.name.replace(' ', '-');
    const late = events.filter(({ user: { username }, requestReceivedTimestamp }) => {
      const at = Date.parse(requestReceivedTimestamp ?? '');
      return username === user && at > from && at <= end.getTime();
    });
    return late.map(
      ({ verb, requestURI }) => `${leader.name} wrote after its lease had run out: ${verb} ${requestURI}`,
    );
  });
}
