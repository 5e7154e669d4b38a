import assert from 'node:assert/strict';
import { openEmbeddedStore } from '@pilothouse/storage/embedded/store.js';
import type { Store } from '@pilothouse/storage/store.js';
import { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { apply } from './apply.js';
import type { Endpoint, Scope } from './scope.js';
import { testScope } from './scope.test.helper.js';
import { update } from './update.js';

describe('a write that creates its object', () => {
  let store: Store;
  before(async () => {
    store = await openEmbeddedStore({ ephemeral: true });
  });
  after(() => store.close());

  /** A kind like config maps that PUT can create, with or without the user's right to create. */
  const scopeFor = (mayCreate: boolean): Scope => {
    const { resource, ...rest } = testScope({ store });
    const { definition } = resource;
    const strategy = { ...definition.strategy, createOnUpdate: true };
    return {
      ...rest,
      resource: { ...resource, definition: { ...definition, strategy } },
      authorizer: {
        authorize: ({ request: { verb } }) => ({
          type: verb === 'create' && mayCreate ? 'allow' : 'noOpinion',
          reason: '',
        }),
      },
    };
  };
  const call = (endpoint: Endpoint, mayCreate: boolean, name: string): ReturnType<Endpoint> => {
    const target = `/api/v1/namespaces/default/configmaps/${name}?fieldManager=me`;
    const peer = { address: '127.0.0.1', certificate: { type: 'none' } } as const;
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    const body = (async function* () {
      yield Buffer.from(text);
    })();
    const context = new RequestContext({ method: 'PATCH', target, headers: {}, body, peer });
    return endpoint(scopeFor(mayCreate), context, context.info as ResourceRequest);
  };

  for (const [what, endpoint] of [
    ['an apply', apply],
    ['an update', update],
  ] as const) {
    it(`requires the right to create it: ${what}`, async () => {
      const name = what.replace(' ', '-');
      await assert.rejects(call(endpoint, false, name), {
        code: 403,
        message: `configmaps "${name}" is forbidden: User "system:anonymous" cannot create resource "configmaps" in API group "" in the namespace "default"`,
      });
      assert.equal((await call(endpoint, true, name)).status, 201);
      assert.equal((await call(endpoint, false, name)).status, 200);
    });
  }
});
