import { isIP } from 'node:net';

/** Names and addresses of the server on its own machine and inside a cluster. */
const ALWAYS = [
  'localhost',
  '127.0.0.1',
  '::1',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
];

export interface ServingHostsOptions {
  readonly bindAddress: string;
  readonly hostname: string;
  /** The machine's addresses; used only if the server listens on all of them. */
  readonly addresses?: readonly string[];
}

/** The names and addresses in a serving certificate. */
export function servingHosts({ bindAddress, hostname, addresses = [] }: ServingHostsOptions): string[] {
  const own = isUnspecified(bindAddress) ? addresses : [bindAddress];
  return normalHosts([...ALWAYS, hostname, ...own]);
}

/** True for `0.0.0.0` and `::`: all addresses of the machine. */
export function isUnspecified(address: string): boolean {
  return isIP(address) !== 0 && addressBytes(address).every((byte) => byte === 0);
}

/**
 * Sorted and deduplicated, in lower case, addresses in their shortest form. Omits what a certificate cannot contain.
 */
export function normalHosts(hosts: readonly string[]): string[] {
  const normal = hosts.map((host) => (isIP(host) === 6 ? shortIPv6(host) : host.toLowerCase()));
  return [...new Set(normal)].filter((host) => /^(\*\.)?[a-z0-9._:-]+$/.test(host)).sort();
}

/** The 4 or 16 bytes of an address. */
export function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = shortIPv6(address).split('::');
  const left = groups(head);
  const right = groups(tail ?? '');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return Buffer.from([...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** Normalises an address with the URL parser. A zone (`%eth0`) is not part of an address. */
function shortIPv6(address: string): string {
  return new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
}
