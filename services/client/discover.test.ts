import assert from 'node:assert/strict';
import { createClient } from './client.js';
import { discover, type Discovery } from './discover.js';
import { discoveredGroup, discoveryDocument } from './discovery-document.test.helper.js';
import { scriptedTransport, type Answer } from './scripted-transport.test.helper.js';

const CORE = discoveryDocument(discoveredGroup('', { v1: { pods: ['list'], 'nodes*': ['list'] } }));
const NAMED = discoveryDocument(
  discoveredGroup('a.example', { v1: { pods: ['get'] }, v1beta1: { pods: ['list'], olds: ['list'] } }),
  discoveredGroup('b.example', { v2: undefined }),
  discoveredGroup('empty.example', { v1: {} }),
);

describe('discover', () => {
  const answers = async (core: Answer, named: Answer): Promise<Discovery> => {
    const transport = scriptedTransport(
      Array.from({ length: 2 }, () => ({ target, headers }) => {
        assert.equal(headers['accept'], 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList');
        return target === '/api' ? core : named;
      }),
    );
    return discover(createClient({ transport }));
  };

  it('returns each resource once, and the groups that fail', async () => {
    const { types, errors } = await answers({ body: CORE }, { body: NAMED });
    assert.deepEqual(
      types.map(({ type, verbs }) =>
        [type.group, type.version, type.resource, type.kind, type.scope, ...verbs].join(' '),
      ),
      [
        ' v1 pods Pod Namespaced list',
        ' v1 nodes Node Cluster list',
        'a.example v1 pods Pod Namespaced get',
        'a.example v1beta1 olds Old Namespaced list',
      ],
    );
    assert.deepEqual(errors.map(String), ['Error: b.example/v2: stale GroupVersion discovery']);
  });

  it('continues without the core group', async () => {
    const { types, errors } = await answers({ status: 404, body: 'no' }, { body: NAMED });
    assert.deepEqual(
      types.map(({ type }) => `${type.group} ${type.resource}`),
      ['a.example pods', 'a.example olds'],
    );
    assert.match(errors.map(String).join('\n'), /^Error: v1: no$/m);
  });

  it('throws if the groups cannot be listed', async () => {
    await assert.rejects(answers({ body: CORE }, new Error('refused')), /refused/);
  });
});
