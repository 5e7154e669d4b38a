import assert from 'node:assert/strict';
import { admitted, json, testAttributes, testHost } from '../../host.test.helper.js';
import { denyServiceExternalIPs } from './plugin.js';

const service = (externalIPs?: readonly string[]) =>
  json({ metadata: { name: 'o' }, spec: { ...(externalIPs && { externalIPs }) } });

describe('DenyServiceExternalIPs', () => {
  const cases: readonly (readonly [what: string, now?: string[], old?: string[] | null, isRefused?: boolean])[] = [
    ['admits a service without external IPs'],
    ['admits an empty list', []],
    ['refuses a new service', ['1.2.3.4'], null, true],
    ['admits the addresses of before', ['1.2.3.4'], ['5.6.7.8', '1.2.3.4']],
    ['admits their removal', [], ['1.2.3.4']],
    ['refuses a further address', ['1.2.3.4', '5.6.7.8'], ['1.2.3.4'], true],
  ];
  for (const [what, now, old = null, isRefused = false] of cases) {
    it(what, async () => {
      const plugin = await denyServiceExternalIPs.create(testHost());
      const attributes = testAttributes({
        resource: { group: '', version: 'v1', resource: 'services' },
        object: service(now),
        old: old === null ? undefined : service(old),
      });
      const wanted = 'services "o" is forbidden: Use of external IPs is denied by admission control';
      assert.equal((await admitted(plugin, attributes)).refusal, isRefused ? wanted : undefined);
    });
  }
});
