import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { Handler } from '../../request/context.js';
import { taggedResponse } from '../discovery/entity-tag.js';
import type { ServedGroup } from '../discovery/groups.js';
import { readOnly } from '../discovery/read-only.js';
import { preferredType } from '../negotiation/preferred-type.js';
import { apiDescriber } from './describe-api.js';
import {
  addressOf,
  documentWriter,
  NO_OTHERS,
  type OpenApiDocuments,
  type OtherDocuments,
  type V3Document,
} from './documents.js';

export interface OpenApiOptions {
  readonly domain: Domain;
  /** Of the program. */
  readonly version: string;
}

const JSON_TYPE = 'application/json';
/** Answers both spellings: the older one contains an `@`, which many clients do not accept as a media type. */
const PROTOBUF_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
const V2_TYPES = [JSON_TYPE, 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf', PROTOBUF_TYPE] as const;

const REVALIDATED = 'no-cache, private';
/** For URLs with a digest: a year is HTTP's maximum. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/**
 * Returns a function that serves `/openapi/v2` in JSON and protobuf, the index `/openapi/v3`, and an OpenAPI 3.0
 * document for each group version, by exact path. The documents of others are merged into `/openapi/v2`; the index has them too,
 * and their routes are elsewhere. Documents are built on first use, and cached for unchanged groups and versions.
 */
export function openApiRoutes({
  domain,
  version,
}: OpenApiOptions): (groups: readonly ServedGroup[], others?: OtherDocuments) => ReadonlyMap<string, Handler> {
  const describe = apiDescriber(domain);
  const documentsOf = documentWriter(version);
  return (groups, others = NO_OTHERS) => {
    const documents = documentsOf(describe(groups), others);
    const routes: readonly (readonly [path: string, handler: Handler])[] = [
      ['/openapi/v2', v2(documents)],
      ['/openapi/v3', index(documents)],
      ...documents.v3.map((each) => [each.path, v3(each)] as const),
    ];
    return new Map(routes.map(([path, handler]) => [path, readOnly(handler)]));
  };
}

function v2({ v2Json, v2Protobuf }: OpenApiDocuments): Handler {
  return async (context) => {
    const isJson = preferredType(context, V2_TYPES) === JSON_TYPE;
    return taggedResponse(context, await (isJson ? v2Json() : v2Protobuf()), {
      'content-type': isJson ? JSON_TYPE : PROTOBUF_TYPE,
      'cache-control': REVALIDATED,
      vary: 'Accept-Encoding, Accept',
    });
  };
}

function index({ v3Index }: OpenApiDocuments): Handler {
  return async (context) => {
    preferredType(context, [JSON_TYPE]);
    return taggedResponse(context, await v3Index(), { 'content-type': JSON_TYPE, 'cache-control': REVALIDATED });
  };
}

/** Clients request the digest of the index. Another digest is redirected to the present one. */
function v3(each: V3Document): Handler {
  return async (context) => {
    preferredType(context, [JSON_TYPE]);
    const document = await each.document();
    const wanted = context.query.get('hash') ?? '';
    if (wanted !== '' && wanted !== document.digest) {
      return {
        status: 301,
        headers: { location: addressOf(each, document), vary: 'Accept', 'cache-control': REVALIDATED },
        body: [],
      };
    }
    return taggedResponse(context, document, {
      'content-type': JSON_TYPE,
      'cache-control': wanted === '' ? REVALIDATED : IMMUTABLE,
      vary: 'Accept',
    });
  };
}
