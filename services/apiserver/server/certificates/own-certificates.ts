import { hostname, networkInterfaces } from 'node:os';
import { beginAuthorityCertificates, beginCertificates, type Begun } from '@pilothouse/runtime/certificates/ensure.js';
import { servingHosts } from '@pilothouse/runtime/certificates/hosts.js';
import type { ServerOptions } from '../../options/server-options.js';
import type { GeneratedCertificates } from './certificates.js';

/**
 * Generates missing certificates: the authority and, without a serving certificate from files, one for all names and addresses
 * of this machine.
 */
export async function beginOwnCertificates(
  { bindAddress, certificatesDirectory: directory, servingCertificate }: ServerOptions,
  now: Date,
): Promise<Begun<GeneratedCertificates>> {
  if (servingCertificate !== undefined) return beginAuthorityCertificates({ directory, now });
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address));
  const hosts = servingHosts({ bindAddress, hostname: hostname(), addresses });
  return beginCertificates({ directory, hosts, now });
}

/** Host, as in a URL, under which this machine reaches a server with this bind address. */
export function reachableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return address.includes(':') ? `[${address}]` : address;
}
