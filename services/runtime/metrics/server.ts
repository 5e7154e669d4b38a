import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { writeJson } from '@pilothouse/apimachinery/json/write.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { Endpoint } from '@pilothouse/flags/definition.js';
import { pageForm, type ComponentPage } from '../component-pages/page.js';
import { flagzPage, statuszPage, type ShownFlags, type StatusFacts } from '../component-pages/pages.js';
import { STRICT_SERVER, strictRequests } from '../http1/strict-requests.js';
import { VERSION } from '../version.js';
import { exposedText, type Expose } from './exposition.js';
import { createHealthCounts, type HealthCounts } from './health.js';

export interface MetricsServerOptions {
  readonly endpoint: Endpoint;
  readonly metrics: { readonly expose: Expose };
  /** The reason for not being ready; undefined when ready. */
  readonly unready: () => string | undefined;
  /** What `/statusz` and `/flagz` show, which are not served when absent. */
  readonly about?: AboutProgram | undefined;
}

/** What a program shows of itself. */
export interface AboutProgram extends Pick<StatusFacts, 'component' | 'group' | 'release'> {
  readonly flags: ShownFlags;
}

export interface MetricsServer {
  /** Such as `http://127.0.0.1:10257`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly type?: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const PLAIN = 'text/plain; charset=utf-8';

interface Parts extends MetricsServerOptions {
  readonly pages: ReadonlyMap<string, ComponentPage>;
  readonly health: HealthCounts;
}

/**
 * Serves `/healthz`, `/readyz`, `/metrics` and `/metrics/slis` over plain HTTP, and to clients on the same machine `/statusz` and
 * `/flagz`, since it cannot authorize users. Rejects if it cannot listen.
 */
export async function serveMetrics(options: MetricsServerOptions): Promise<MetricsServer> {
  const { host, port } = options.endpoint;
  const parts = { ...options, pages: pagesOf(options.about), health: createHealthCounts() };
  const listener: RequestListener = (request, response) => {
    answerTo(request, parts).then(
      ({ status, type = PLAIN, text, headers }) =>
        response.writeHead(status, { ...headers, 'content-type': type }).end(text),
      (error: unknown) => response.writeHead(500, { 'content-type': PLAIN }).end(`${String(error)}\n`),
    );
  };
  const server = createServer(STRICT_SERVER, strictRequests(listener));
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, 'listening');
  // The server listens on a port, so its address is an AddressInfo.
  const bound = server.address() as AddressInfo;
  const reached = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${reached}:${bound.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answerTo(
  { method = '', url = '', headers, socket }: IncomingMessage,
  { metrics, unready, pages, health }: Parts,
): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, text: 'only GET and HEAD\n' };
  const path = url.replace(/\?.*/, '');
  switch (path) {
    case '/healthz':
      health.checked('healthz', 'ping', true);
      return { status: 200, text: 'ok' };
    case '/readyz': {
      const problem = unready();
      health.checked('readyz', 'ready', problem === undefined);
      return problem === undefined ? { status: 200, text: 'ok' } : { status: 503, text: `${problem}\n` };
    }
    case '/metrics':
      return expositionAnswer(metrics.expose);
    case '/metrics/slis':
      return expositionAnswer(health.expose);
    default: {
      const page = pages.get(path);
      if (page === undefined) return { status: 404, text: 'not found\n' };
      if (!isLoopback(socket.remoteAddress))
        return { status: 403, text: `${path} is served on the same machine only\n` };
      return pageAnswer(page, headers.accept);
    }
  }
}

async function expositionAnswer(expose: Expose): Promise<Answer> {
  const exposition = await expose('text');
  return { status: 200, type: exposition.contentType, text: exposedText(exposition) };
}

function pagesOf(about: AboutProgram | undefined): ReadonlyMap<string, ComponentPage> {
  if (about === undefined) return new Map();
  const now = (): Date => new Date();
  return new Map([
    ['/statusz', statuszPage({ ...about, version: VERSION, paths: PATHS, started: now(), now })],
    ['/flagz', flagzPage(about.flags, about)],
  ]);
}

const PATHS = ['/flagz', '/healthz', '/metrics', '/readyz', '/statusz'];

async function pageAnswer(page: ComponentPage, accept: string | undefined): Promise<Answer> {
  try {
    const form = pageForm(page, accept);
    const { contentType: type } = form;
    if (form.type === 'text') return { status: 200, type, text: form.text, headers: SECURE };
    const { value, warning } = form;
    const headers = { ...SECURE, ...(warning !== undefined && { warning: `299 - ${JSON.stringify(warning)}` }) };
    return { status: 200, type, text: await objectText(value, type), headers };
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return { status: error.code, type: 'application/json', text: JSON.stringify(error.toStatus()) };
  }
}

async function objectText(value: JsonObject, type: string): Promise<string> {
  if (type === 'application/json') return `${writeJson(value)}\n`;
  const { writeYaml } = await import('@pilothouse/apimachinery/yaml/write.js');
  return writeYaml(value);
}

/** Keeps a browser from guessing another type. */
const SECURE = { 'x-content-type-options': 'nosniff' };

/** IPv4 clients of an IPv6 socket have an address such as `::ffff:127.0.0.1`. */
function isLoopback(address = ''): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address);
}
