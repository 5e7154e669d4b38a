import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { systemTiming } from '@pilothouse/client/timing.js';
import { newTestService, testPlugin, type TestService } from '@pilothouse/runtime/admission-api/service.test.helper.js';
import { newTestAuthority, testCertificate } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import { serviceLink } from '../../admission/service-link.js';
import { USUAL_KUBELETS } from '../../proxy/connections.js';
import { startTestApi, type TestApi } from '../../server/api.test.helper.js';

export const NODES = '/api/v1/nodes';
export const PODS = '/api/v1/namespaces/default/pods';
const CONNECTS = [{ operations: ['CONNECT'], groups: ['*'], versions: ['*'], resources: ['*/*'] }] as const;

/** An address of this machine to which proxies may forward; undefined if it has none. */
export const ADDRESS = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.internal === false && found.family === 'IPv4')?.address;

/** A request as a kubelet or program received it. */
export interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Common name of the client certificate. */
  readonly client: string | undefined;
}

/**
 * An API with nodes and pods: `p` on the node `local`, whose address is 127.0.0.1, `web` on `near`, and `lost` on a node that does
 * not exist.
 */
export interface ConnectedApi {
  readonly api: TestApi;
  readonly kubelet: number;
  /** Port of a program over HTTP. */
  readonly program: number;
  /** Sees connections before they are made. */
  readonly service: TestService;
  /** The trusted authority of kubelets (PEM). */
  trusted: string;
  readonly seen: Seen[];
  /** The first request that was seen. */
  readonly first: () => Seen;
  readonly post: (path: string, body: JsonObject) => Promise<void>;
  /** Answers of the kubelet and the program. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Before each test. */
  readonly reset: () => void;
  readonly close: () => Promise<void>;
}

export async function startConnectedApi(): Promise<ConnectedApi> {
  const authority = await newTestAuthority('kubelets');
  const hosts = ['127.0.0.1', ...(ADDRESS === undefined ? [] : [ADDRESS])];
  const [own, client] = await Promise.all([
    testCertificate({ commonName: 'kubelet' }, { purpose: { type: 'server', hosts }, issuer: authority }),
    testCertificate({ commonName: 'server' }, { purpose: { type: 'client' }, issuer: authority }),
  ]);
  const kubelet = createServer(
    { cert: own.certPem, key: own.keyPem, ca: authority.certPem, requestCert: true, rejectUnauthorized: true },
    (request, response) => void handle(request, response),
  );
  const program = createPlainServer((request, response) => void handle(request, response));
  kubelet.listen(0);
  program.listen(0);
  await Promise.all([once(kubelet, 'listening'), once(program, 'listening')]);
  const off = new AbortController();
  const service = newTestService(testPlugin('p', { rules: CONNECTS }));
  const link = serviceLink({
    name: 'policies',
    service,
    failurePolicy: 'Fail',
    uuid: () => 'u',
    timing: systemTiming,
    onError: () => {},
    signal: off.signal,
  });
  const api = await startTestApi({
    kubelets: { ...USUAL_KUBELETS, certificate: () => client, authorities: () => connected.trusted },
    admission: { services: [link], plugins: [] },
  });
  const connected: ConnectedApi = {
    api,
    kubelet: portOf(kubelet),
    program: portOf(program),
    service,
    trusted: authority.certPem,
    seen: [],
    first() {
      const [request] = connected.seen;
      assert.ok(request);
      return request;
    },
    async post(path, body) {
      const { status, text } = await api.request('POST', path, { body });
      assert.equal(status, 201, text);
    },
    answer: (_request, response) => void response.end('done'),
    reset() {
      connected.seen.length = 0;
      connected.trusted = authority.certPem;
      connected.answer = (_request, response) => void response.end('done');
      service.seen.length = 0;
      service.answer = async () => ({});
    },
    async close() {
      off.abort();
      await api.close();
      for (const server of [kubelet, program]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const { socket, method, url, headers } = request;
    const certified = 'getPeerCertificate' in socket ? (socket as unknown as CertifiedSocket).getPeerCertificate() : {};
    connected.seen.push({ line: `${method} ${url}`, headers, body, client: certified.subject?.CN });
    connected.answer(request, response);
  }

  await addNode(connected, 'local', '127.0.0.1');
  await addPod(connected, 'p', 'local', {});
  await addPod(connected, 'lost', 'nowhere', {});
  if (ADDRESS !== undefined) {
    await addNode(connected, 'near', ADDRESS);
    await addPod(connected, 'web', 'near', { podIP: ADDRESS, podIPs: [{ ip: ADDRESS }] });
  }
  return connected;
}

async function addNode({ post, kubelet }: ConnectedApi, name: string, address: string): Promise<void> {
  const status = {
    addresses: [{ type: 'InternalIP', address }],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet } },
  };
  await post(NODES, { metadata: { name }, status });
}

async function addPod({ post, api }: ConnectedApi, name: string, nodeName: string, status: JsonObject): Promise<void> {
  await post(PODS, { metadata: { name }, spec: { nodeName, containers: [{ name: 'c', image: 'i' }] } });
  const headers = { 'content-type': 'application/merge-patch+json' };
  const { status: code } = await api.request('PATCH', `${PODS}/${name}/status`, { body: { status }, headers });
  assert.equal(code, 200);
}

function portOf(server: Pick<Server, 'address'>): number {
  return (server.address() as AddressInfo).port;
}

interface CertifiedSocket {
  getPeerCertificate(): { readonly subject?: { readonly CN: string } };
}
