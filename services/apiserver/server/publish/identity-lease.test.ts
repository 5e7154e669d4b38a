import assert from 'node:assert/strict';
import { createDomain } from '@pilothouse/apimachinery/domain/domain.js';
import { createClient } from '@pilothouse/client/client.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import type { TransportRequest } from '@pilothouse/client/transport.js';
import { identityName, keepIdentityLease } from './identity-lease.js';

const PLACE = { hostname: 'a-host', port: 6443 };
const NAME = identityName(PLACE);
const PATH = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';

/** Writes and failures of the renewals, until the scripted responses are used up. */
async function run(answers: readonly (Answer | 'sent back')[], hostname = PLACE.hostname) {
  const stop = new AbortController();
  const waits: number[] = [];
  const errors: string[] = [];
  const sentBack = ({ body = Buffer.from('') }: TransportRequest): Answer => ({ body: Buffer.from(body).toString() });
  const transport = scriptedTransport(answers.map((answer) => (answer === 'sent back' ? sentBack : answer)));
  await keepIdentityLease({
    client: createClient({ transport }),
    domain: createDomain(),
    environment: { now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, 5, 678)), uuid: () => 'uuid' },
    timing: {
      now: () => 0,
      random: () => 0,
      async sleep(milliseconds) {
        waits.push(milliseconds);
        if (transport.requests.length >= answers.length) stop.abort();
      },
    },
    ...PLACE,
    hostname,
    onError: (error) => errors.push(String(error)),
    signal: stop.signal,
  });
  const bodies = transport.requests.flatMap(({ body }): unknown[] =>
    body === undefined ? [] : [JSON.parse(Buffer.from(body).toString())],
  );
  return { log: transport.log, bodies, waits, errors };
}

const missing = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
const SPEC = { holderIdentity: `${NAME}_uuid`, leaseDurationSeconds: 3600, renewTime: '2026-01-02T03:04:05.678000Z' };
const LABELS = { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'a-host' };

describe('the identity lease', () => {
  it('is created if it is missing', async () => {
    const { log, bodies, waits } = await run([missing, 'sent back']);
    assert.deepEqual(log, [`GET ${PATH}/${NAME}`, `POST ${PATH}`]);
    const kind = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' };
    assert.deepEqual(bodies, [{ ...kind, metadata: { name: NAME, labels: LABELS }, spec: SPEC }]);
    assert.deepEqual(waits, [10_000]);
  });

  it('is taken over after a restart, and labelled', async () => {
    const found = { metadata: { name: NAME, resourceVersion: '7', labels: { a: 'b' } }, spec: { leaseTransitions: 1 } };
    const { log, bodies } = await run([{ body: found }, 'sent back']);
    assert.deepEqual(log, [`GET ${PATH}/${NAME}`, `PUT ${PATH}/${NAME}`]);
    const { metadata, spec } = bodies[0] as typeof found;
    assert.deepEqual(metadata, { ...found.metadata, labels: { a: 'b', ...LABELS } });
    assert.deepEqual(spec, { leaseTransitions: 1, ...SPEC });
  });

  it('is retried soon after a failure', async () => {
    const { waits, errors } = await run([new Error('broken'), missing, 'sent back']);
    assert.deepEqual([waits, errors], [[1000, 10_000], ['Error: broken']]);
  });

  it('has no hostname label if the hostname is not a valid label value', async () => {
    const { bodies } = await run([missing, 'sent back'], '-');
    const { metadata } = bodies[0] as { metadata: { labels: object } };
    assert.deepEqual(Object.keys(metadata.labels), ['apiserver.kubernetes.io/identity']);
  });

  it('has a name that depends on host and port alone', () => {
    assert.match(NAME, /^apiserver-[0-9a-f]{32}$/);
    assert.equal(identityName({ ...PLACE }), NAME);
    assert.notEqual(identityName({ ...PLACE, port: 6444 }), NAME);
  });
});
