/** A block of PEM (RFC 7468). */
export interface PemBlock {
  /** The text after `BEGIN`, such as `CERTIFICATE`. */
  readonly type: string;
  readonly hasHeaders: boolean;
  readonly bytes: Buffer;
}

const DASHES = '-----';
const BEGIN = `${DASHES}BEGIN `;
const END = `${DASHES}END `;

/** Reads the blocks of a text. Like Go's parser, it skips other lines and blocks that are invalid. */
export function* pemBlocks(text: string): Generator<PemBlock> {
  let open: { readonly type: string; hasHeaders: boolean; readonly lines: string[] } | undefined;
  for (const each of text.split('\n')) {
    const line = each.trimEnd();
    if (line.startsWith(BEGIN)) {
      const type = line.endsWith(DASHES) ? line.slice(BEGIN.length, -DASHES.length) : undefined;
      open = type === undefined ? undefined : { type, hasHeaders: false, lines: [] };
    } else if (open !== undefined && line.startsWith(END)) {
      const bytes = line === `${END}${open.type}${DASHES}` ? fromBase64(open.lines.join('')) : undefined;
      if (bytes !== undefined) yield { type: open.type, hasHeaders: open.hasHeaders, bytes };
      open = undefined;
    } else if (open !== undefined) {
      if (open.lines.length === 0 && line.includes(':')) open.hasHeaders = true;
      else open.lines.push(line);
    }
  }
}

/** Standard base64 with padding; undefined for other text. */
function fromBase64(text: string): Buffer | undefined {
  const packed = text.replace(/[ \t\r]/g, '');
  const digits = packed.replace(/={1,2}$/, '');
  return packed.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(digits) ? Buffer.from(packed, 'base64') : undefined;
}
