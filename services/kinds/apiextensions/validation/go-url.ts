/** The parts of a URL that rules ask for, as Go's `net/url` reads it. */
export interface GoUrl {
  readonly scheme: string;
  readonly host: string;
  /** Undefined where the URL has no `@`. */
  readonly user: string | undefined;
  readonly query: string;
  readonly fragment: string;
}

/** Reads a URL. Returns a text in Go's words for what is no URL. */
export function parseGoUrl(text: string): GoUrl | string {
  const problem = (why: string): string => `parse ${JSON.stringify(text)}: ${why}`;
  if (Array.from(text).some(isControl)) return problem('net/url: invalid control character in URL');
  const [withoutFragment = '', fragment = ''] = cut(text, '#');
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(withoutFragment)?.[1] ?? '';
  if (scheme === '' && withoutFragment.startsWith(':')) return problem('missing protocol scheme');
  const [beforeQuery = '', query = ''] = cut(
    scheme === '' ? withoutFragment : withoutFragment.slice(scheme.length + 1),
    '?',
  );
  if (scheme === '' && (beforeQuery.split('/')[0] ?? '').includes(':')) {
    return problem('first path segment in URL cannot contain colon');
  }
  const authority = beforeQuery.startsWith('//') ? (beforeQuery.slice(2).split('/')[0] ?? '') : '';
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const escape = /%(?![\da-f]{2}).{0,2}/i.exec(beforeQuery + fragment)?.[0];
  if (escape !== undefined) return problem(`invalid URL escape ${JSON.stringify(escape)}`);
  const forbidden = /[ "<>\\^`{|}]/.exec(host)?.[0];
  if (forbidden !== undefined) return problem(`invalid character ${JSON.stringify(forbidden)} in host name`);
  const bracket = host.startsWith('[') ? host.indexOf(']') : 0;
  if (bracket < 0) return problem("missing ']' in host");
  const colon = host.indexOf(':', bracket);
  const port = colon < 0 ? '' : host.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) return problem(`invalid port ${JSON.stringify(port)} after host`);
  return { scheme: scheme.toLowerCase(), host, user: at < 0 ? undefined : authority.slice(0, at), query, fragment };
}

function isControl(character: string): boolean {
  return character < ' ' || character === '\u007f';
}

function cut(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
