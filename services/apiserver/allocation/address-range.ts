import { addressText, parseAddress, parseCidr, widthOf } from '@pilothouse/apimachinery/names/address.js';

/** A range of addresses for services. */
export interface AddressRange {
  /** The canonical text, which identifies the range. */
  readonly cidr: string;
  readonly family: 'IPv4' | 'IPv6';
  /** The network's own address, which no service gets, with its prefix length in bits. */
  readonly network: bigint;
  /** The first and the last address that services can get. */
  readonly first: bigint;
  readonly last: bigint;
  /** Number of addresses. */
  readonly size: bigint;
  /** Number of addresses at the beginning of the range that are reserved for static assignment, and allocated last. */
  readonly offset: bigint;
}

/** The shortest prefix of an IPv6 range, as in Kubernetes. */
const MIN_IPV6_BITS = 64;
const OFFSET = { min: 16n, max: 256n, step: 16n };

/** Parses a CIDR. Undefined if it is invalid, or an IPv6 range that is too large. */
export function addressRange(cidr: string): AddressRange | undefined {
  const parsed = parseCidr(cidr);
  if (parsed === undefined) return undefined;
  const {
    address: { family },
    bits,
    first: network,
  } = parsed;
  if (family === 6 && bits < MIN_IPV6_BITS) return undefined;
  const all = 1n << BigInt(widthOf(family) - bits);
  const first = network + 1n;
  // The last address of an IPv4 network is for broadcasts.
  const last = network + all - (family === 4 ? 2n : 1n);
  const size = last < first ? 0n : last - first + 1n;
  return { cidr, family: family === 4 ? 'IPv4' : 'IPv6', network, first, last, size, offset: offsetOf(all) };
}

/** Kubernetes' calculateRangeOffset. */
function offsetOf(all: bigint): bigint {
  const { min, max, step } = OFFSET;
  if (all <= min) return 0n;
  const share = all / step;
  if (share < min) return min;
  return share > max ? max : share;
}

/** Whether services can get this address from the range. */
export function holds({ family, first, last }: AddressRange, address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed === undefined || (parsed.family === 4) !== (family === 'IPv4')) return false;
  return parsed.value >= first && parsed.value <= last;
}

/** All addresses, each once: those above the offset from a random one on, then those below it. */
export function* candidates(range: AddressRange, random: (limit: number) => number): Generator<string> {
  const { first, last, offset } = range;
  const middle = first + offset;
  for (const [from, to] of [
    [middle, last],
    [first, middle - 1n < last ? middle - 1n : last],
  ] as const) {
    if (to < from) continue;
    const size = to - from + 1n;
    const start = randomBelow(size, random);
    for (let index = 0n; index < size; index++) {
      yield addressText(range.family === 'IPv4' ? 4 : 6, from + ((start + index) % size));
    }
  }
}

const PART = 2 ** 32;

function randomBelow(limit: bigint, random: (limit: number) => number): bigint {
  if (limit <= PART) return BigInt(random(Number(limit)));
  return ((BigInt(random(PART)) << 32n) | BigInt(random(PART))) % limit;
}
