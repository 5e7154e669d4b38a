import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { namespaces, resourceQuotas, secrets } from '@pilothouse/client/core.js';
import type { TestEtcd } from '@pilothouse/storage/etcd/testing.js';
import { eventually } from './support/eventually.js';
import { describeWith } from './support/needs.js';
import { startReplicated, type Replicated } from './support/replicated.js';

const NAMESPACE = 'limited';
const LIMIT = 100;
const WRITERS = 200;
/** Milliseconds that a client waits for an answer. */
const TIMEOUT = 5_000;

type Decision = 'created' | 'refused';

describeWith(['ETCD'], 'a quota, through two servers on etcd', () => {
  let cluster: Replicated;
  before(async () => {
    cluster = await startReplicated();
    const { client } = cluster.server(0);
    await client.of(namespaces).create({ metadata: { name: NAMESPACE } });
    const quota = { metadata: { name: 'q' }, spec: { hard: { secrets: String(LIMIT) } } };
    await client.of(resourceQuotas).namespace(NAMESPACE).create(quota);
    await eventually(async () => (await used()) === 0, 'the quota is measured');
  });
  after(() => cluster.remove());

  const secretsOf = (index: number) =>
    cluster
      .server(index % 2)
      .client.of(secrets)
      .namespace(NAMESPACE);
  const existing = async (): Promise<number> => (await secretsOf(0).list()).items.length;

  async function used(): Promise<number | undefined> {
    const { status } = await cluster.server(0).client.of(resourceQuotas).namespace(NAMESPACE).get('q');
    const text = status.used?.['secrets'];
    return text === undefined ? undefined : Number(text);
  }

  /** Creates a secret until the outcome is known. */
  async function decide(index: number): Promise<Decision> {
    const name = `s-${index}`;
    for (;;) {
      const limit = { signal: AbortSignal.timeout(TIMEOUT) };
      try {
        await secretsOf(index).create({ metadata: { name } }, limit);
        return 'created';
      } catch (error) {
        if (error instanceof StatusError && error.reason === 'AlreadyExists') return 'created';
        if (error instanceof StatusError && error.message.includes('exceeded quota')) {
          const found = await secretsOf(index)
            .get(name)
            .catch(() => undefined);
          return found === undefined ? 'refused' : 'created';
        }
        await pause(100);
      }
    }
  }

  it('admits exactly its limit of creations at once, while the leader of etcd is killed', async () => {
    const deciding = Promise.all(Array.from({ length: WRITERS }, (_, index) => decide(index)));
    await eventually(async () => (await existing()) > LIMIT / 10, 'the first creations');
    const leader = await leaderOf(cluster.etcd);
    await cluster.etcd.kill(leader);
    const decisions = await deciding;
    await cluster.etcd.restart(leader);
    assert.equal(decisions.filter((decision) => decision === 'created').length, LIMIT);
    assert.deepEqual([await existing(), await used()], [LIMIT, LIMIT]);
    await secretsOf(0).delete(`s-${decisions.indexOf('created')}`);
    await eventually(async () => (await used()) === LIMIT - 1, 'the deletion is measured');
    const late = await Promise.all([decide(WRITERS), decide(WRITERS + 1)]);
    assert.deepEqual(late.sort(), ['created', 'refused']);
  });
});

async function leaderOf({ endpoints, metrics }: TestEtcd): Promise<number> {
  const texts = await Promise.all(endpoints.map((_, member) => metrics(member)));
  return texts.findIndex((text) => /^etcd_server_is_leader 1$/m.test(text));
}
