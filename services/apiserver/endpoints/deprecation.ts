import type { Deprecation } from '@pilothouse/kinds/definition/definition.js';
import { groupVersion } from '@pilothouse/kinds/definition/group-version.js';
import type { TypeMeta } from '@pilothouse/kinds/definition/stored-form.js';
import type { RequestContext } from '../request/context.js';
import type { ResourceRequest } from '../request/info.js';
import { programOf } from '../request/program.js';
import type { Scope } from './scope.js';

/**
 * Reports a request to a deprecated version: as a warning, an audit annotation and metrics. The texts are Kubernetes'.
 */
export function warnOfDeprecation(
  { resource, domain, deprecations }: Pick<Scope, 'resource' | 'domain' | 'deprecations'>,
  context: RequestContext,
  { subresource }: Pick<ResourceRequest, 'subresource'>,
): void {
  const { warnings, audit } = context;
  const { definition, version } = resource;
  const { deprecated } = version;
  const warning = version.deprecationWarning ?? (deprecated && warningOf(deprecated, resource));
  if (warning === undefined) return;
  const { group, resource: name } = definition;
  const removedRelease = deprecated?.removedIn ?? '';
  deprecations.note({ group, version: version.name, resource: name, subresource, removedRelease }, programOf(context));
  audit?.annotate(domain.apiKey('deprecated'), 'true');
  if (deprecated !== undefined) audit?.annotate(domain.apiKey('removed-release'), removedRelease);
  warnings.push(warning);
}

function warningOf({ since, removedIn, replacement }: Deprecation, { apiVersion, kind }: TypeMeta): string {
  const instead =
    replacement === undefined
      ? ''
      : `; use ${groupVersion(replacement.group, replacement.version)} ${replacement.kind}`;
  return `${apiVersion} ${kind} is deprecated in v${since}+, unavailable in v${removedIn}+${instead}`;
}
