import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { Route } from './forward.js';
import { pageRewriter, type RewriteUrl } from './html.js';

export interface LinkOptions {
  /** The path of the proxied object, which becomes the beginning of links to other pages of the backend. */
  readonly below: string;
  /** The hosts of the backend: its address, and the host that the client has asked for. */
  readonly hosts: readonly [address: string, asked: string];
}

/** Encodings of pages that are changed. Others pass as they are. */
const ENCODINGS: readonly unknown[] = [undefined, 'gzip'];

/** Changes the links of a response that would leave the proxy: in `Location`, and in pages (Kubernetes' proxy transport). */
export function rewriteLinks(options: LinkOptions): NonNullable<Route['change']> {
  const rewrite: RewriteUrl = (link) => rewrittenLink(link, options);
  return (received, response) => {
    const { headers } = response;
    const { location } = headers;
    if (typeof location === 'string') return { ...response, headers: { ...headers, location: rewrite(location) } };
    const { 'content-type': type, 'content-encoding': encoding, 'content-length': _length, ...others } = headers;
    const isPage = typeof type === 'string' && /^\s*text\/html\s*(?:;|$)/.test(type);
    const hasBody = received.statusCode !== 204 && received.statusCode !== 304;
    if (!isPage || !hasBody || !ENCODINGS.includes(encoding)) return response;
    return {
      ...response,
      headers: { ...others, 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) },
      body: encoding === 'gzip' ? recompressed(received, rewrite) : rewrittenPage(received, rewrite),
    };
  };
}

/** Every page is changed while it is streamed. */
async function* rewrittenPage(page: AsyncIterable<Buffer>, rewrite: RewriteUrl): AsyncGenerator<Buffer> {
  const rewriter = pageRewriter(rewrite);
  for await (const chunk of page) {
    const part = rewriter.push(chunk.toString('latin1'));
    if (part !== '') yield Buffer.from(part, 'latin1');
  }
  yield Buffer.from(rewriter.end(), 'latin1');
}

function recompressed(page: Readable, rewrite: RewriteUrl): AsyncIterable<Buffer> {
  return pipeline(
    page,
    createGunzip(),
    (plain) => rewrittenPage(plain as AsyncIterable<Buffer>, rewrite),
    createGzip({ level: 1 }),
    // The iteration throws the errors of the pipeline.
    () => {},
  );
}

/**
 * A link to an absolute path of the backend, as a link through the proxy. Other links stay: relative ones, and those to other
 * hosts.
 */
export function rewrittenLink(link: string, { below, hosts: [address, asked] }: LinkOptions): string {
  const [, scheme = '', host, path = '', rest = ''] = LINK.exec(link) ?? [];
  const isElsewhere = host !== undefined && host !== '' && host !== address && host !== asked;
  if (isElsewhere || !path.startsWith('/')) return link;
  const prefix = host !== undefined && host !== '' && host === asked ? `${scheme}//${host}` : '';
  return `${prefix}${path.startsWith(below) ? '' : below}${path}${rest}`;
}

/** Scheme with its colon, host, path, and query with fragment (RFC 3986, appendix B). */
const LINK = /^([a-z][a-z\d+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/is;
