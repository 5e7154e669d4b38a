import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import { parseAccept, rangeMatches, type MediaRange } from './accept.js';

/** How a client wants to be answered. */
export interface Representation {
  readonly encoding: 'json' | 'yaml';
  readonly contentType: string;
  /** What is sent in the object's place. */
  readonly as: Transform;
  readonly pretty: boolean;
}

export type Transform =
  | { readonly type: 'object' }
  | { readonly type: 'table'; readonly version: MetaVersion }
  | { readonly type: 'metadata'; readonly version: MetaVersion };

export type MetaVersion = 'v1' | 'v1beta1';

const OBJECT: Transform = { type: 'object' };
const ENCODINGS = { 'application/json': 'json', 'application/yaml': 'yaml' } as const;
export const MEDIA_TYPES = Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[];

/**
 * What the Accept header asks for, of what a resource can give. `group` is the meta group (`meta.k8s.io`); where
 * `transforms` is false the resource gives objects only. Throws 406 where nothing fits.
 */
export function negotiate(
  context: RequestContext,
  { group, transforms }: { readonly group: string; readonly transforms: boolean },
): Representation {
  const pretty = wantsPretty(context);
  const header = context.header('accept');
  if (header === undefined || header === '*/*' || header === 'application/json') return json(pretty);
  for (const range of parseAccept(header)) {
    const as = transformOf(range, group);
    if (as === undefined || (as.type !== 'object' && !transforms)) continue;
    const mediaType = MEDIA_TYPES.find((offered) => rangeMatches(range, offered));
    if (mediaType !== undefined) {
      return { encoding: ENCODINGS[mediaType], contentType: mediaType, as, pretty };
    }
  }
  throw notAcceptable(MEDIA_TYPES);
}

/** Plain JSON; what errors are sent as. */
export function json(pretty: boolean): Representation {
  return { encoding: 'json', contentType: 'application/json', as: OBJECT, pretty };
}

export function notAcceptable(offered: readonly string[]): StatusError {
  return new StatusError('NotAcceptable', `only the following media types are accepted: ${offered.join(', ')}`);
}

/** The query's word, or else what suits a person at curl or a browser. */
export function wantsPretty(context: RequestContext): boolean {
  const asked = context.query.get('pretty');
  if (asked !== null && asked !== '') return asked === 'true' || asked === '1';
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(context.header('user-agent') ?? '');
}

/** Undefined where the range asks for something that nothing here can give. */
function transformOf({ parameters }: MediaRange, group: string): Transform | undefined {
  const as = parameters.get('as');
  if (as === undefined) return OBJECT;
  const version = parameters.get('v');
  if (parameters.get('g') !== group || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  if (as === 'Table') return { type: 'table', version };
  if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return { type: 'metadata', version };
  return undefined;
}
