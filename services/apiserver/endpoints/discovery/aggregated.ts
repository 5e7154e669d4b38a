import type {
  APIGroupDiscovery,
  APIGroupDiscoveryList,
  APIResourceDiscovery,
  APISubresourceDiscovery,
} from '@pilothouse/apimachinery/generated/apidiscovery/v2.js';
import type { RequestContext } from '../../request/context.js';
import { parseAccept, rangeMatches, type MediaRange } from '@pilothouse/runtime/media-types/accept.js';
import { encodingOf, MEDIA_TYPES, wantsPretty, type Representation } from '../negotiation/representation.js';
import {
  kindOf,
  sortedSubresources,
  subresourceKind,
  subresourceVerbs,
  type ServedGroup,
  type ServedResource,
} from './groups.js';

const VERSIONS = ['v2', 'v2beta1'] as const;
const KIND = 'APIGroupDiscoveryList';

/** The versions of aggregated discovery. Their JSON differs only in the apiVersion. */
export type DiscoveryVersion = (typeof VERSIONS)[number];

export interface AggregatedRequest {
  readonly version: DiscoveryVersion;
  readonly representation: Representation;
}

/**
 * The requested version of aggregated discovery; undefined for the plain documents. As in Kubernetes it wins over these
 * in any order. `group` is that of the discovery types.
 */
export function aggregatedRequest(
  context: RequestContext,
  { group, protobuf }: { readonly group: string; readonly protobuf: readonly string[] },
): AggregatedRequest | undefined {
  for (const range of parseAccept(context.header('accept') ?? '')) {
    const version = versionOf(range, group);
    const mediaType = [...MEDIA_TYPES, ...protobuf].find((offered) => rangeMatches(range, offered));
    if (version === undefined || mediaType === undefined) continue;
    const contentType = `${mediaType};g=${group};v=${version};as=${KIND}`;
    const encoding = encodingOf(mediaType);
    return { version, representation: { encoding, contentType, as: { type: 'object' }, pretty: wantsPretty(context) } };
  }
  return undefined;
}

function versionOf({ parameters }: MediaRange, group: string): DiscoveryVersion | undefined {
  if (parameters.get('as') !== KIND || parameters.get('g') !== group) return undefined;
  return VERSIONS.find((version) => version === parameters.get('v'));
}

/** All groups with all their resources, in one document. */
export function groupDiscoveryList(
  groups: readonly ServedGroup[],
  { group, version }: { readonly group: string; readonly version: DiscoveryVersion },
): APIGroupDiscoveryList {
  return { kind: KIND, apiVersion: `${group}/${version}`, metadata: {}, items: groups.map(groupDiscovery) };
}

function groupDiscovery({ name, versions }: ServedGroup): APIGroupDiscovery {
  return {
    metadata: name === '' ? {} : { name },
    versions: versions.map(
      ({ version, resources, remote }) =>
        remote ?? { version, resources: resources.map(resourceDiscovery), freshness: 'Current' },
    ),
  };
}

function resourceDiscovery(served: ServedResource): APIResourceDiscovery {
  const { resource, singular, scope, shortNames, categories } = served.definition;
  const responseKind = kindOf(served);
  const subresources = sortedSubresources(served).map(([subresource, definition]): APISubresourceDiscovery => ({
    subresource,
    responseKind: subresourceKind(served, definition),
    verbs: subresourceVerbs(definition),
  }));
  return {
    resource,
    responseKind,
    scope,
    singularResource: singular,
    verbs: [...served.definition.verbs],
    ...(shortNames.length > 0 && { shortNames: [...shortNames] }),
    ...(categories.length > 0 && { categories: [...categories] }),
    ...(subresources.length > 0 && { subresources }),
  };
}
