import { ArrayList } from '../values/list.js';
import { EntryMap } from '../values/map.js';
import { CelError, Opaque, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const TYPE = 'kubernetes.URL';

class Url extends Opaque {
  readonly typeName = TYPE;
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly key: string;

  constructor(source: string) {
    super();
    this.key = source;
    const [, scheme = '', , host = '', path = '', , query = ''] = PARTS.exec(source) ?? [];
    this.scheme = scheme.toLowerCase();
    this.host = host.slice(host.lastIndexOf('@') + 1);
    this.path = path;
    this.query = query;
  }

  get hostname(): string {
    const bracketed = /^\[(.*)\]/.exec(this.host)?.[1];
    return bracketed ?? this.host.replace(/:\d*$/, '');
  }

  get port(): string {
    return /:(\d*)$/.exec(this.host)?.[1] ?? '';
  }
}

/** Scheme, authority, path, query and fragment. */
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(\/\/([^/?#]*))?([^?#]*)(\?([^#]*))?(?:#.*)?$/s;

const of =
  (read: (url: Url) => Value): Overload['call'] =>
  ([url]) =>
    url instanceof Url ? read(url) : null;

/** Kubernetes' functions of URLs. */
export const urls: readonly Overload[] = [
  overload(`url(string): ${TYPE}`, 'string_to_url', ([text]) => {
    const problem = urlProblem(textOf(text));
    return problem === undefined
      ? new Url(textOf(text))
      : new CelError(`URL parse error during conversion from string: ${problem}`);
  }),
  overload('isURL(string): bool', 'is_url_string', ([text]) => urlProblem(textOf(text)) === undefined),
  overload(
    `${TYPE}.getScheme(): string`,
    'url_get_scheme',
    of(({ scheme }) => scheme),
  ),
  overload(
    `${TYPE}.getHost(): string`,
    'url_get_host',
    of(({ host }) => host),
  ),
  overload(
    `${TYPE}.getHostname(): string`,
    'url_get_hostname',
    of(({ hostname }) => hostname),
  ),
  overload(
    `${TYPE}.getPort(): string`,
    'url_get_port',
    of(({ port }) => port),
  ),
  overload(
    `${TYPE}.getEscapedPath(): string`,
    'url_get_escaped_path',
    of(({ path }) => escapedPath(path)),
  ),
  overload(
    `${TYPE}.getQuery(): map<string, list<string>>`,
    'url_get_query',
    of(({ query }) => queryMap(query)),
  ),
];

/** Why a text is no absolute URL or path, in Go's words; undefined where it is one. */
export function urlProblem(text: string): string | undefined {
  const fail = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (hasControl(text)) return fail('net/url: invalid control character in URL');
  if (text === '') return fail('empty url');
  const [, scheme, authority, host = '', path = ''] = PARTS.exec(text) ?? [];
  if (text.startsWith(':')) return fail('missing protocol scheme');
  if (scheme === undefined && !text.startsWith('/')) {
    const isCut = /^[^/?#]*:/.test(text);
    return fail(isCut ? 'first path segment in URL cannot contain colon' : 'invalid URI for request');
  }
  if (scheme !== undefined && authority === undefined && path === '') return fail('invalid URI for request');
  const badEscape = /%(?![0-9a-fA-F]{2}).{0,2}/.exec(`${host}${path}`)?.[0];
  if (badEscape !== undefined) return fail(`invalid URL escape ${JSON.stringify(badEscape)}`);
  const address = host.slice(host.lastIndexOf('@') + 1);
  const badHost = /[ "<>\\^`{|}]/.exec(address)?.[0];
  if (badHost !== undefined) return fail(`invalid character ${JSON.stringify(badHost)} in host name`);
  const port = address.startsWith('[') ? address.slice(address.indexOf(']') + 1) : /:.*$/.exec(address)?.[0];
  if (address.startsWith('[') && !address.includes(']')) return fail("missing ']' in host");
  if (port !== undefined && !/^(?::\d*)?$/.test(port)) return fail(`invalid port ${JSON.stringify(port)} after host`);
  return undefined;
}

function hasControl(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x20 || unit === 0x7f) return true;
  }
  return false;
}

function escapedPath(path: string): string {
  const isEscaped = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]|%[0-9a-fA-F]{2})*$/.test(path);
  if (isEscaped) return path;
  return encodeURIComponent(decoded(path, false)).replaceAll(/%(?:2F|24|26|2B|2C|3A|3B|3D|40)/g, decodeURIComponent);
}

function queryMap(query: string): Value {
  const found = new Map<string, string[]>();
  for (const part of query.split('&')) {
    if (part === '' || part.includes(';') || /%(?![0-9a-fA-F]{2})/.test(part)) continue;
    const equals = part.indexOf('=');
    const key = decoded(equals < 0 ? part : part.slice(0, equals), true);
    const values = found.get(key) ?? [];
    values.push(equals < 0 ? '' : decoded(part.slice(equals + 1), true));
    found.set(key, values);
  }
  return new EntryMap(new Map([...found].map(([key, values]) => [key, { key, value: new ArrayList(values) }])));
}

function decoded(text: string, isQuery: boolean): string {
  const source = isQuery ? text.replaceAll('+', ' ') : text;
  return source.replaceAll(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
    Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
  );
}
