import { addressText, cidrText, parseAddress, parseCidr, widthOf } from '@pilothouse/apimachinery/names/address.js';
import { invalid, invalidEach, type FieldError } from '@pilothouse/apimachinery/status/field-error.js';

/** Problems of an IP address that must be in canonical form; empty for a valid one (IsValidIP). */
export function ipProblems(value: string): string[] {
  const problems = strictProblems(value);
  const address = parseAddress(value);
  if (problems.length > 0 || address === undefined) return problems;
  const text = addressText(address.family, address.value);
  return text === value ? [] : [`must be in canonical form (${JSON.stringify(text)})`];
}

/** An IP address in its canonical form. */
export function canonicalIP(field: string, value: string): FieldError[] {
  return invalidEach(field, value, ipProblems(value));
}

/** An IP address that an older API accepted in other forms; `old` are values that are there already (IsValidIPForLegacyField). */
export function legacyIP(field: string, value: string, old: readonly string[] = []): FieldError[] {
  return old.includes(value) ? [] : invalidEach(field, value, strictProblems(value));
}

function strictProblems(value: string): string[] {
  const address = parseAddress(value);
  if (address === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (address.hasLeadingZeros) return ['must not have leading 0s'];
  return address.isMapped ? ['must not be an IPv4-mapped IPv6 address'] : [];
}

/** Warnings about an address in a form that is not standard (GetWarningsForIP). */
export function ipWarnings(field: string, value: string): string[] {
  const address = parseAddress(value);
  if (address === undefined) return [];
  const text = addressText(address.family, address.value);
  if (address.hasLeadingZeros || address.isMapped) {
    return [`${field}: non-standard IP address ${JSON.stringify(value)} is invalid: use ${JSON.stringify(text)}`];
  }
  if (address.family === 4 || text === value) return [];
  return [
    `${field}: IPv6 address ${JSON.stringify(value)} should be in RFC 5952 canonical format (${JSON.stringify(text)})`,
  ];
}

/** A range of addresses in its canonical form (IsValidCIDR). */
export function canonicalCidr(field: string, value: string): FieldError[] {
  const errors = legacyCidr(field, value);
  const cidr = parseCidr(value);
  if (errors.length > 0 || cidr === undefined) return errors;
  const text = cidrText(cidr);
  return text === value ? [] : [invalid(field, value, `must be in canonical form (${JSON.stringify(text)})`)];
}

/** A range that an older API accepted in other forms (IsValidCIDRForLegacyField). */
export function legacyCidr(field: string, value: string, old: readonly string[] = []): FieldError[] {
  if (old.includes(value)) return [];
  const cidr = parseCidr(value);
  if (cidr === undefined) {
    return [invalid(field, value, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
  }
  if (cidr.hasLeadingZeros) return [invalid(field, value, 'must not have leading 0s in IP or prefix length')];
  if (cidr.address.isMapped) return [invalid(field, value, 'must not have an IPv4-mapped IPv6 address')];
  const isMasked = cidr.address.value === cidr.first;
  return isMasked ? [] : [invalid(field, value, 'must not have bits set beyond the prefix length')];
}

/** Warnings about a range in a form that is not standard (GetWarningsForCIDR). */
export function cidrWarnings(field: string, value: string): string[] {
  const cidr = parseCidr(value);
  if (cidr === undefined) return [];
  const { address, first, hasLeadingZeros } = cidr;
  const text = JSON.stringify(cidrText(cidr));
  const shown = JSON.stringify(value);
  const warnings: string[] = [];
  if (address.value !== first) {
    const single = JSON.stringify(`${addressText(address.family, address.value)}/${widthOf(address.family)}`);
    warnings.push(`${field}: CIDR value ${shown} is ambiguous in this context (should be ${text} or ${single}?)`);
  }
  if (hasLeadingZeros || address.isMapped) {
    warnings.push(`${field}: non-standard CIDR value ${shown} is invalid: use ${text}`);
  }
  if (warnings.length === 0 && address.family === 6 && text !== shown) {
    warnings.push(`${field}: IPv6 CIDR value ${shown} should be in RFC 5952 canonical format (${text})`);
  }
  return warnings;
}

/** An address that an endpoint can have (ValidateEndpointIP). */
export function endpointIP(field: string, value: string): FieldError[] {
  const address = parseAddress(value);
  if (address === undefined) return [invalid(field, value, 'must be a valid IP address')];
  const { family, value: bits } = address;
  const isIn = (ipv4: string, ipv6: string): boolean => contains(family === 4 ? ipv4 : ipv6, bits);
  return [
    ...(bits === 0n ? [invalid(field, value, `may not be unspecified (${value})`)] : []),
    ...(isIn('127.0.0.0/8', '::1/128')
      ? [invalid(field, value, 'may not be in the loopback range (127.0.0.0/8, ::1/128)')]
      : []),
    ...(isIn('169.254.0.0/16', 'fe80::/10')
      ? [invalid(field, value, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)')]
      : []),
    ...(isLinkLocalMulticast(family, bits)
      ? [invalid(field, value, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)')]
      : []),
  ];
}

function contains(range: string, value: bigint): boolean {
  const cidr = parseCidr(range);
  if (cidr === undefined) return false;
  const host = BigInt(widthOf(cidr.address.family) - cidr.bits);
  return value >> host === cidr.first >> host;
}

/** 224.0.0.0/24, and ff02 with any flags. */
function isLinkLocalMulticast(family: 4 | 6, value: bigint): boolean {
  if (family === 4) return contains('224.0.0.0/24', value);
  return value >> 120n === 0xffn && ((value >> 112n) & 0x0fn) === 2n;
}
