import type { Service } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { EndpointSlice } from '@pilothouse/apimachinery/generated/discovery/v1.js';
import { createFollower } from '@pilothouse/storage/follow.js';
import { collectionPrefix, objectKey } from '../../../registry/keys.js';
import type { Resource } from '../../../registry/resource.js';
import type { ServiceState } from '@pilothouse/kinds/core/service/addresses.js';

export interface FollowBackendOptions {
  readonly services: Resource;
  readonly endpointSlices: Resource;
  readonly namespace: string;
  readonly name: string;
  /** Label of slices that names their service. */
  readonly label: string;
  /** Called after each change. */
  readonly onChange: () => void;
  readonly onError: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** Follows a Service and its EndpointSlices. Resolves after the first list of both. */
export async function followBackend(options: FollowBackendOptions): Promise<() => ServiceState> {
  const { services, endpointSlices, namespace, name, label, onChange, onError, signal } = options;
  const serviceKey = objectKey(services.definition, namespace, name);
  const slices = new Map<string, EndpointSlice>();
  let service: Service | undefined;
  let isChanged = false;
  const settle = (): void => {
    if (isChanged) onChange();
    isChanged = false;
  };
  const ofService = createFollower({
    store: services.store,
    prefix: collectionPrefix(services.definition, namespace),
    change(key, entry) {
      if (key !== serviceKey) return;
      service = entry && (services.stored.decode(entry) as Service);
      isChanged = true;
    },
    settle,
    onError,
    signal,
  });
  const ofSlices = createFollower({
    store: endpointSlices.store,
    prefix: collectionPrefix(endpointSlices.definition, namespace),
    change(key, entry) {
      const slice = entry && (endpointSlices.stored.decode(entry) as EndpointSlice);
      const isOwn = slice?.metadata.labels?.[label] === name;
      if (!isOwn && !slices.has(key)) return;
      if (slice !== undefined && isOwn) slices.set(key, slice);
      else slices.delete(key);
      isChanged = true;
    },
    settle,
    onError,
    signal,
  });
  await Promise.all([ofService.start(), ofSlices.start()]);
  return () => ({ service, slices: [...slices.values()] });
}
