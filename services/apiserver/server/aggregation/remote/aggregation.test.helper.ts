import assert from 'node:assert/strict';
import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { startTestApi, type TestApi, type TestApiOptions } from '../../api.test.helper.js';
import { extensionServer, type ExtensionServer } from './extension-server.test.helper.js';

export const SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices';
export const GROUP = 'things.example.com';
/** Name of the APIService. */
export const NAME = `v1.${GROUP}`;

/** An API and an extension API server, which is behind the Service `server`. */
export interface Aggregation {
  readonly server: ExtensionServer;
  readonly api: TestApi;
  readonly post: (path: string, body: JsonObject) => Promise<void>;
  readonly createService: (spec?: JsonObject) => Promise<void>;
  readonly createApiService: (spec?: JsonObject) => Promise<void>;
  /** Creates both, and waits until the server is available. */
  readonly serve: () => Promise<void>;
  readonly until: (is: () => Promise<boolean>) => Promise<void>;
  /** The condition Available of an APIService. */
  readonly condition: (name?: string) => Promise<JsonObject>;
  readonly reaches: (reason: string, name?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startAggregation(options: TestApiOptions = {}): Promise<Aggregation> {
  const server = await extensionServer(GROUP, 'server.default.svc');
  const api = await startTestApi({ ...options, proxyClientCertificate: () => server.client });
  const aggregation: Aggregation = {
    server,
    api,
    async post(path, body) {
      const { status, text } = await api.request('POST', path, { body });
      assert.equal(status, 201, text);
    },
    createService: (spec = { type: 'ExternalName', externalName: 'localhost' }) =>
      aggregation.post('/api/v1/namespaces/default/services', { metadata: { name: 'server' }, spec }),
    createApiService: (spec = {}) =>
      aggregation.post(SERVICES, {
        metadata: { name: NAME },
        spec: {
          group: GROUP,
          version: 'v1',
          groupPriorityMinimum: 2000,
          versionPriority: 10,
          caBundle: server.caBundle,
          service: { namespace: 'default', name: 'server', port: server.port },
          ...spec,
        },
      }),
    async serve() {
      await aggregation.createService();
      await aggregation.createApiService();
      await aggregation.reaches('Passed');
    },
    async until(is) {
      for (let attempt = 0; !(await is()); attempt++) {
        assert.ok(attempt < 1000, 'the expected state is not reached');
        await new Promise((done) => setTimeout(done, 5));
      }
    },
    async condition(name = NAME) {
      const { json } = await api.request('GET', `${SERVICES}/${name}`);
      const { conditions = [] } = plain(json['status']) as { conditions?: JsonObject[] };
      return conditions[0] ?? {};
    },
    reaches: (reason, name = NAME) =>
      aggregation.until(async () => (await aggregation.condition(name))['reason'] === reason),
    async close() {
      await api.close();
      await server.close();
    },
  };
  return aggregation;
}
