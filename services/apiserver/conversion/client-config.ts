import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import type { Address } from '@pilothouse/client/dial.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** The clientConfig of a webhook: exactly one of `url` and `service`. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** Certificate authorities in PEM, base64-encoded. The system's authorities if empty. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  /** 443 when absent. */
  readonly port?: number;
}

/** Returns the address of a service port. Throws if there is none. */
export type ServiceResolver = (service: Required<Omit<ServiceReference, 'path'>>) => Address;

/** Resolves a service to its DNS name, without knowledge of the cluster. */
export const serviceByName: ServiceResolver = ({ namespace, name, port }) => ({
  host: serverName({ namespace, name }),
  port,
});

export interface WebhookEndpoint {
  readonly transport: Transport;
  /** Path and query. */
  readonly target: string;
  /** URL in errors. */
  readonly url: string;
}

/** Request timeout in seconds, also sent in the query. */
export const TIMEOUT = 30;

/**
 * The endpoint of a webhook. It uses HTTP/1.1, as Kubernetes does, so that connections spread the requests over the pods of
 * a service. Throws for an invalid config.
 */
export function webhookEndpoint(config: WebhookClientConfig, resolve: ServiceResolver): WebhookEndpoint {
  const { origin, path, options } = config.service ? serviceTarget(config.service, resolve) : urlTarget(config.url);
  const target = `${path}?timeout=${TIMEOUT}s`;
  const caPem = authorities(config.caBundle ?? '');
  const transport = httpsTransport({
    url: origin,
    http2: false,
    ...options,
    ...(caPem !== undefined && { caPem }),
  });
  return { transport, target, url: origin + target };
}

interface Target {
  readonly origin: string;
  readonly path: string;
  readonly options?: Partial<HttpsTransportOptions>;
}

function serviceTarget(service: ServiceReference, resolve: ServiceResolver): Target {
  const { namespace, name, path = '', port = 443 } = service;
  if (![namespace, name].every((label) => /^[a-z\d][a-z\d.-]*$/i.test(label))) {
    throw new Error(`invalid name of the webhook's service: ${namespace}/${name}`);
  }
  const host = serverName(service);
  return {
    origin: `https://${host}:${port}`,
    path: cleanPath(path),
    options: { address: () => resolve({ namespace, name, port }) },
  };
}

function urlTarget(text: string | undefined): Target {
  if (text === undefined || text === '') throw new Error('webhook configuration must have either service or URL');
  const { protocol, host, pathname } = new URL(text);
  if (protocol !== 'https:') throw new Error(`the webhook's URL must begin with https://: ${text}`);
  return { origin: `https://${host}`, path: cleanPath(pathname) };
}

function serverName({ namespace, name }: Pick<ServiceReference, 'namespace' | 'name'>): string {
  return `${name}.${namespace}.svc`;
}

/** Go's `path.Join`: one leading slash, no trailing slash. Escapes characters that a request target cannot contain. */
function cleanPath(path: string): string {
  const joined = posix.join('/', path).replace(/(?<=.)\/$/, '');
  return encodeURI(joined).replaceAll('%25', '%').replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** The decoded PEM; undefined if it is empty or only white space. */
function authorities(base64: string): string | undefined {
  const pem = Buffer.from(base64, 'base64').toString();
  if (pem.trim() === '') return undefined;
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new Error('unable to load root certificates: unable to parse bytes as PEM block');
}
