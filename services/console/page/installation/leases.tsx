import { useEffect, useState } from 'preact/hooks';
import type { Meta, ObjectList } from '../api/types.js';
import { usePage } from '../context.js';
import { ageText } from '../table/age.js';

interface Lease {
  readonly metadata: Meta;
  readonly spec?: { readonly holderIdentity?: string; readonly renewTime?: string };
}

const PATH = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';

/** Replicas of API servers, and leaders of controllers, as their leases show them. */
export function Leases() {
  const { api, resources } = usePage();
  const [leases, setLeases] = useState<readonly Lease[]>([]);
  const group = resources.find(({ name }) => name === 'leases')?.group;
  useEffect(() => {
    if (group === undefined) return undefined;
    const stop = new AbortController();
    const path = PATH.replace('coordination.k8s.io', group);
    api.json<ObjectList<Lease>>({ path, signal: stop.signal }).then(
      ({ items = [] }) => setLeases(items),
      () => undefined,
    );
    return () => stop.abort();
  }, [api, group]);
  const now = Date.now();
  return (
    <section class="card">
      <h2>Replicas and leaders</h2>
      {leases.length === 0 && <p class="muted">No leases: a single process on its own store needs none.</p>}
      <ul>
        {leases.map(({ metadata: { name }, spec = {} }) => (
          <li key={name}>
            <strong>{name}</strong>
            <small class="muted">
              {' '}
              {spec.holderIdentity} renewed {ageText(spec.renewTime, now)} ago
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
