import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { ResourceClaim } from '@pilothouse/apimachinery/generated/resource/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { chargeQuota, refusalOf } from '@pilothouse/kinds/core/quota/check-quota.js';
import type { Evaluator, QuotaWrite } from '@pilothouse/kinds/core/quota/evaluator.js';
import { owningPod, surroundingsOf } from '@pilothouse/kinds/core/quota/claim-surroundings.js';
import type { ClaimSurroundings } from '@pilothouse/kinds/core/quota/device-claims.js';
import { evaluatorOf, isDeviceClaim } from '@pilothouse/kinds/core/quota/evaluators.js';
import { uncovered } from '@pilothouse/kinds/core/quota/limited-resources.js';
import { writeAmounts } from '@pilothouse/kinds/core/quota/resource-list.js';
import { pods, resourceQuotas } from '@pilothouse/client/core.js';
import { deviceClasses, resourceClaims } from '@pilothouse/client/resource.js';
import type { AdmissionAttributes } from '../../attributes.js';
import type { Awaitable } from '../../awaitable.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { limitedResourcesOf } from './configuration.js';

/** Field manager of the usage, as in Kubernetes. */
const MANAGER = 'kube-apiserver';

/**
 * Enforces the quotas of a namespace: charges each write that they count in their status, and refuses writes beyond a
 * limit. The charge is stored in the transaction of the write: a concurrent charge makes both fail, and the write is checked
 * again. Runs last, since an object in another store than the quotas is charged before it is written.
 */
export const resourceQuota = definePlugin({
  name: 'ResourceQuota',
  isDefault: true,
  isLast: true,
  reads: [resourceQuotas, deviceClasses, resourceClaims, pods],
  needs: ['changeStatus'],
  create({ domain, objects, changeStatus, now, configuration }) {
    const limited = limitedResourcesOf(configuration, domain);

    async function enforce(
      attributes: AdmissionAttributes,
      listed: Awaitable<readonly ResourceQuota[]>,
    ): Promise<void> {
      const found = await listed;
      const { resource, operation, subresource, object, old, dryRun } = attributes;
      const evaluator = evaluatorOf(resource, isDeviceClaim(resource) ? await around(attributes) : undefined);
      if (evaluator === undefined || object === undefined) return;
      if (operation !== 'CREATE' && operation !== 'UPDATE') return;
      const write = { operation, subresource, object, old } as const;
      if (!evaluator.handles(write)) return;
      const check: QuotaCheck = { attributes, evaluator, write, now: now() };
      for (const quota of found) refuse(quota, check);
      const reason = uncovered(limited, { write, resource, evaluator, quotas: found, now: check.now });
      if (reason !== undefined) throw forbidden(attributes, reason);
      const charged = found.filter((quota) => chargeOf(quota, check) !== undefined);
      // A virtual object, such as a Binding, is not stored, and so not charged.
      if (dryRun || attributes.addPrecondition === undefined) return;
      for (const quota of charged) {
        const change = (live: ResourceQuota) => withUsage(live, check);
        const condition = await changeStatus(resourceQuotas, quota, { manager: MANAGER, admitted: attributes, change });
        if (condition !== undefined) attributes.addPrecondition(condition);
      }
    }

    /** What the usage of a ResourceClaim depends on. */
    async function around({ namespace, object, signal }: AdmissionAttributes): Promise<ClaimSurroundings> {
      const owner = object && owningPod(object as ResourceClaim);
      const [classes, pod, claims] = await Promise.all([
        objects.list(deviceClasses, { signal }),
        owner && objects.get(pods, { namespace, name: owner.name, signal }),
        owner ? objects.list(resourceClaims, { namespace, signal }) : [],
      ]);
      return surroundingsOf({ classes, pod: () => pod, claims });
    }

    return {
      name: 'ResourceQuota',
      rules: [
        {
          operations: ['CREATE', 'UPDATE'],
          groups: ['*'],
          versions: ['*'],
          resources: ['*/*'],
          scope: 'Namespaced',
        },
      ],
      validate(attributes) {
        const { namespace, signal } = attributes;
        const found = objects.list(resourceQuotas, { namespace, signal });
        const isFree = !(found instanceof Promise) && found.length === 0 && limited.length === 0;
        return isFree ? undefined : enforce(attributes, found);
      },
    };
  },
});

interface QuotaCheck {
  readonly attributes: AdmissionAttributes;
  readonly evaluator: Evaluator;
  readonly write: QuotaWrite;
  readonly now: Date;
}

/** Throws 403 if the quota cannot count the object. */
function refuse(quota: ResourceQuota, { attributes, evaluator, write }: QuotaCheck): void {
  const reason = refusalOf(quota, evaluator, write);
  if (reason !== undefined) throw forbidden(attributes, reason);
}

/** The usage after the write; undefined if it stays the same. Throws 403 beyond a limit. */
function chargeOf(quota: ResourceQuota, { attributes, evaluator, write, now }: QuotaCheck) {
  const verdict = chargeQuota(quota, evaluator, write, now);
  if (verdict.type === 'refused') throw forbidden(attributes, verdict.reason);
  return verdict.type === 'charged' ? verdict.used : undefined;
}

/** The quota with the usage after the write; undefined if it stays the same. Throws 403 if the quota refuses the write. */
function withUsage(live: ResourceQuota, check: QuotaCheck): JsonObject | undefined {
  refuse(live, check);
  const used = chargeOf(live, check);
  if (used === undefined) return undefined;
  const status = Object.assign(copyObject(live.status), { used: writeAmounts(used) });
  return Object.assign(copyObject(live), { metadata: copyObject(live.metadata), status });
}
