import { keyed } from '@pilothouse/apimachinery/changing/changing.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { apiGroupDiscoveryListSchema } from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import {
  apiGroupListSchema,
  apiGroupSchema,
  apiResourceListSchema,
  apiVersionsSchema,
} from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { StructSchema } from '@pilothouse/apimachinery/schema/schema.js';
import { DEFAULT_FEATURES, type Features } from '../../features/gates.js';
import type { Handler } from '../../request/context.js';
import { negotiate } from '../negotiation/representation.js';
import { respond } from '../negotiation/write-entry.js';
import { aggregatedRequest, groupDiscoveryList, type DiscoveryVersion } from './aggregated.js';
import { encodedOnce, type LazyDocument } from './encoded.js';
import { taggedResponse } from './entity-tag.js';
import { versionPath, type ServedGroup, type ServedVersion } from './groups.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './plain.js';
import { readOnly } from './read-only.js';

export interface DiscoveryOptions {
  readonly domain: Domain;
  /** Default features if absent. */
  readonly features?: Features;
}

/**
 * Returns a function from groups to the discovery routes, by exact path: `/api`, `/apis` (both also aggregated),
 * `/apis/<group>` and the resources of each version. Documents are built on first use, and cached for unchanged groups
 * and versions.
 */
export function discoveryRoutes({
  domain,
  features = DEFAULT_FEATURES,
}: DiscoveryOptions): (groups: readonly ServedGroup[]) => ReadonlyMap<string, Handler> {
  const document = (schema: StructSchema, build: () => JsonObject): Handler => plain({ schema, build }, domain);
  const root = (handler: Handler, all: readonly ServedGroup[]): Handler =>
    readOnly(aggregatedToo(handler, all, domain));
  const coreRoot = keyed((core: ServedGroup) =>
    root(
      document(apiVersionsSchema, () => apiVersions(core)),
      [core],
    ),
  );
  const ofGroup = keyed((group: ServedGroup) => readOnly(document(apiGroupSchema, () => apiGroup(group))));
  const ofVersion = keyed((version: ServedVersion) =>
    readOnly(document(apiResourceListSchema, () => apiResourceList(version, { hashes: features.StorageVersionHash }))),
  );
  return (groups) => {
    const named = groups.filter(({ name }) => name !== '');
    const core = groups.find(({ name }) => name === '');
    const versions = groups.flatMap((group) => group.versions);
    return new Map<string, Handler>([
      ...(core ? [['/api', coreRoot(core)] as const] : []),
      [
        '/apis',
        root(
          document(apiGroupListSchema, () => apiGroupList(named)),
          named,
        ),
      ],
      ...named.map((group) => [`/apis/${group.name}`, ofGroup(group)] as const),
      ...versions.map((version) => [`/${versionPath(version)}`, ofVersion(version)] as const),
    ]);
  };
}

function plain(document: LazyDocument, domain: Domain): Handler {
  const encoded = encodedOnce(document);
  const offer = { group: domain.group('meta'), transforms: false, protobuf: domain.protobufMediaTypes };
  return async (context) => {
    const representation = negotiate(context, offer);
    const { bytes } = await encoded(representation);
    return respond(200, representation, [bytes]);
  };
}

/** Serves the aggregated document if the client accepts it, otherwise the plain one. */
function aggregatedToo(plainHandler: Handler, groups: readonly ServedGroup[], domain: Domain): Handler {
  const group = domain.group('apidiscovery');
  const document = (version: DiscoveryVersion): LazyDocument => ({
    schema: apiGroupDiscoveryListSchema,
    build: () => groupDiscoveryList(groups, { group, version }),
  });
  const aggregated = { v2: encodedOnce(document('v2')), v2beta1: encodedOnce(document('v2beta1')) };
  return async (context) => {
    const request = aggregatedRequest(context, { group, protobuf: domain.protobufMediaTypes });
    if (request === undefined) {
      const response = await plainHandler(context);
      return { ...response, headers: { ...response.headers, vary: 'Accept' } };
    }
    const { version, representation } = request;
    const headers = { 'content-type': representation.contentType, 'cache-control': 'public', vary: 'Accept' };
    return taggedResponse(context, await aggregated[version](representation), headers);
  };
}
