import assert from 'node:assert/strict';
import { createClient } from './client.js';
import { discover } from './discover.js';
import { scriptedTransport } from './scripted-transport.test.helper.js';

const versions = (...names: string[]) => names.map((version) => ({ version, groupVersion: '' }));
const resource = (name: string, namespaced: boolean, verbs = ['list']) => ({ name, kind: name, namespaced, verbs });

const documents: Readonly<Record<string, object>> = {
  '/api': { versions: ['v1'] },
  '/apis': {
    groups: [
      { name: 'a.example', versions: versions('v1beta1', 'v1'), preferredVersion: { version: 'v1' } },
      { name: 'b.example', versions: versions('v2'), preferredVersion: { version: 'v2' } },
      { name: 'empty.example', versions: versions('v1'), preferredVersion: { version: 'v1' } },
    ],
  },
  '/api/v1': { resources: [resource('pods', true), resource('pods/status', true), resource('nodes', false)] },
  '/apis/empty.example/v1': { resources: null },
  '/apis/a.example/v1': { resources: [resource('pods', true, ['get'])] },
  '/apis/a.example/v1beta1': { resources: [resource('pods', true), resource('olds', true)] },
};

describe('discover', () => {
  const answer = ({ target }: { readonly target: string }) => {
    const body = documents[target];
    return body === undefined ? { status: 503, body: `${target} is away` } : { body };
  };

  it('returns each resource once, and the groups that fail', async () => {
    const transport = scriptedTransport(Array.from({ length: 7 }, () => answer));
    const { types, errors } = await discover(createClient({ transport }));
    assert.deepEqual(
      types.map(({ type, verbs }) =>
        [type.group, type.version, type.resource, type.kind, type.scope, ...verbs].join(' '),
      ),
      [
        ' v1 pods pods Namespaced list',
        ' v1 nodes nodes Cluster list',
        'a.example v1 pods pods Namespaced get',
        'a.example v1beta1 olds olds Namespaced list',
      ],
    );
    assert.deepEqual(errors.map(String), ['Error: b.example/v2: /apis/b.example/v2 is away']);
  });

  it('continues without the core group', async () => {
    const transport = scriptedTransport(
      Array.from(
        { length: 6 },
        () => (request: { readonly target: string }) =>
          request.target === '/api' ? { status: 404, body: 'no' } : answer(request),
      ),
    );
    const { types, errors } = await discover(createClient({ transport }));
    assert.deepEqual(
      types.map(({ type }) => `${type.group} ${type.resource}`),
      ['a.example pods', 'a.example olds'],
    );
    assert.match(errors.map(String).join('\n'), /^Error: v1: no$/m);
  });

  it('ignores a version that was removed meanwhile', async () => {
    const group = (name: string) => ({ name, versions: versions('v1'), preferredVersion: { version: 'v1' } });
    const lists = [[group('gone.example'), group('odd.example')], [group('odd.example')]];
    const transport = scriptedTransport(
      Array.from({ length: 7 }, () => ({ target }: { readonly target: string }) => {
        if (target === '/apis') return { body: { groups: lists.shift() ?? [] } };
        return target === '/api' ? { body: { versions: [] } } : { status: 404, body: 'no' };
      }),
    );
    const { errors } = await discover(createClient({ transport }));
    assert.deepEqual(errors.map(String), ['Error: odd.example/v1: no']);
  });

  it('throws if the groups cannot be listed', async () => {
    const transport = scriptedTransport([answer, new Error('refused')]);
    await assert.rejects(discover(createClient({ transport })), /refused/);
  });
});
