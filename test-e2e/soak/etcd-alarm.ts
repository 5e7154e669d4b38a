import { setTimeout as pause } from 'node:timers/promises';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { Etcd3 } from 'etcd3';
import { etcd3Credentials } from '../support/etcd3.js';

/** Attempts to disarm it, and milliseconds between them: nothing works while it is raised. */
const TRIES = 20;
const AGAIN = 1000;

/** Raises etcd's alarm for used-up space: it refuses all writes that need space. Resolves to the function that disarms it. */
export async function raiseAlarm({ endpoints, tls }: TestEtcd): Promise<() => Promise<void>> {
  const client = new Etcd3({ hosts: [...endpoints], ...(await etcd3Credentials(tls)) });
  const { members } = await client.cluster.memberList({});
  const memberID = members[0]?.ID ?? '0';
  await client.maintenance.alarm({ action: 'Activate', memberID, alarm: 'Nospace' });
  return async () => {
    for (let left = TRIES; ; left--) {
      try {
        await client.maintenance.alarm({ action: 'Deactivate', memberID, alarm: 'Nospace' });
        break;
      } catch (error) {
        if (left === 0) throw error;
        await pause(AGAIN);
      }
    }
    client.close();
  };
}
