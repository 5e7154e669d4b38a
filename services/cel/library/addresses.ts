import { CelError, Opaque, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';
import { parseAddress } from './parse-address.js';

/** An IPv4 (4 bytes) or IPv6 (16 bytes) address. */
export class Ip extends Opaque {
  readonly typeName = 'net.IP';
  readonly key: string;
  override readonly size: number;
  readonly bytes: readonly number[];

  constructor(bytes: readonly number[]) {
    super();
    this.bytes = bytes;
    this.key = bytes.join('.');
    this.size = bytes.length;
  }
}

/** A CIDR: an address and its prefix length in bits. */
export class Cidr extends Opaque {
  readonly typeName = 'net.CIDR';
  readonly key: string;
  override readonly size: number;
  readonly ip: Ip;
  readonly bits: number;

  constructor(ip: Ip, bits: number) {
    super();
    this.ip = ip;
    this.bits = bits;
    this.key = `${ip.key}/${bits}`;
    this.size = Math.ceil(bits / 8);
  }
}

const ofIp =
  (read: (bytes: readonly number[]) => Value): Overload['call'] =>
  ([ip]) =>
    read(ip instanceof Ip ? ip.bytes : []);
const ofCidr =
  (read: (cidr: Cidr) => Value): Overload['call'] =>
  ([cidr]) =>
    cidr instanceof Cidr ? read(cidr) : null;

/** Kubernetes' IP and CIDR functions. */
export const addresses: readonly Overload[] = [
  overload('ip(string): net.IP', 'string_to_ip', ([text]) => readIp(textOf(text))),
  overload('isIP(string): bool', 'is_ip', ([text]) => readIp(textOf(text)) instanceof Ip),
  overload('ip.isCanonical(string): bool', 'ip_is_canonical', ([text]) => {
    const ip = readIp(textOf(text));
    return ip instanceof Ip ? ipText(ip.bytes) === text : ip;
  }),
  overload('string(net.IP): string', 'ip_to_string', ofIp(ipText)),
  overload(
    'net.IP.family(): int',
    'ip_family',
    ofIp((bytes) => (bytes.length === 4 ? 4n : 6n)),
  ),
  overload(
    'net.IP.isUnspecified(): bool',
    'ip_is_unspecified',
    ofIp((bytes) => bytes.every((byte) => byte === 0)),
  ),
  overload('net.IP.isLoopback(): bool', 'ip_is_loopback', ofIp(isLoopback)),
  overload('net.IP.isLinkLocalMulticast(): bool', 'ip_is_link_local_multicast', ofIp(isLinkLocalMulticast)),
  overload('net.IP.isLinkLocalUnicast(): bool', 'ip_is_link_local_unicast', ofIp(isLinkLocalUnicast)),
  overload('net.IP.isGlobalUnicast(): bool', 'ip_is_global_unicast', ofIp(isGlobalUnicast)),
  overload('cidr(string): net.CIDR', 'string_to_cidr', ([text]) => readCidr(textOf(text))),
  overload('isCIDR(string): bool', 'is_cidr', ([text]) => readCidr(textOf(text)) instanceof Cidr),
  overload(
    'string(net.CIDR): string',
    'cidr_to_string',
    ofCidr(({ ip, bits }) => `${ipText(ip.bytes)}/${bits}`),
  ),
  overload(
    'net.CIDR.ip(): net.IP',
    'cidr_ip',
    ofCidr(({ ip }) => ip),
  ),
  overload(
    'net.CIDR.prefixLength(): int',
    'cidr_prefix_length',
    ofCidr(({ bits }) => BigInt(bits)),
  ),
  overload(
    'net.CIDR.masked(): net.CIDR',
    'cidr_masked',
    ofCidr(({ ip, bits }) => new Cidr(masked(ip, bits), bits)),
  ),
  overload('net.CIDR.containsIP(string): bool', 'cidr_contains_ip_string', ([cidr, text]) =>
    contains(cidr, readIp(textOf(text))),
  ),
  overload('net.CIDR.containsIP(net.IP): bool', 'cidr_contains_ip_ip', ([cidr, ip = null]) => contains(cidr, ip)),
  overload('net.CIDR.containsCIDR(string): bool', 'cidr_contains_cidr_string', ([cidr, text]) =>
    containsAll(cidr, readCidr(textOf(text))),
  ),
  overload('net.CIDR.containsCIDR(net.CIDR): bool', 'cidr_contains_cidr', ([cidr, other = null]) =>
    containsAll(cidr, other),
  ),
];

function readIp(text: string): Ip | CelError {
  const quoted = JSON.stringify(text);
  const [address = '', zone] = text.split('%', 2);
  const bytes = parseAddress(address);
  if (bytes === undefined || zone === '') {
    const why = `ParseAddr(${quoted}): unable to parse IP`;
    return new CelError(`IP Address ${quoted} parse error during conversion from string: ${why}`);
  }
  if (zone !== undefined) return new CelError(`IP address ${quoted} with zone value is not allowed`);
  if (isMapped(bytes)) return new CelError(`IPv4-mapped IPv6 address ${quoted} is not allowed`);
  return new Ip(bytes);
}

function readCidr(text: string): Cidr | CelError {
  const slash = text.lastIndexOf('/');
  const bytes = slash < 0 ? undefined : parseAddress(text.slice(0, slash));
  const bits = /^(?:0|[1-9]\d{0,2})$/.test(text.slice(slash + 1)) ? Number(text.slice(slash + 1)) : Infinity;
  const head = 'network address parse error during conversion from string:';
  if (bytes === undefined || bits > bytes.length * 8) {
    const why = slash < 0 ? "no '/'" : bytes === undefined ? 'unable to parse IP' : 'prefix length out of range';
    return new CelError(`${head} ${head} netip.ParsePrefix(${JSON.stringify(text)}): ${why}`);
  }
  if (isMapped(bytes)) return new CelError(`${head} IPv4-mapped IPv6 address ${JSON.stringify(text)} is not allowed`);
  return new Cidr(new Ip(bytes), bits);
}

function isMapped(bytes: readonly number[]): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** The canonical text; in IPv6, `::` replaces the longest run of zero groups. */
function ipText(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = Array.from({ length: 8 }, (_, index) => (bytes[index * 2] ?? 0) * 256 + (bytes[index * 2 + 1] ?? 0));
  let [best, length] = [0, 0];
  for (let start = 0; start < 8; start += 1) {
    let end = start;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - start > length) [best, length] = [start, end - start];
  }
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  if (length < 2) return text(groups);
  return `${text(groups.slice(0, best))}::${text(groups.slice(best + length))}`;
}

function isLoopback(bytes: readonly number[]): boolean {
  if (bytes.length === 4) return bytes[0] === 127;
  return bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isLinkLocalMulticast([first, second = 0, third, ...rest]: readonly number[]): boolean {
  if (rest.length === 1) return first === 224 && second === 0 && third === 0;
  return first === 0xff && (second & 0x0f) === 0x02;
}

function isLinkLocalUnicast([first, second = 0, , ...rest]: readonly number[]): boolean {
  if (rest.length === 1) return first === 169 && second === 254;
  return first === 0xfe && (second & 0xc0) === 0x80;
}

function isGlobalUnicast(bytes: readonly number[]): boolean {
  const [first = 0] = bytes;
  const isMulticast = bytes.length === 4 ? first >= 224 && first < 240 : first === 0xff;
  const isBroadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  const isNothing = bytes.every((byte) => byte === 0);
  return !isNothing && !isBroadcast && !isMulticast && !isLoopback(bytes) && !isLinkLocalUnicast(bytes);
}

function masked({ bytes }: Ip, bits: number): Ip {
  return new Ip(bytes.map((byte, index) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - index * 8))) & 0xff));
}

function contains(cidr: Value | undefined, ip: Value): Value {
  if (!(cidr instanceof Cidr) || !(ip instanceof Ip)) return ip;
  if (cidr.ip.bytes.length !== ip.bytes.length) return false;
  return masked(cidr.ip, cidr.bits).key === masked(ip, cidr.bits).key;
}

function containsAll(cidr: Value | undefined, other: Value): Value {
  if (!(cidr instanceof Cidr) || !(other instanceof Cidr)) return other;
  return cidr.bits <= other.bits && contains(cidr, other.ip);
}
