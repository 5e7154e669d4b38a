import assert from 'node:assert/strict';
import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import { newTestAuthority } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { createLogger } from '@pilothouse/runtime/logging/logger.js';
import type { Trust } from '../../authn/published-trust.js';
import { startTestApi, type TestApi, type TestApiOptions } from '../api.test.helper.js';

const MAPS = '/api/v1/namespaces/kube-system/configmaps';
const PATH = `${MAPS}/extension-apiserver-authentication`;

describe('the ConfigMap extension-apiserver-authentication', () => {
  let [a, b]: Trust[] = [];
  before(async () => {
    const authorities = await Promise.all(['a', 'b'].map((name) => newTestAuthority(name)));
    [a, b] = authorities.map(({ cert }) => ({ users: [cert] }));
  });

  const pem = (...trusts: readonly (Trust | undefined)[]): string =>
    trusts.flatMap((trust) => trust?.users.map(String) ?? []).join('');
  const fixed = (trust: Trust | undefined): Changing<Trust> => changing(trust ?? assert.fail('there is no trust'));
  async function publishedAuthorities(api: TestApi): Promise<unknown> {
    const { json } = await api.request('GET', PATH);
    return (json['data'] as Record<string, string> | undefined)?.['client-ca-file'];
  }
  async function started(trust: Changing<Trust>, look: (api: TestApi) => Promise<void>, options: TestApiOptions = {}) {
    const { store } = options;
    const api = await startTestApi({ ...options, trust });
    try {
      await look(api);
    } finally {
      if (store === undefined) await api.close();
    }
  }

  it('exists when the server has started', () =>
    started(fixed(a), async (api) => assert.equal(await publishedAuthorities(api), pem(a))));

  it('follows changes of the authorities', async () => {
    const trust = changing(a ?? assert.fail());
    await started(trust, async (api) => {
      const { json } = await api.request('GET', MAPS);
      const { resourceVersion } = json['metadata'] as { resourceVersion: string };
      const changes = api.watch(`${MAPS}?watch=true&resourceVersion=${resourceVersion}`);
      trust.set(b ?? assert.fail());
      await changes.next();
      await changes.return(undefined);
      assert.equal(await publishedAuthorities(api), pem(a, b));
    });
  });

  it('contains the authorities of all replicas, and is not written without a change', () =>
    started(fixed(a), async ({ store }) => {
      const version = async (api: TestApi): Promise<unknown> => {
        const { json } = await api.request('GET', PATH);
        return (json['metadata'] as { resourceVersion: string }).resourceVersion;
      };
      let seen: unknown;
      await started(
        fixed(b),
        async (api) => {
          assert.equal(await publishedAuthorities(api), pem(a, b));
          seen = await version(api);
        },
        { store },
      );
      await started(fixed(a), async (api) => assert.equal(await version(api), seen), { store });
    }));

  it('does not delay the start, and is not written if a client owns it', () =>
    started(fixed(a), async (api) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      assert.equal((await api.request('PATCH', PATH, { body: { immutable: true }, headers })).status, 200);
      let log = '';
      const logger = createLogger(0, { write: (line) => (log += line) });
      const unchanged = async (other: TestApi): Promise<void> =>
        assert.equal(await publishedAuthorities(other), pem(a));
      await started(fixed(b), unchanged, { store: api.store, logger });
      assert.match(log, /ConfigMap extension-apiserver-authentication failed/);
    }));
});
