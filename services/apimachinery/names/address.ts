import { isIPv4, isIPv6 } from './ip.js';

/** An IP address: its bits as a number. An IPv4-mapped IPv6 address is its IPv4 address, as in Go. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
  /** Whether the text was an IPv4-mapped IPv6 address. */
  readonly isMapped: boolean;
  /** Whether the text has an IPv4 part with leading zeros. */
  readonly hasLeadingZeros: boolean;
}

/** A range of addresses. */
export interface Cidr {
  /** The address in the text, whose bits beyond the prefix may be set. */
  readonly address: Address;
  /** Length of the prefix in bits of the family. */
  readonly bits: number;
  /** The first address of the range. */
  readonly first: bigint;
  readonly hasLeadingZeros: boolean;
}

const MAPPED = 0xffffn;

/** Reads an address as Kubernetes' lenient parser does. */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) {
    return { family: 4, value: ipv4Value(text), isMapped: false, hasLeadingZeros: hasLeadingZeros(text) };
  }
  if (!isIPv6(text)) return undefined;
  const value = ipv6Value(text);
  const tail = text.slice(text.lastIndexOf(':') + 1);
  const zeros = tail.includes('.') && hasLeadingZeros(tail);
  if (value >> 32n === MAPPED) return { family: 4, value: value & 0xffffffffn, isMapped: true, hasLeadingZeros: zeros };
  return { family: 6, value, isMapped: false, hasLeadingZeros: zeros };
}

/** Reads a range as Kubernetes' lenient parser does. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const address = slash < 0 ? undefined : parseAddress(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (address === undefined || !/^\d+$/.test(digits)) return undefined;
  const bits = Number(digits) - (address.isMapped ? 96 : 0);
  if (Number(digits) > (address.isMapped ? 128 : widthOf(address.family)) || bits < 0) return undefined;
  const host = BigInt(widthOf(address.family) - bits);
  const first = (address.value >> host) << host;
  return { address, bits, first, hasLeadingZeros: address.hasLeadingZeros || /^0\d/.test(digits) };
}

/** Bits of an address. */
export function widthOf(family: 4 | 6): number {
  return family === 4 ? 32 : 128;
}

/** The canonical form (RFC 5952 for IPv6). */
export function addressText(family: 4 | 6, value: bigint): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 0xffn)).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(112 - 16 * index)) & 0xffffn));
  const run = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (run === undefined) return hex.join(':');
  return `${hex.slice(0, run.start).join(':')}::${hex.slice(run.start + run.length).join(':')}`;
}

/** The canonical form of a range. */
export function cidrText({ address: { family }, first, bits }: Cidr): string {
  return `${addressText(family, first)}/${bits}`;
}

/** The first of the longest runs of at least two zero groups. */
function longestZeroRun(groups: readonly number[]): { readonly start: number; readonly length: number } | undefined {
  let best: { start: number; length: number } | undefined;
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === 0) length += 1;
    if (length >= 2 && length > (best?.length ?? 0)) best = { start, length };
    start += length;
  }
  return best;
}

function ipv4Value(text: string): bigint {
  return BigInt(text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0));
}

function ipv6Value(text: string): bigint {
  const [front = [], back = []] = text.split('::').map((half) => groupsOf(half));
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => 0n);
  return [...front, ...zeros, ...back].reduce((sum, group) => (sum << 16n) | group, 0n);
}

function groupsOf(half: string): bigint[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = ipv4Value(group);
    return [value >> 16n, value & 0xffffn];
  });
}

function hasLeadingZeros(ipv4: string): boolean {
  return ipv4.split('.').some((part) => /^0\d/.test(part));
}
