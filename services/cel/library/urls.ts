import { parseUrl, requestUriProblem, type GoUrl } from '@pilothouse/apimachinery/names/url.js';
import { ArrayList } from '../values/list.js';
import { EntryMap } from '../values/map.js';
import { CelError, Opaque, type Value } from '../values/value.js';
import { textOf } from './args.js';
import { overload, type Overload } from './overload.js';

const TYPE = 'kubernetes.URL';

class Url extends Opaque {
  readonly typeName = TYPE;

  constructor(
    readonly key: string,
    readonly parts: GoUrl,
  ) {
    super();
  }

  get hostname(): string {
    const { host } = this.parts;
    return /^\[(.*)\]/.exec(host)?.[1] ?? host.replace(/:\d*$/, '');
  }

  get port(): string {
    return /:(\d*)$/.exec(this.parts.host)?.[1] ?? '';
  }
}

const of =
  (read: (url: Url) => Value): Overload['call'] =>
  ([url]) =>
    url instanceof Url ? read(url) : null;

/** Kubernetes' URL functions. */
export const urls: readonly Overload[] = [
  overload(`url(string): ${TYPE}`, 'string_to_url', ([value]) => {
    const text = textOf(value);
    // Kubernetes parses the URL twice; only the second parser supports fragments.
    const parts = requestUriProblem(text) ?? parseUrl(text);
    return typeof parts === 'string'
      ? new CelError(`URL parse error during conversion from string: ${parts}`)
      : new Url(text, parts);
  }),
  overload('isURL(string): bool', 'is_url_string', ([text]) => requestUriProblem(textOf(text)) === undefined),
  overload(
    `${TYPE}.getScheme(): string`,
    'url_get_scheme',
    of(({ parts }) => parts.scheme),
  ),
  overload(
    `${TYPE}.getHost(): string`,
    'url_get_host',
    of(({ parts }) => parts.host),
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
    of(({ parts }) => escapedPath(parts.path)),
  ),
  overload(
    `${TYPE}.getQuery(): map<string, list<string>>`,
    'url_get_query',
    of(({ parts }) => queryMap(parts.query)),
  ),
];

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
