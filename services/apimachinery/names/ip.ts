/** Four decimal numbers up to 255. Leading zeros are decimal, as in Kubernetes' lenient parser. */
export function isIPv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d+$/.test(part) && Number(part) <= 255);
}

/** Eight groups of up to four hexadecimal digits; `::` replaces one run; an IPv4 address may end it. No zone. */
export function isIPv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const all = groups.flat();
  const last = all.at(-1) ?? '';
  const hasIPv4 = last.includes('.');
  // The IPv4 part must end the text: `::1.2.3.4`, and not `1.2.3.4::`.
  if (hasIPv4 && (!isIPv4(last) || text.endsWith('::'))) return false;
  const hex = hasIPv4 ? all.slice(0, -1) : all;
  if (!hex.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const count = hex.length + (hasIPv4 ? 2 : 0);
  return halves.length === 1 ? count === 8 : count <= 7;
}

/** A CIDR, such as `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const slash = text.indexOf('/');
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  if (slash < 0 || !/^\d+$/.test(bits)) return false;
  return (isIPv4(address) && Number(bits) <= 32) || (isIPv6(address) && Number(bits) <= 128);
}
