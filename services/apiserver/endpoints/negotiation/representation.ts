import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import type { RequestContext } from '../../request/context.js';
import { notAcceptable, parseAccept, rangeMatches, type MediaRange } from '@pilothouse/runtime/media-types/accept.js';

/** The negotiated form of a response. */
export interface Representation {
  readonly encoding: 'json' | 'yaml' | 'protobuf';
  readonly contentType: string;
  /** The transform of the object. */
  readonly as: Transform;
  readonly pretty: boolean;
}

export type Transform =
  | { readonly type: 'object' }
  | { readonly type: 'table'; readonly version: MetaVersion }
  | { readonly type: 'metadata'; readonly version: MetaVersion };

export type MetaVersion = 'v1' | 'v1beta1';

const OBJECT: Transform = { type: 'object' };

/** The media types of all documents, except protobuf, whose name depends on the domain. */
export const MEDIA_TYPES: readonly string[] = ['application/json', 'application/yaml'];

export interface Offer {
  /** The meta group, such as `meta.k8s.io`. */
  readonly group: string;
  /** Whether tables and metadata alone are offered. */
  readonly transforms: boolean;
  /** Whether the response is a list. */
  readonly isList?: boolean;
  /** Whether the response is a stream, which excludes YAML. */
  readonly isStream?: boolean;
  /** Media types of protobuf; empty if unavailable. */
  readonly protobuf: readonly string[];
  /** Protobuf is available only for metadata, as for custom kinds. */
  readonly protobufIsMetadata?: boolean;
}

/** The offer that the Accept header prefers. Throws 406 if none matches. */
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

/** The media types of the offer. A range with `stream`, which only watches need, excludes YAML. */
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

/** The query parameter, or a default for curl and browsers. */
export function wantsPretty(context: RequestContext): boolean {
  const asked = context.query.get('pretty');
  if (asked !== null && asked !== '') return /^(?:1|t|T|true|True|TRUE)$/.test(asked);
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(context.header('user-agent') ?? '');
}

/** Undefined for an unknown transform. */
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

/** The reason why list and object transforms do not match. */
function misfitOf({ parameters }: MediaRange, { isList = false }: Offer): string | undefined {
  const as = parameters.get('as');
  if (as === METADATA && isList) return `you requested ${as}, but the requested object is a list`;
  return as === METADATA_LIST && !isList ? `you requested ${as}, but the requested object is not a list` : undefined;
}
