import assert from 'node:assert/strict';
import type { ObjectMeta } from '@pilothouse/apimachinery/generated/meta/v1.js';
import { createClient } from '@pilothouse/client/client.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import { patchMetadata, objectApi, remove, type ObjectApi, type Result } from './object-api.js';
import { owner, thing, zone } from './world.test.helper.js';

const metadata: ObjectMeta = { uid: 'b', name: 'name-b', namespace: 'n' };
const PATH = '/apis/a.b/v1/namespaces/n/things/name-b';
const ok: Answer = { body: { kind: 'Status' } };
const missing: Answer = {
  status: 404,
  body: { kind: 'Status', reason: 'NotFound', code: 404, details: { name: 'name-b' } },
};
/** Answers of servers that do not serve the type, and of misconfigured proxies. */
const unknown: readonly Answer[] = [
  { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404, details: {} } },
  { status: 404, body: '404 page not found' },
];
const conflict: Answer = { status: 409, body: { kind: 'Status', reason: 'Conflict', code: 409 } };
const live = (rest: ObjectMeta): Answer => ({ body: { metadata: { ...metadata, ...rest } } });

const object = thing('b', [owner('a')]);
const free = (api: ObjectApi): Promise<Result> =>
  patchMetadata(api, object, ({ ownerReferences = [] }) =>
    ownerReferences.length > 0 ? { ownerReferences: [] } : undefined,
  );
const drop = (api: ObjectApi): Promise<Result> => remove(api, object, 'Background');

const patched = (version: string): object => ({
  metadata: { uid: 'b', resourceVersion: version, ownerReferences: null },
});
const deleted = (version: string): object => ({
  kind: 'DeleteOptions',
  apiVersion: 'v1',
  preconditions: { uid: 'b', resourceVersion: version },
  propagationPolicy: 'Background',
});

const newer = live({ resourceVersion: '2', ownerReferences: [owner('a')] });
const other = live({ uid: 'other' });
const cases = [
  { name: 'amends', step: free, answers: [ok], gives: 'done', sends: [patched('1')] },
  {
    name: 'patches a newer version',
    step: free,
    answers: [conflict, newer, ok],
    gives: 'done',
    sends: [patched('1'), patched('2')],
  },
  {
    name: 'sends no patch if a newer version needs none',
    step: free,
    answers: [conflict, live({})],
    gives: 'done',
    sends: [patched('1')],
  },
  { name: 'does not patch a deleted object', step: free, answers: [missing], gives: 'gone', sends: [patched('1')] },
  {
    name: 'does not patch another object of the name',
    step: free,
    answers: [conflict, other],
    gives: 'gone',
    sends: [patched('1')],
  },
  {
    name: 'gives up on an object that keeps changing',
    step: free,
    answers: Array.from({ length: 5 }, () => [conflict, newer]).flat(),
    gives: 'changed',
    sends: [patched('1'), ...Array.from({ length: 4 }, () => patched('2'))],
  },
  { name: 'deletes', step: drop, answers: [ok], gives: 'done', sends: [deleted('1')] },
  { name: 'accepts that the object is gone', step: drop, answers: [missing], gives: 'gone', sends: [deleted('1')] },
  {
    name: 'deletes a newer version',
    step: drop,
    answers: [conflict, newer, ok],
    gives: 'done',
    sends: [deleted('1'), deleted('2')],
  },
  {
    name: 'does not delete an object with other owners now',
    step: drop,
    answers: [conflict, live({})],
    gives: 'changed',
    sends: [deleted('1')],
  },
  {
    name: 'does not delete another object of the name',
    step: drop,
    answers: [conflict, other],
    gives: 'gone',
    sends: [deleted('1')],
  },
];

describe('objectApi', () => {
  const signal = new AbortController().signal;
  for (const { name, step, answers, gives, sends } of cases) {
    it(name, async () => {
      const transport = scriptedTransport(answers);
      assert.equal(await step(objectApi(createClient({ transport }), signal)), gives);
      assert.equal(transport.log.length, answers.length);
      for (const line of transport.log) assert.match(line, new RegExp(`^(GET|PATCH|DELETE) ${PATH}$`));
      const bodies = transport.requests.flatMap(({ body }): unknown[] =>
        body ? [JSON.parse(Buffer.from(body).toString())] : [],
      );
      assert.deepEqual(bodies, sends);
    });
  }

  it('does not treat a 404 without object name as deleted', async () => {
    for (const answer of unknown) {
      const transport = scriptedTransport([answer, answer, answer]);
      const api = objectApi(createClient({ transport }), signal);
      const { type, metadata: at } = object;
      await assert.rejects(api.get({ type, namespace: 'n', name: at.name ?? '' }), { reason: 'NotFound' });
      await assert.rejects(drop(api), { reason: 'NotFound' });
      await assert.rejects(free(api), { reason: 'NotFound' });
    }
  });

  it('throws other errors, and uses cluster-scoped paths', async () => {
    const transport = scriptedTransport([{ status: 403, body: { kind: 'Status', reason: 'Forbidden', code: 403 } }]);
    const refused = remove(objectApi(createClient({ transport }), signal), zone('z'), 'Orphan');
    await assert.rejects(refused, { reason: 'Forbidden' });
    assert.deepEqual(transport.log, ['DELETE /apis/a.b/v1/zones/name-z']);
  });
});
