import { isIPv4, isIPv6 } from './ip.js';

/** The components of a URL as Go's `net/url` parses it. */
export interface GoUrl {
  /** In lower case. */
  readonly scheme: string;
  /** With the port, unescaped. */
  readonly host: string;
  /** Undefined if the URL has no `@`. */
  readonly user: string | undefined;
  /** Escaped. */
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

/** Parses an absolute or relative URL (Go 1.26's `url.Parse`). Returns Go's error text for an invalid one. */
export function parseUrl(text: string): GoUrl | string {
  const [url = '', fragment = ''] = cut(text, '#');
  const parsed = parse(url, false);
  const problem = typeof parsed === 'string' ? parsed : escapeProblem(fragment);
  return typeof parsed === 'string' || problem !== undefined ? parseError(text, problem) : { ...parsed, fragment };
}

/**
 * Validates an absolute URL or path (`url.ParseRequestURI`, which treats `#` like other characters). Undefined if it
 * is valid.
 */
export function requestUriProblem(text: string): string | undefined {
  const parsed = parse(text, true);
  return typeof parsed === 'string' ? parseError(text, parsed) : undefined;
}

function parseError(text: string, problem = ''): string {
  return `parse ${JSON.stringify(text)}: ${problem}`;
}

function parse(text: string, isRequest: boolean): GoUrl | string {
  if (Array.from(text).some(isControl)) return 'net/url: invalid control character in URL';
  if (text === '' && isRequest) return 'empty url';
  const nothing = { scheme: '', host: '', user: undefined, query: '', fragment: '' };
  if (text === '*') return { ...nothing, path: text };
  if (text.startsWith(':')) return 'missing protocol scheme';
  const prefix = /^[a-z][a-z\d+.-]*:/i.exec(text)?.[0] ?? '';
  const scheme = prefix.slice(0, -1).toLowerCase();
  const [rest = '', query = ''] = cut(text.slice(prefix.length), '?');
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...nothing, scheme, path: '', query };
    if (isRequest) return 'invalid URI for request';
    if (cut(rest, '/')[0]?.includes(':') === true) return 'first path segment in URL cannot contain colon';
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!isRequest && !rest.startsWith('///')));
  const slash = hasAuthority ? rest.indexOf('/', 2) : 0;
  const authority = hasAuthority ? rest.slice(2, slash < 0 ? undefined : slash) : '';
  const path = slash < 0 ? '' : rest.slice(slash);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const user = at < 0 ? undefined : authority.slice(0, at);
  const problem = hostProblem(host) ?? userProblem(user ?? '') ?? escapeProblem(path);
  return problem ?? { scheme, host: unescaped(host), user, path, query, fragment: '' };
}

function hostProblem(host: string): string | undefined {
  const opens = host.lastIndexOf('[');
  if (opens > 0) return 'invalid IP-literal';
  if (opens === 0) return literalProblem(host);
  return portProblem(/:.*$/.exec(host)?.[0] ?? '') ?? characterProblem(host, isHostEscape);
}

/** Validates an IPv6 address in brackets, with an optional zone. */
function literalProblem(host: string): string | undefined {
  const closes = host.lastIndexOf(']');
  if (closes < 0) return "missing ']' in host";
  const inside = host.slice(1, closes);
  const [address = '', zone] = cut(inside, '%25');
  const problem =
    portProblem(host.slice(closes + 1)) ??
    characterProblem(address, isHostEscape) ??
    characterProblem(zone === undefined ? '' : `%25${zone}`, isZoneEscape);
  if (problem !== undefined) return problem;
  const given = unescaped(address);
  if (isIPv4(given) && zone === undefined) return 'invalid IP-literal';
  if (isIPv6(given) && zone !== '') return undefined;
  return `invalid host: ParseAddr(${JSON.stringify(unescaped(inside))}): unable to parse IP`;
}

function portProblem(port: string): string | undefined {
  return /^(?::\d*)?$/.test(port) ? undefined : `invalid port ${JSON.stringify(port)} after host`;
}

/** ASCII characters that a host must not contain, and escapes. */
const SUSPECTS = /%.{0,2}|[ #/?@\\^`{|}]/gs;
const ESCAPE = /^%[\da-f]{2}$/i;

function characterProblem(text: string, isAllowed: (escape: string) => boolean): string | undefined {
  for (const [found] of text.matchAll(SUSPECTS)) {
    if (!found.startsWith('%')) return `invalid character ${JSON.stringify(found)} in host name`;
    if (!ESCAPE.test(found) || !isAllowed(found)) return `invalid URL escape ${JSON.stringify(found)}`;
  }
  return undefined;
}

/** Only non-ASCII bytes and the percent sign may be escaped in a host. */
function isHostEscape(escape: string): boolean {
  return escape === '%25' || Number.parseInt(escape.slice(1), 16) >= 0x80;
}

/** In a zone, unreserved characters may be escaped too. */
function isZoneEscape(escape: string): boolean {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return escape === '%25' || /[\w .~!$&'()*+,;=:[\]<>"-]/.test(character);
}

function userProblem(user: string): string | undefined {
  return /^[\w.:~!$&'()*+,;=%@-]*$/.test(user) ? escapeProblem(user) : 'net/url: invalid userinfo';
}

function escapeProblem(text: string): string | undefined {
  const found = /%(?![\da-f]{2}).{0,2}/is.exec(text)?.[0];
  return found === undefined ? undefined : `invalid URL escape ${JSON.stringify(found)}`;
}

function unescaped(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

function cut(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}
