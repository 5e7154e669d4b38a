import { once } from 'node:events';
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import {
  newTestAuthority,
  testCertificate,
  type TestIssuer,
} from '@pilothouse/runtime/certificates/chain.test.helper.js';

/** A request as the extension API server received it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** An extension API server that requires a client certificate, and serves the group `<group>/v1` with `things`. */
export interface ExtensionServer {
  readonly port: number;
  /** CA bundle of its certificate, in base64. */
  readonly caBundle: string;
  /** The client certificate that it accepts. */
  readonly client: TestIssuer;
  readonly seen: SeenRequest[];
  /** Responds to a request other than those for documents. */
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void;
  /** Accepts or refuses an upgrade. */
  upgrade: (request: IncomingMessage, socket: Duplex) => void;
  /** Status of documents. */
  documents: number;
  /** Responds to a request for the OpenAPI v2 document; 404 if it is not replaced. */
  openApiV2: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

export const RESOURCES = [
  {
    name: 'things',
    singularName: 'thing',
    namespaced: true,
    kind: 'Thing',
    verbs: ['create', 'get', 'list', 'watch'],
    shortNames: ['th'],
  },
  { name: 'things/status', singularName: '', namespaced: true, kind: 'Thing', verbs: ['get'] },
];

export async function extensionServer(group: string, serverName: string): Promise<ExtensionServer> {
  const authority = await newTestAuthority('extension');
  const [own, client] = await Promise.all([
    testCertificate({ commonName: 'server' }, { purpose: { type: 'server', hosts: [serverName] }, issuer: authority }),
    testCertificate({ commonName: 'aggregator' }, { purpose: { type: 'client' }, issuer: authority }),
  ]);
  const seen: SeenRequest[] = [];
  const server = createServer(
    { cert: own.certPem, key: own.keyPem, ca: authority.certPem, requestCert: true, rejectUnauthorized: true },
    (request, response) => void handle(request, response),
  );
  const found: ExtensionServer = {
    port: 0,
    caBundle: Buffer.from(authority.certPem).toString('base64'),
    client,
    seen,
    answer: (_request, response) => void response.end('{}'),
    upgrade: (_request, socket) => void socket.destroy(),
    documents: 200,
    openApiV2: (_request, response) => void response.writeHead(404).end(),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  const documents = new Map<string, object>([
    [
      `/apis/${group}/v1`,
      { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: `${group}/v1`, resources: RESOURCES },
    ],
    ['/openapi/v3', { paths: { [`apis/${group}/v1`]: { serverRelativeURL: `/openapi/v3/apis/${group}/v1?hash=AB` } } }],
  ]);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', rawHeaders } = request;
    if (url === '/openapi/v2') return found.openApiV2(request, response);
    const document = method === 'GET' ? documents.get(url.replace(/\?.*/, '')) : undefined;
    if (document !== undefined) {
      response.writeHead(found.documents, { 'content-type': 'application/json' }).end(JSON.stringify(document));
      if (!rawHeaders.includes('system:kube-aggregator')) seen.push({ method, url, headers: rawHeaders, body: '' });
      return;
    }
    if (request.headers['x-stream'] !== undefined) return found.answer(request, response, '');
    const body = (await collect(request)).toString();
    seen.push({ method, url, headers: rawHeaders, body });
    found.answer(request, response, body);
  }

  server.on('upgrade', (request, socket) => found.upgrade(request, socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(found, { port: (server.address() as AddressInfo).port });
}
