import { groupVersion } from '../registry/group-version.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import type { Scope } from './scope.js';

/** Tells of a call of a deprecated version: its caller, the audit log and metrics (spec: Deprecated-endpoint signals), in Kubernetes' words. */
export function warnOfDeprecation(
  { resource, domain, deprecations }: Pick<Scope, 'resource' | 'domain' | 'deprecations'>,
  { warnings, audit }: RequestContext,
  { subresource }: Pick<ResourceRequest, 'subresource'>,
): void {
  const { definition, version, apiVersion, kind } = resource;
  if (version.deprecated === undefined) return;
  const { since, removedIn, replacement } = version.deprecated;
  const { group, resource: name } = definition;
  deprecations.note({ group, version: version.name, resource: name, subresource, removedRelease: removedIn });
  audit?.annotate(domain.apiKey('deprecated'), 'true');
  audit?.annotate(domain.apiKey('removed-release'), removedIn);
  const instead =
    replacement === undefined
      ? ''
      : `; use ${groupVersion(replacement.group, replacement.version)} ${replacement.kind}`;
  warnings.push(`${apiVersion} ${kind} is deprecated in v${since}+, unavailable in v${removedIn}+${instead}`);
}
