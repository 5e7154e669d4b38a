import { aggregatedRules, aggregates } from '@pilothouse/apimachinery/rbac/aggregate.js';
import { clusterRoles } from '@pilothouse/client/rbac.js';
import { inDomain, objectKey } from '@pilothouse/client/resource-type.js';
import type { Controller } from '../controller.js';
import { attemptWrite } from '../api-errors.js';

const CONCURRENCY = 5;
const RETRY = { first: 100, longest: 60_000 };

/**
 * Updates aggregated cluster roles when the roles that they select have changed. The API server computes the rules in every write
 * of such a role, so that the write itself is what matters.
 */
export const clusterRoleAggregationController: Controller = {
  name: 'clusterrole-aggregation',
  async run({ client, domain, informers, signal, queue: makeQueue }) {
    const type = inDomain(clusterRoles, domain);
    const { objects, onChange } = informers.of(type);
    const collection = client.of(type);
    const queue = makeQueue({
      concurrency: CONCURRENCY,
      retry: RETRY,
      async work(name) {
        const role = objects.get(name);
        const rules = role && aggregatedRules(role, objects.values());
        if (role === undefined || rules === undefined) return 'done';
        return attemptWrite(() => collection.update({ ...role, rules }, { signal }));
      },
    });
    onChange((change) => {
      const versions = change.type === 'modified' ? [change.previous, change.object] : [change.object];
      for (const [name, role] of objects) {
        if (role.aggregationRule === undefined) continue;
        if (name === objectKey(change.object) || versions.some((each) => aggregates(role, each))) queue.add(name);
      }
    });
    await queue.ended;
  },
};
