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
  /** Whether it is a list of objects, and not one. */
  readonly isList?: boolean;
  /** Whether it is sent as a stream, for which there is no YAML. */
  readonly isStream?: boolean;
  /** Media types of protobuf; none where there is no such form. */
  readonly protobuf: readonly string[];
  /** Only metadata has a form in protobuf, and objects have none, as those of custom kinds. */
  readonly protobufIsMetadata?: boolean;
}

/** What the Accept header asks for, of what is on offer. Throws 406 where nothing fits. */
export function negotiate(context: RequestContext, offer: Offer): Representation {
  const pretty = wantsPretty(context);
  const header = context.header('accept');
  if (header === undefined || header === '' || header === '*/*' || header === 'application/json') return json(pretty);
  let misfit: string | undefined;
  for (const range of parseAccept(header)) {
    const as = transformOf(range, offer);
    if (as === undefined) continue;
    const contentType = typesOf(offer, as, range.parameters).find((mediaType) => rangeMatches(range, mediaType));
    if (contentType === undefined) continue;
    const problem = misfitOf(range, offer);
    misfit ??= problem;
    if (problem !== undefined) continue;
    const wantsIndent = pretty || range.parameters.get('pretty') === '1';
    return { encoding: encodingOf(contentType), contentType, as, pretty: wantsIndent };
  }
  if (misfit !== undefined) throw new StatusError('NotAcceptable', misfit);
  throw notAcceptable(typesOf(offer).map((mediaType) => (offer.isStream ? `${mediaType};stream=watch` : mediaType)));
}

/** The media types in which the offer can be had. A range's `stream`, which only watches need, rules out YAML too. */
function typesOf(
  { protobuf, protobufIsMetadata = false, isStream = false }: Offer,
  as: Transform = OBJECT,
  parameters: MediaRange['parameters'] = new Map(),
): readonly string[] {
  const stream = parameters.get('stream') ?? '';
  if (stream !== '' && stream !== 'watch') return [];
  const texts = isStream || stream !== '' ? ['application/json'] : MEDIA_TYPES;
  const isText = as.type === 'table' || (as.type === 'object' && protobufIsMetadata);
  return isText ? texts : [...texts, ...protobuf];
}

/** The encoding of a media type that is offered. */
export function encodingOf(contentType: string): Representation['encoding'] {
  if (contentType === 'application/json') return 'json';
  return contentType === 'application/yaml' ? 'yaml' : 'protobuf';
}

/** Plain JSON. */
export function json(pretty: boolean): Representation {
  return { encoding: 'json', contentType: 'application/json', as: OBJECT, pretty };
}

export function notAcceptable(offered: readonly string[]): StatusError {
  return new StatusError('NotAcceptable', `only the following media types are accepted: ${offered.join(', ')}`);
}

/** The query's word, or else what suits a person at curl or a browser. */
export function wantsPretty(context: RequestContext): boolean {
  const asked = context.query.get('pretty');
  if (asked !== null && asked !== '') return /^(?:1|t|T|true|True|TRUE)$/.test(asked);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(context.header('user-agent') ?? '');
}

/** Undefined where the range asks for something that nothing here can give. */
function transformOf({ parameters }: MediaRange, { group, transforms }: Offer): Transform | undefined {
  if (!['as', 'g', 'v'].some((name) => parameters.has(name))) return OBJECT;
  const version = parameters.get('v');
  if (!transforms || parameters.get('g') !== group || (version !== 'v1' && version !== 'v1beta1')) return undefined;
  const as = parameters.get('as');
  if (as === 'Table') return { type: 'table', version };
  return as === METADATA || as === METADATA_LIST ? { type: 'metadata', version } : undefined;
}

const METADATA = 'PartialObjectMetadata';
const METADATA_LIST = 'PartialObjectMetadataList';

/** Why a list cannot be had as the metadata of one object, or the other way round. */
function misfitOf({ parameters }: MediaRange, { isList = false }: Offer): string | undefined {
  const as = parameters.get('as');
  if (as === METADATA && isList) return `you requested ${as}, but the requested object is a list`;
  return as === METADATA_LIST && !isList ? `you requested ${as}, but the requested object is not a list` : undefined;
}
