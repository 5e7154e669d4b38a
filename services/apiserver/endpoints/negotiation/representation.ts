import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import { parseAccept, rangeMatches, type MediaRange } from './accept.js';

/** How a client wants to be answered. */
export interface Representation {
  readonly encoding: 'json' | 'yaml' | 'protobuf';
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

/** The media types of everything, but for protobuf, whose name depends on the domain. */
export const MEDIA_TYPES: readonly string[] = ['application/json', 'application/yaml'];

export interface Offer {
  /** The meta group, such as `meta.k8s.io`. */
  readonly group: string;
  /** Whether there are tables and bare metadata. */
  readonly transforms: boolean;
  /** Media types of protobuf; none where there is no such form. */
  readonly protobuf: readonly string[];
}

/** What the Accept header asks for, of what is on offer. Throws 406 where nothing fits. */
export function negotiate(context: RequestContext, { group, transforms, protobuf }: Offer): Representation {
  const pretty = wantsPretty(context);
  const header = context.header('accept');
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') return json(pretty);
  for (const range of parseAccept(header)) {
    const as = transformOf(range, group);
    if (as === undefined || (as.type !== 'object' && !transforms)) continue;
    const offered = as.type === 'table' ? MEDIA_TYPES : [...MEDIA_TYPES, ...protobuf];
    const contentType = offered.find((mediaType) => rangeMatches(range, mediaType));
    if (contentType !== undefined) return { encoding: encodingOf(contentType), contentType, as, pretty };
  }
  throw notAcceptable([...MEDIA_TYPES, ...protobuf]);
}

function encodingOf(contentType: string): Representation['encoding'] {
  if (contentType === 'application/json') return 'json';
  return contentType === 'application/yaml' ? 'yaml' : 'protobuf';
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
