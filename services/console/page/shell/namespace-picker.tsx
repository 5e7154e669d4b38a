import { useEffect, useState } from 'preact/hooks';
import { withQuery } from '../api/live.js';
import type { ObjectList } from '../api/types.js';
import { usePage } from '../context.js';

const PARTIAL = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/** Selects the namespace of the views. A user who may not list namespaces types its name. */
export function NamespacePicker() {
  const { api, namespace, selectNamespace } = usePage();
  const [names, setNames] = useState<readonly string[] | undefined>([]);
  const load = async (signal?: AbortSignal): Promise<void> => {
    try {
      const path = withQuery('/api/v1/namespaces', { limit: '5000' });
      const list = await api.json<ObjectList>({ path, accept: PARTIAL, ...(signal && { signal }) });
      setNames((list.items ?? []).map(({ metadata }) => metadata.name ?? ''));
    } catch {
      if (signal?.aborted !== true) setNames(undefined);
    }
  };
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal);
    return () => stop.abort();
  }, []);
  if (names === undefined) {
    return (
      <input
        class="field namespace"
        aria-label="Namespace"
        placeholder="All namespaces"
        value={namespace}
        onChange={(event) => selectNamespace(event.currentTarget.value.trim())}
      />
    );
  }
  const options = namespace === '' || names.includes(namespace) ? names : [namespace, ...names];
  return (
    <select
      class="field namespace"
      aria-label="Namespace"
      value={namespace}
      onFocus={() => void load()}
      onChange={(event) => selectNamespace(event.currentTarget.value)}
    >
      <option value="">All namespaces</option>
      {options.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
