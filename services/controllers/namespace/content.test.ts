import assert from 'node:assert/strict';
import { createClient } from '@pilothouse/client/client.js';
import { configMaps, namespaces } from '@pilothouse/client/core.js';
import { scriptedTransport, type Answer } from '@pilothouse/client/scripted-transport.test.helper.js';
import { deleteContent } from './content.js';

const ok: Answer = { body: { kind: 'Status', status: 'Success' } };
const missing: Answer = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
const refused: Answer = { status: 403, body: { kind: 'Status', reason: 'Forbidden', code: 403, message: 'no' } };

function list(names: readonly string[], token = ''): Answer {
  const items = names.map((name) => ({ metadata: { name, uid: `uid-${name}` } }));
  return { body: { metadata: { resourceVersion: '1', continue: token }, items } };
}

const terminating: Answer = {
  body: { metadata: {}, items: [{ metadata: { name: 'held', deletionTimestamp: '2026-01-02T03:04:05Z' } }] },
};

const PATH = '/api/v1/namespaces/x/configmaps';
const together = [`DELETE ${PATH}`, `GET ${PATH}?limit=1`];

const cases = [
  { name: 'is gone', verbs: ['deletecollection'], answers: [ok, list([])], gives: true, asks: together },
  { name: 'stays', verbs: ['deletecollection'], answers: [ok, list(['a'])], gives: false, asks: together },
  {
    name: 'may go on after a page',
    verbs: ['deletecollection'],
    answers: [ok, list([], 't')],
    gives: false,
    asks: together,
  },
  {
    name: 'is of a type that is gone',
    verbs: ['deletecollection'],
    answers: [missing],
    gives: true,
    asks: together.slice(0, 1),
  },
  {
    name: 'can only be deleted one by one',
    verbs: [],
    answers: [list(['a', 'b'], 't'), ok, missing, list(['c']), ok, list([])],
    gives: true,
    asks: [
      `GET ${PATH}?limit=500`,
      `DELETE ${PATH}/a`,
      `DELETE ${PATH}/b`,
      `GET ${PATH}?limit=500&continue=t`,
      `DELETE ${PATH}/c`,
      `GET ${PATH}?limit=1`,
    ],
  },
  {
    name: 'is being deleted already',
    verbs: [],
    answers: [terminating, terminating],
    gives: false,
    asks: [`GET ${PATH}?limit=500`, `GET ${PATH}?limit=1`],
  },
];

describe('deleteContent', () => {
  const signal = new AbortController().signal;
  for (const { name, verbs, answers, gives, asks } of cases) {
    it(`tells whether anything is left of content that ${name}`, async () => {
      const transport = scriptedTransport(answers);
      const type = { type: configMaps, verbs };
      assert.equal(await deleteContent(createClient({ transport }), type, { namespace: 'x', signal }), gives);
      assert.deepEqual(transport.log, asks);
      for (const { method, target, body } of transport.requests) {
        if (method !== 'DELETE') continue;
        const uid = target === PATH ? '' : `"preconditions":{"uid":"uid-${target.slice(PATH.length + 1)}"},`;
        const text = `{"kind":"DeleteOptions","apiVersion":"v1",${uid}"propagationPolicy":"Background"}`;
        assert.equal(body && Buffer.from(body).toString(), text);
      }
    });
  }

  it('throws what the server refuses', async () => {
    const client = createClient({ transport: scriptedTransport([refused]) });
    const type = { type: configMaps, verbs: ['deletecollection'] };
    await assert.rejects(deleteContent(client, type, { namespace: 'x', signal }), { reason: 'Forbidden' });
  });

  it('never touches what is not in a namespace', async () => {
    const transport = scriptedTransport([]);
    const type = { type: namespaces, verbs: ['deletecollection'] };
    await deleteContent(createClient({ transport }), type, { namespace: 'x', signal });
    assert.deepEqual(transport.log, []);
  });
});
