import { isIPv6 } from 'node:net';
import { addressBytes } from '@pilothouse/runtime/certificates/hosts.js';

/** The bytes in front of an IPv4 address that came as one of IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = Buffer.from('00000000000000000000ffff', 'hex');
/** Bytes that name a network of IPv6. */
const NETWORK = 8;

/**
 * As whom a client is counted, whom a certificate or else an address names. Addresses of IPv6 count by their network of 64
 * bits: whoever has one of them has all, and would begin anew with each. One of IPv4 is the same however it came.
 */
export function clientKey(client: string): string {
  if (!isIPv6(client)) return client;
  const bytes = addressBytes(client);
  if (bytes.subarray(0, MAPPED.length).equals(MAPPED)) return bytes.subarray(MAPPED.length).join('.');
  return `${bytes.toString('hex', 0, NETWORK)}::/64`;
}
