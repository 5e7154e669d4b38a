import { isIPv6 } from 'node:net';
import { addressBytes } from '@pilothouse/runtime/certificates/hosts.js';

/** Prefix of IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2). */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');
/** Bytes of an IPv6 network prefix. */
const NETWORK = 8;

/**
 * The rate limit key of a client, which is a certificate name or an address. An IPv6 address counts by its /64 network, since
 * a host usually has the whole network. An IPv4-mapped address counts as IPv4.
 */
export function clientKey(client: string): string {
  if (!isIPv6(client)) return client;
  const bytes = addressBytes(client);
  if (bytes.subarray(0, MAPPED.length).equals(MAPPED)) return bytes.subarray(MAPPED.length).join('.');
  return `${bytes.toString('hex', 0, NETWORK)}::/64`;
}
