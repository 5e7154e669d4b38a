import { Buffer } from 'node:buffer';
import { posix } from 'node:path';

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

/** A port of a Service. */
export type ServicePort = Required<Omit<ServiceReference, 'path'>>;

/** Where a webhook is called. */
export interface WebhookTarget {
  readonly origin: string;
  /** Host and port, as clients' credentials name them. */
  readonly authority: string;
  readonly path: string;
  /** Whether HTTP/2 is offered. */
  readonly http2: boolean;
  /** The Service whose addresses are called instead of the host. */
  readonly service?: ServicePort;
}

/**
 * The target of a config. Only a webhook on this machine is offered HTTP/2: connections of HTTP/1.1 spread concurrent
 * requests over the pods of a service (Kubernetes' rule). Throws for an invalid config.
 */
export function webhookTarget({ url, service }: WebhookClientConfig): WebhookTarget {
  return service === undefined ? urlTarget(url) : serviceTarget(service);
}

function serviceTarget({ namespace, name, path = '', port = 443 }: ServiceReference): WebhookTarget {
  if (![namespace, name].every((label) => /^[a-z\d][a-z\d.-]*$/i.test(label))) {
    throw new Error(`invalid name of the webhook's service: ${namespace}/${name}`);
  }
  const authority = `${name}.${namespace}.svc:${port}`;
  return {
    origin: `https://${authority}`,
    authority,
    path: cleanPath(path),
    http2: false,
    service: { namespace, name, port },
  };
}

function urlTarget(text: string | undefined): WebhookTarget {
  if (text === undefined || text === '') throw new Error('webhook configuration must have either service or URL');
  const { protocol, host, hostname, port, pathname } = new URL(text);
  if (protocol !== 'https:') throw new Error(`the webhook's URL must begin with https://: ${text}`);
  return {
    origin: `https://${host}`,
    authority: `${hostname}:${port === '' ? 443 : port}`,
    path: cleanPath(pathname),
    http2: isLoopback(hostname),
  };
}

/** Whether the host is `localhost` or a loopback address. A URL has its addresses in canonical form. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Go's `path.Join`: one leading slash, no trailing slash. Escapes characters that a request target cannot contain. */
function cleanPath(path: string): string {
  const joined = posix.join('/', path).replace(/(?<=.)\/$/, '');
  return encodeURI(joined).replaceAll('%25', '%').replaceAll('?', '%3F').replaceAll('#', '%23');
}

/** The decoded PEM of a caBundle; undefined if it is empty or only white space. Throws for text that is not PEM. */
export function authoritiesIn(caBundle = ''): string | undefined {
  const pem = Buffer.from(caBundle, 'base64').toString();
  if (pem.trim() === '') return undefined;
  if (pem.includes('-----BEGIN CERTIFICATE-----')) return pem;
  throw new Error('unable to load root certificates: unable to parse bytes as PEM block');
}
