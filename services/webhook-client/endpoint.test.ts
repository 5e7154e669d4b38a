import assert from 'node:assert/strict';
import { testCertificate, type TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { Address } from '@pilothouse/client/dial.js';
import {
  openWorkshop,
  until,
  type Asked,
  type Listening,
  type Workshop,
} from '@pilothouse/client/servers.test.helper.js';
import { webhookEndpoint, type EndpointOptions, type WebhookEndpoint } from './endpoint.js';

describe('the endpoint of a webhook', () => {
  let workshop: Workshop;
  let requests: { readonly url: string | undefined; readonly headers: Asked['headers'] }[];
  let certificate: TestIssuer;
  const endpoints: WebhookEndpoint[] = [];

  before(async () => {
    const purpose = { type: 'server', hosts: ['a.b.svc'] } as const;
    certificate = await testCertificate({ commonName: 'hook' }, { purpose });
  });

  beforeEach(() => {
    workshop = openWorkshop();
    requests = [];
  });
  afterEach(async () => {
    for (const endpoint of endpoints.splice(0)) endpoint.close();
    await workshop.close();
  });

  const serve = (): Promise<Listening> =>
    workshop.serve(
      'HTTP/1.1',
      ({ url, headers }, answering) => {
        requests.push({ url, headers });
        answering.writeHead(200);
        answering.end('{"kind":"Answer"}');
      },
      { cert: certificate.certPem, key: certificate.keyPem },
    );

  function endpointOf(addresses: () => readonly Address[], more: Partial<EndpointOptions> = {}): WebhookEndpoint {
    const caBundle = Buffer.from(certificate.certPem).toString('base64');
    const config = { service: { namespace: 'b', name: 'a', path: 'review' }, caBundle };
    const endpoint = webhookEndpoint(config, { resolve: async () => addresses(), ...more });
    endpoints.push(endpoint);
    return endpoint;
  }

  const post = async (endpoint: WebhookEndpoint, timeout = 2500): Promise<unknown> => {
    const { signal } = new AbortController();
    return (await endpoint.post(Buffer.from('{}'), { timeout, maxResponseBytes: 1000, signal })).read()['kind'];
  };
  const addressOf = ({ port }: Listening): Address => ({ host: '127.0.0.1', port });

  it('uses the addresses of a service in turn, and keeps their connections', async () => {
    const [one, two] = [await serve(), await serve()];
    const endpoint = endpointOf(() => [addressOf(one), addressOf(two)]);
    for (let count = 0; count < 6; count++) assert.equal(await post(endpoint), 'Answer');
    assert.equal(requests.length, 6);
    assert.deepEqual([one.count(), two.count()], [1, 1]);
  });

  it('closes the connections to an address that the service no longer has', async () => {
    const [one, two] = [await serve(), await serve()];
    let current = one;
    const endpoint = endpointOf(() => [addressOf(current)]);
    await post(endpoint);
    assert.equal(one.connections.length, 1);
    current = two;
    await post(endpoint);
    await until(() => one.connections.length === 0);
    assert.equal(two.connections.length, 1);
  });

  it('ends its calls before it retires', async () => {
    const server = await serve();
    const endpoint = endpointOf(() => [addressOf(server)]);
    const running = post(endpoint);
    await until(() => server.connections.length === 1);
    endpoint.retire();
    assert.equal(await running, 'Answer');
    await until(() => server.connections.length === 0);
    assert.equal(await post(endpoint), 'Answer');
  });

  it('sends the timeout in whole seconds, and the identity', async () => {
    const server = await serve();
    const asked: string[] = [];
    const endpoint = endpointOf(() => [addressOf(server)], {
      identify(authority) {
        asked.push(authority);
        return { headers: { authorization: 'Basic YQ==' } };
      },
    });
    await post(endpoint, 2500);
    await post(endpoint, 10_000);
    assert.deepEqual(asked, ['a.b.svc:443']);
    assert.deepEqual(
      requests.map(({ url, headers }) => [url, headers['authorization'], headers['user-agent']]),
      ['3s', '10s'].map((timeout) => [`/review?timeout=${timeout}`, 'Basic YQ==', 'kube-apiserver-admission']),
    );
  });
});
