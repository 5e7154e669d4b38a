import { networkInterfaces } from 'node:os';
import { parseAddress } from '@pilothouse/apimachinery/names/address.js';

interface Addresses {
  /** That of the flag. */
  readonly advertiseAddress?: string;
  readonly bindAddress: string;
}

/**
 * The address at which other machines reach the server: that of the flag, the one on which it listens, or the first one of
 * this machine that is neither loopback nor link-local. Undefined if there is none of the family.
 */
export function advertisedAddress(
  { advertiseAddress, bindAddress }: Addresses,
  family: 'IPv4' | 'IPv6',
): string | undefined {
  const own = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
  const given = advertiseAddress === undefined ? [bindAddress, ...own] : [advertiseAddress];
  return given.find((address) => isReachable(address) && familyOf(address) === family);
}

function familyOf(address: string): 'IPv4' | 'IPv6' | undefined {
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  return parsed.family === 4 ? 'IPv4' : 'IPv6';
}

/** Whether endpoints can have the address: it is neither unspecified, loopback nor link-local. */
export function isReachable(address: string): boolean {
  return !/^(?:0\.0\.0\.0|::1?|127\..*|169\.254\..*|fe[89ab][0-9a-f]:.*)$/i.test(address);
}
