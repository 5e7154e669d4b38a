import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ResourceDefinition } from '../../registry/definition.js';
import type { Handler } from '../../request/context.js';
import { negotiate } from '../negotiation/representation.js';
import { respond } from '../negotiation/write-entry.js';
import { aggregatedRequest, groupDiscoveryList } from './aggregated.js';
import { encodedOnce } from './encoded.js';
import { taggedResponse } from './entity-tag.js';
import { servedGroups, versionPath, type ServedGroup } from './groups.js';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './plain.js';
import { readOnly } from './read-only.js';

export interface DiscoveryOptions {
  readonly domain: Domain;
}

/**
 * What is served, told to clients: `/api`, `/apis` (both also aggregated), `/apis/<group>` and the resources of every
 * version, by exact path. Documents are made when they are first asked for.
 */
export function discoveryRoutes(
  definitions: readonly ResourceDefinition[],
  { domain }: DiscoveryOptions,
): ReadonlyMap<string, Handler> {
  const groups = servedGroups(definitions);
  const named = groups.filter(({ name }) => name !== '');
  const core = groups.find(({ name }) => name === '');
  const document = (build: () => JsonObject): Handler => plain(build, domain);
  const routes: readonly (readonly [path: string, handler: Handler])[] = [
    ...(core
      ? [
          [
            '/api',
            root(
              document(() => apiVersions(core)),
              [core],
              domain,
            ),
          ] as const,
        ]
      : []),
    [
      '/apis',
      root(
        document(() => apiGroupList(named)),
        named,
        domain,
      ),
    ],
    ...named.map((group) => [`/apis/${group.name}`, document(() => apiGroup(group))] as const),
    ...groups
      .flatMap(({ versions }) => versions)
      .map((version) => [`/${versionPath(version)}`, document(() => apiResourceList(version))] as const),
  ];
  return new Map(routes.map(([path, handler]) => [path, readOnly(handler)]));
}

function plain(build: () => JsonObject, domain: Domain): Handler {
  const encoded = encodedOnce(build);
  const group = domain.group('meta');
  return async (context) => {
    const representation = negotiate(context, { group, transforms: false, protobuf: [] });
    const { bytes } = await encoded(representation);
    return respond(200, representation, [bytes]);
  };
}

/** The aggregated document of the groups for those who ask for it, the plain one for the others. */
function root(plainHandler: Handler, groups: readonly ServedGroup[], domain: Domain): Handler {
  const group = domain.group('apidiscovery');
  const aggregated = {
    v2: encodedOnce(() => groupDiscoveryList(groups, { group, version: 'v2' })),
    v2beta1: encodedOnce(() => groupDiscoveryList(groups, { group, version: 'v2beta1' })),
  };
  return async (context) => {
    const request = aggregatedRequest(context, group);
    if (request === undefined) {
      const response = await plainHandler(context);
      return { ...response, headers: { ...response.headers, vary: 'Accept' } };
    }
    const { version, representation } = request;
    const headers = { 'content-type': representation.contentType, 'cache-control': 'public', vary: 'Accept' };
    return taggedResponse(context, await aggregated[version](representation), headers);
  };
}
