import assert from 'node:assert/strict';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import { deleteContent } from './content.js';

const ok: Answer = { body: { kind: 'Status', status: 'Success' } };
const missing: Answer = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
const refused: Answer = { status: 403, body: { kind: 'Status', reason: 'Forbidden', code: 403, message: 'no' } };

type Found = string | { readonly name: string; readonly [field: string]: unknown };

function list(found: readonly Found[], token = ''): Answer {
  const items = found.map((each) => {
    const metadata = typeof each === 'string' ? { name: each } : each;
    return { metadata: { uid: `uid-${metadata.name}`, ...metadata } };
  });
  return { body: { metadata: { resourceVersion: '1', continue: token }, items } };
}

const deletionTimestamp = '2026-01-02T03:04:05Z';
const held = { name: 'held', deletionTimestamp, finalizers: ['a/b', 'c/d'] };
const graceful = { name: 'graceful', deletionTimestamp, deletionGracePeriodSeconds: 30 };

const PATH = '/api/v1/namespaces/x/configmaps';
const LOOK = `GET ${PATH}?limit=1`;
const PAGE = `GET ${PATH}?limit=500`;
const together = [LOOK, `DELETE ${PATH}`, PAGE];
const nothing = undefined;
const left = { type: configMaps, count: 1, finalizers: {}, gracefulUntil: 0 };

const cases = [
  { name: 'does not exist', verbs: ['deletecollection'], answers: [list([])], leaves: nothing, asks: [LOOK] },
  { name: 'goes', verbs: ['deletecollection'], answers: [list(['a']), ok, list([])], leaves: nothing, asks: together },
  { name: 'stays', verbs: ['deletecollection'], answers: [list(['a']), ok, list(['a'])], leaves: left, asks: together },
  {
    name: 'remains on several pages, for finalizers or a grace period',
    verbs: ['deletecollection'],
    answers: [list(['a'], 't'), ok, list([held, 'a'], 't'), list([{ ...held, finalizers: ['a/b'] }, graceful])],
    leaves: {
      type: configMaps,
      count: 4,
      finalizers: { 'a/b': 2, 'c/d': 1 },
      gracefulUntil: Date.parse(deletionTimestamp),
    },
    asks: [...together, `${PAGE}&continue=t`],
  },
  {
    name: 'has a type that is no longer served',
    verbs: ['deletecollection'],
    answers: [missing],
    leaves: nothing,
    asks: [LOOK],
  },
  {
    name: 'can only be deleted object by object',
    verbs: [],
    answers: [list(['a'], 't'), list(['a', 'b'], 't'), ok, missing, list(['c']), ok, list([])],
    leaves: nothing,
    asks: [LOOK, PAGE, `DELETE ${PATH}/a`, `DELETE ${PATH}/b`, `${PAGE}&continue=t`, `DELETE ${PATH}/c`, PAGE],
  },
  {
    name: 'is already being deleted',
    verbs: [],
    answers: [list([held]), list([held]), list([held])],
    leaves: { ...left, finalizers: { 'a/b': 1, 'c/d': 1 } },
    asks: [LOOK, PAGE, PAGE],
  },
];

describe('deleteContent', () => {
  const signal = new AbortController().signal;
  for (const { name, verbs, answers, leaves, asks } of cases) {
    it(`returns what remains of content that ${name}`, async () => {
      const transport = scriptedTransport(answers);
      const type = { type: configMaps, verbs };
      const found = await deleteContent(createClient({ transport }), type, { namespace: 'x', signal });
      assert.deepEqual(found && { ...found, finalizers: Object.fromEntries(found.finalizers) }, leaves);
      assert.deepEqual(transport.log, asks);
      for (const { method, target, headers, body } of transport.requests) {
        if (method === 'GET') assert.match(String(headers['accept']), /as=PartialObjectMetadataList/);
        if (method !== 'DELETE') continue;
        const uid = target === PATH ? '' : `"preconditions":{"uid":"uid-${target.slice(PATH.length + 1)}"},`;
        const text = `{"kind":"DeleteOptions","apiVersion":"v1",${uid}"propagationPolicy":"Background"}`;
        assert.equal(body && Buffer.from(body).toString(), text);
      }
    });
  }

  it('throws errors of the server', async () => {
    const client = createClient({ transport: scriptedTransport([list(['a']), refused]) });
    const type = { type: configMaps, verbs: ['deletecollection'] };
    await assert.rejects(deleteContent(client, type, { namespace: 'x', signal }), { reason: 'Forbidden' });
  });

  it('ignores cluster-scoped types', async () => {
    const transport = scriptedTransport([]);
    const type = { type: namespaces, verbs: ['deletecollection'] };
    await deleteContent(createClient({ transport }), type, { namespace: 'x', signal });
    assert.deepEqual(transport.log, []);
  });
});
