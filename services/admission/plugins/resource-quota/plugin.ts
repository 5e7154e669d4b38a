import type { ResourceQuota } from '@pilothouse/apimachinery/generated/core/v1.js';
import { copyObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { metadataOf } from '@pilothouse/apimachinery/meta/object.js';
import { StatusError } from '@pilothouse/apimachinery/status/status-error.js';
import { chargeQuota, refusalOf } from '@pilothouse/kinds/core/quota/check-quota.js';
import type { Evaluator, QuotaWrite } from '@pilothouse/kinds/core/quota/evaluator.js';
import { evaluatorOf } from '@pilothouse/kinds/core/quota/evaluators.js';
import { uncovered } from '@pilothouse/kinds/core/quota/limited-resources.js';
import { writeAmounts } from '@pilothouse/kinds/core/quota/resource-list.js';
import { resourceQuotas } from '@pilothouse/client/core.js';
import type { AdmissionAttributes } from '../../attributes.js';
import { forbidden } from '../../forbidden.js';
import { definePlugin } from '../../plugin.js';
import { limitedResourcesOf } from './configuration.js';

/** Field manager of the usage, as in Kubernetes. */
const MANAGER = 'kube-apiserver';

/**
 * Enforces the quotas of a namespace: charges each write that they count in their status, and refuses writes beyond a
 * limit. A concurrent charge is detected by the version of the quota; the write is then checked again. Runs last, since
 * the charge of a write that is refused later would remain until the quota controller measures again.
 */
export const resourceQuota = definePlugin({
  name: 'ResourceQuota',
  isDefault: true,
  isLast: true,
  reads: [resourceQuotas],
  needs: ['updateStatus'],
  create({ domain, objects, updateStatus, now, configuration }) {
    const limited = limitedResourcesOf(configuration, domain);

    /** Writes the usage, unless the quota is deleted meanwhile. Throws 403 if the current quota does not allow the write. */
    async function charge(quota: ResourceQuota, check: QuotaCheck): Promise<void> {
      const { name = '', namespace = '' } = metadataOf(quota);
      const { signal } = check.attributes;
      try {
        await updateStatus(resourceQuotas, {
          name,
          namespace,
          manager: MANAGER,
          signal,
          change: (live) => withUsage(live, check),
        });
      } catch (error) {
        if (!(error instanceof StatusError) || error.reason !== 'NotFound') throw error;
      }
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
      async validate(attributes) {
        const { resource, operation, subresource, object, old, namespace, dryRun, signal } = attributes;
        const evaluator = evaluatorOf(resource);
        if (evaluator === undefined || object === undefined) return;
        if (operation !== 'CREATE' && operation !== 'UPDATE') return;
        const write = { operation, subresource, object, old } as const;
        if (!evaluator.handles(write)) return;
        const found = await objects.list(resourceQuotas, { namespace, signal });
        const check: QuotaCheck = { attributes, evaluator, write, now: now() };
        for (const quota of found) refuse(quota, check);
        const reason = uncovered(limited, { write, resource, evaluator, quotas: found, now: check.now });
        if (reason !== undefined) throw forbidden(attributes, reason);
        const charged = found.filter((quota) => chargeOf(quota, check) !== undefined);
        if (dryRun) return;
        for (const quota of charged) await charge(quota, check);
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

function withUsage(live: ResourceQuota, check: QuotaCheck): JsonObject {
  refuse(live, check);
  const used = chargeOf(live, check);
  const status = Object.assign(copyObject(live.status), used && { used: writeAmounts(used) });
  return Object.assign(copyObject(live), { metadata: copyObject(live.metadata), status });
}
