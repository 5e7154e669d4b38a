import { BlockList, isIP } from 'node:net';

/** Addresses that are not those of another machine (the complement of Go's IsGlobalUnicast). */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 32],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
] as const) {
  special.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  special.addSubnet(network, prefix, 'ipv6');
}

/**
 * Whether the text is an IP address of another machine. Requests are not forwarded to loopback, link-local, multicast and
 * unspecified addresses, which may be services of this machine or its cloud.
 */
export function isGlobalUnicast(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !special.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
