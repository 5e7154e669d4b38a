import { isIP } from 'node:net';
import type { FlagType, FlagValue } from './definition.js';

export type Parsed =
  { readonly ok: true; readonly value: FlagValue } | { readonly ok: false; readonly problem: string };

/** Parses the text of one flag. The problem completes `--flag "text": …`. Files are not read. */
export function parseValue(type: FlagType, text: string): Parsed {
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false' ? value(text === 'true') : problem('must be true or false');
    case 'port':
      return integer(text, 65535, 'must be a port between 0 and 65535');
    case 'level':
      return integer(text, 10, 'must be a level between 0 and 10');
    case 'count':
      return integer(text, 999_999_999, 'must be a whole number of at most nine digits');
    case 'bytes':
      return integer(text, 999_999_999_999_999, 'must be a whole number of bytes of at most 15 digits');
    case 'chance':
      return chance(text);
    case 'duration':
      return duration(text);
    case 'address':
      return isIP(text) === 0 ? problem('must be an IP address, such as 127.0.0.1 or ::1') : value(text);
    case 'endpoint':
      return endpoint(text);
    case 'domain':
      return isSubdomain(text)
        ? value(text)
        : problem('must be a DNS subdomain: lower-case letters, digits, "-" and ".", at most 253 of them');
    case 'prefix':
      return /^\/[^\0]*[^/\0]$/.test(text) ? value(text) : problem('must begin with "/", and not end with it');
    case 'urls':
      return urls(text);
    case 'files':
    case 'paths':
    case 'list':
    case 'pairs':
      return list(text);
    case 'file':
    case 'path':
    case 'directory':
    case 'text':
      return text === '' ? problem('must not be empty') : value(text);
  }
}

/** DNS labels (RFC 1123) separated by dots. */
export function isSubdomain(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)*$/.test(text);
}

function integer(text: string, maximum: number, otherwise: string): Parsed {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Infinity;
  return number <= maximum ? value(number) : problem(otherwise);
}

/** As in Kubernetes: a higher probability of GOAWAY makes clients reconnect too often. */
const HIGHEST_CHANCE = 0.02;

function chance(text: string): Parsed {
  const number = /^\d{0,9}(?:\.\d{0,9})?$/.test(text) && /\d/.test(text) ? Number(text) : Infinity;
  return number <= HIGHEST_CHANCE
    ? value(number)
    : problem(`must be a number from 0 to ${HIGHEST_CHANCE}, such as 0.001`);
}

const ENDPOINT = /^(?:(?<host4>[\d.]+)|\[(?<host6>[\da-fA-F:.]+)\]|):(?<port>\d{1,5})$/;

/** `127.0.0.1:80`, `[::1]:80`, `:80` for all addresses, or `0`. */
function endpoint(text: string): Parsed {
  if (text === '0') return value('off');
  const { host4, host6, port = '' } = ENDPOINT.exec(text)?.groups ?? {};
  const host = host4 ?? host6;
  const isRead = port !== '' && Number(port) <= 65535 && (host === undefined || isIP(host) !== 0);
  return isRead
    ? value({ ...(host !== undefined && { host }), port: Number(port) })
    : problem('must be an IP address and a port, such as 127.0.0.1:10257 or [::1]:10257, or 0');
}

const UNIT_SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
/** About 285 years: more than the longest lease of etcd. */
const LONGEST_SECONDS = 9e9;

const DURATION_TERM = /(\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})(h|ms|m|s|us|µs|ns)/g;

/** In seconds: a whole number, or numbers with units as in Go. */
function duration(text: string): Parsed {
  const spelled = /^\d+$/.test(text) ? `${text}s` : text;
  const terms = [...spelled.matchAll(DURATION_TERM)];
  const isRead = text !== '' && terms.map(([term]) => term).join('') === spelled;
  const seconds = terms.reduce((sum, [, number, unit = '']) => sum + Number(number) * (UNIT_SECONDS[unit] ?? 0), 0);
  return isRead && seconds <= LONGEST_SECONDS
    ? value(seconds)
    : problem('must be a duration, such as 1h0m0s, or a number of seconds');
}

function list(text: string): Parsed {
  const items = text.split(',').map((item) => item.trim());
  return items.includes('') ? problem('must be non-empty texts separated by commas') : value(items);
}

function urls(text: string): Parsed {
  const items = text.split(',').map((item) => item.trim());
  const wrong = problemOfServers(items);
  return wrong === undefined ? value(items) : problem(`${wrong}, separated by commas`);
}

/** Validates the server URLs of one service: at least one, without paths, and all of one scheme. */
export function problemOfServers(urls: readonly string[]): string | undefined {
  if (urls.length === 0 || !urls.every(isServerUrl)) {
    return 'must be http or https URLs without a path, such as https://10.0.0.1:2379';
  }
  const schemes = new Set(urls.map((url) => new URL(url).protocol));
  return schemes.size === 1 ? undefined : 'must be all http or all https';
}

/** A URL of only scheme, host and port. */
function isServerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '' && pathname === '/';
}

const value = (parsed: FlagValue): Parsed => ({ ok: true, value: parsed });
const problem = (text: string): Parsed => ({ ok: false, problem: text });
