/** Attributes with a URL, by element (Kubernetes' proxy transport). */
const URL_ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    a: ['href'],
    applet: ['codebase'],
    area: ['href'],
    audio: ['src'],
    base: ['href'],
    blockquote: ['cite'],
    body: ['background'],
    button: ['formaction'],
    command: ['icon'],
    del: ['cite'],
    embed: ['src'],
    form: ['action'],
    frame: ['longdesc', 'src'],
    head: ['profile'],
    html: ['manifest'],
    iframe: ['longdesc', 'src'],
    img: ['longdesc', 'src', 'usemap'],
    input: ['src', 'usemap', 'formaction'],
    ins: ['cite'],
    link: ['href'],
    object: ['classid', 'codebase', 'data', 'usemap'],
    q: ['cite'],
    script: ['src'],
    source: ['src'],
    video: ['poster', 'src'],
  }).map(([element, attributes]) => [element, new Set(attributes)]),
);

/** Elements whose content is text up to their end tag. */
const TEXT_ELEMENTS: ReadonlySet<string> = new Set([
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
]);

/** Longer start tags are not changed, since a tag is held until it is complete. */
const LONGEST_TAG = 64 * 1024;

export type RewriteUrl = (url: string) => string;

/** Changes the URLs in the tags of a page. Everything else passes as it is. Each character is a byte. */
export interface PageRewriter {
  /** Returns what is complete. */
  readonly push: (text: string) => string;
  /** Returns the rest. */
  readonly end: () => string;
}

type State =
  | { readonly type: 'text' }
  /** Up to and including a text: the end of a comment, or of a tag that is not changed. */
  | { readonly type: 'until'; readonly end: '-->' | '>' }
  /** The content of an element. */
  | { readonly type: 'content'; readonly endTag: string }
  /** A start tag at the beginning of what is held. `at` is where the search for its end continues. */
  | { readonly type: 'tag'; readonly at: number; readonly quote: string };

interface After {
  readonly included: number;
  readonly next: State;
}

const TEXT: State = { type: 'text' };
/** The end tags of text elements, in any case. */
const END_TAGS: ReadonlyMap<string, RegExp> = new Map(
  [...TEXT_ELEMENTS].map((name) => [`</${name}`, new RegExp(`</${name}`, 'i')]),
);
const SPACE = /\s/;

export function pageRewriter(rewrite: RewriteUrl): PageRewriter {
  let state = TEXT;
  let held = '';

  /** Takes what is complete from `held`. Undefined if nothing is. */
  function step(): string | undefined {
    switch (state.type) {
      case 'text':
        return text();
      case 'until':
        return until(state.end, held.indexOf(state.end), { included: state.end.length, next: TEXT });
      case 'content': {
        const { endTag } = state;
        const found = held.search(END_TAGS.get(endTag) ?? endTag);
        return until(endTag, found, { included: 0, next: { type: 'until', end: '>' } });
      }
      case 'tag':
        return tag(state.at, state.quote);
    }
  }

  function take(length: number, next: State): string {
    const taken = held.slice(0, length);
    held = held.slice(length);
    state = next;
    return taken;
  }

  function text(): string | undefined {
    const start = held.indexOf('<');
    if (start !== 0) return held === '' ? undefined : take(start === -1 ? held.length : start, TEXT);
    if (/^<[a-z]/i.test(held)) {
      state = { type: 'tag', at: 2, quote: '' };
      return '';
    }
    if (held.startsWith('<!--')) return take(4, { type: 'until', end: '-->' });
    if ('<!--'.startsWith(held)) return undefined;
    if (/^<[!?/]/.test(held)) return take(2, { type: 'until', end: '>' });
    return take(1, TEXT);
  }

  /** Passes everything before a text that is `found` there or not, and `included` characters of it. */
  function until(end: string, found: number, { included, next }: After): string | undefined {
    if (found !== -1) return take(found + included, next);
    // The beginning of the text may be at the end.
    const passed = held.length - end.length + 1;
    return passed > 0 ? take(passed, state) : undefined;
  }

  function tag(from: number, openQuote: string): string | undefined {
    let at = from;
    let quote = openQuote;
    for (; at < held.length; at += 1) {
      const character = held[at] ?? '';
      if (quote !== '' && quote !== '=') {
        if (character === quote) quote = '';
      } else if (character === '>') {
        return complete(at + 1);
      } else if (character === '=') {
        quote = '=';
      } else if (quote === '=' && !SPACE.test(character)) {
        quote = character === '"' || character === "'" ? character : '';
      }
    }
    if (held.length > LONGEST_TAG) return take(held.length, { type: 'until', end: '>' });
    state = { type: 'tag', at, quote };
    return undefined;
  }

  function complete(length: number): string {
    const whole = held.slice(0, length);
    const name = /^<([^\s/>]+)/.exec(whole)?.[1]?.toLowerCase() ?? '';
    take(length, TEXT_ELEMENTS.has(name) ? { type: 'content', endTag: `</${name}` } : TEXT);
    const attributes = URL_ATTRIBUTES.get(name);
    return attributes === undefined ? whole : rewrittenTag(whole, name.length + 1, attributes, rewrite);
  }

  return {
    push(more) {
      held += more;
      let passed = '';
      for (let part = step(); part !== undefined; part = step()) passed += part;
      return passed;
    },
    end: () => take(held.length, TEXT),
  };
}

/** Name, the equals sign, and the value of an attribute, with or without quotes. */
const ATTRIBUTE = /([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;

function rewrittenTag(tag: string, from: number, attributes: ReadonlySet<string>, rewrite: RewriteUrl): string {
  const changed = tag.slice(from).replaceAll(ATTRIBUTE, (whole, name: string, equals: string, value: string) => {
    if (!attributes.has(name.toLowerCase())) return whole;
    const url = unescaped(/^["']/.test(value) ? value.slice(1, -1) : value);
    const rewritten = rewrite(url);
    return rewritten === url ? whole : `${name}${equals}"${escaped(rewritten)}"`;
  });
  return tag.slice(0, from) + changed;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves the references that a URL needs. Others stay, and so does the URL with them. */
function unescaped(text: string): string {
  return text
    .replaceAll(/&#(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&#34;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
