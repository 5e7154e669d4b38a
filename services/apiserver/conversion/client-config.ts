import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import type { Address } from '@pilothouse/client/dial.js';
import { httpsTransport, type HttpsTransportOptions } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';

/** A webhook as definitions name it: exactly one of `url` and `service`. */
export interface WebhookClientConfig {
  readonly url?: string;
  readonly service?: ServiceReference;
  /** Certificates of authorities in PEM, as base64. The authorities of the system where it is empty. */
  readonly caBundle?: string;
}

export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string;
  /** 443 when absent. */
  readonly port?: number;
}

/** Where a port of a service can be reached. What it throws is why it cannot be. */
export type ServiceResolver = (service: Required<Omit<ServiceReference, 'path'>>) => Address;

/** The address of a service is its name in DNS, where nothing else is known of it. */
export const serviceByName: ServiceResolver = ({ namespace, name, port }) => ({
  host: serverName({ namespace, name }),
  port,
});

export interface WebhookEndpoint {
  readonly transport: Transport;
  /** Path and query. */
  readonly target: string;
  /** As errors name it. */
  readonly url: string;
}

/** Seconds until a request times out. The query of the request says so too. */
export const TIMEOUT = 30;

/**
 * The way to a webhook. Over HTTP/1.1, as in Kubernetes, so that the connections of a service spread requests over its pods. Throws for a
 * config that cannot be used.
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
    throw new Error(`the service of the webhook has no valid name: ${namespace}/${name}`);
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
  if (protocol !== 'https:') throw new Error(`the URL of the webhook is not https: ${text}`);
  return { origin: `https://${host}`, path: cleanPath(pathname) };
}

function serverName({ namespace, name }: Pick<ServiceReference, 'namespace' | 'name'>): string {
  return `${name}.${namespace}.svc`;
}

/** As Go's `path.Join`: one slash at the beginning and none at the end. What cannot stand in a request is escaped. */
function cleanPath(path: string): string {
  const joined = posix.join('/', path).replace(/(?<=.)\/$/, '');
  return encodeURI(joined).replaceAll('%25', '%').replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** Undefined for none. White space alone is none too. */
function authorities(base64: string): string | undefined {
  const pem = Buffer.from(base64, 'base64').toString();
  if (pem.trim() === '') return undefined;
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new Error('unable to load root certificates: unable to parse bytes as PEM block');
}
