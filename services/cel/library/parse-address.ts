/** Parses an IPv4 or IPv6 address strictly: no zone, and no leading zeros in decimals. Undefined for invalid text. */
export function parseAddress(text: string): readonly number[] | undefined {
  return text.includes(':') ? parseIPv6(text) : parseIPv4(text);
}

function parseIPv4(text: string): readonly number[] | undefined {
  const parts = text.split('.');
  const isByte = (part: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256;
  return parts.length === 4 && parts.every(isByte) ? parts.map(Number) : undefined;
}

function parseIPv6(text: string): readonly number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half) => (half === '' ? [] : groupBytes(half.split(':'))));
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (tail === undefined || head.length + tail.length > 14) return undefined;
  return [...head, ...Array.from({ length: 16 - head.length - tail.length }, () => 0), ...tail];
}

/** The last group may be an IPv4 address. */
function groupBytes(groups: readonly string[]): readonly number[] | undefined {
  const bytes: number[] = [];
  for (const [index, group] of groups.entries()) {
    const dotted = group.includes('.') && index === groups.length - 1 ? parseIPv4(group) : undefined;
    if (dotted !== undefined) bytes.push(...dotted);
    else if (/^[0-9a-fA-F]{1,4}$/.test(group))
      bytes.push(Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff);
    else return undefined;
  }
  return bytes;
}
