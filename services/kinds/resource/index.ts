import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import type { ResourceDefinition } from '../definition/definition.js';
import { deviceClasses } from './device-classes.js';
import { deviceTaintRules } from './device-taint-rules.js';
import { resourceClaimTemplates } from './resource-claim-templates.js';
import { resourceClaims } from './resource-claims.js';
import { resourceSlices } from './resource-slices.js';
import { createSelectors } from './selectors.js';

export interface DeviceOptions {
  readonly now?: () => Date;
}

/** The kinds of the group `resource.k8s.io`. */
export function resourceKinds(
  domain: Domain,
  { now = () => new Date() }: DeviceOptions,
): readonly ResourceDefinition[] {
  const selectors = createSelectors();
  return [
    deviceClasses(domain, selectors),
    deviceTaintRules(domain, now),
    resourceClaims(domain, selectors),
    resourceClaimTemplates(domain, selectors),
    resourceSlices(domain, now),
  ];
}
