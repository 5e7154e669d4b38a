/** Namespace and name of an object. */
export interface ObjectName {
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  readonly name: string;
}

/** The objects that a pod names, in its own namespace. */
export interface PodReferences {
  /** Whether the pod names the object of this resource, such as `secrets`. */
  readonly has: (resource: string, name: string) => boolean;
}

/** A pod that is bound to a node. */
export interface BoundPod {
  readonly node: string;
  /** Called on first use, since most pods change more often than a kubelet asks. */
  readonly references: () => PodReferences;
}

/** A volume that is bound to a claim. */
export interface ClaimedVolume {
  readonly claim: ObjectName;
  /** The secrets that kubelets read for the volume. */
  readonly secrets: readonly ObjectName[];
}

/** Resources whose objects belong to one node. */
export type OwnedResource = 'volumeattachments' | 'resourceslices' | 'podcertificaterequests';

/**
 * The objects that each node needs: its pods, what they name, the volumes of their claims, and the secrets of these volumes.
 * A question looks only at the pods of one node.
 */
export interface NodeRelations {
  /** Updates a pod; undefined if it does not exist or is not bound to a node. */
  readonly setPod: (pod: ObjectName, bound: BoundPod | undefined) => void;
  /** Updates a volume; undefined if it does not exist or is not claimed. */
  readonly setVolume: (name: string, volume: ClaimedVolume | undefined) => void;
  /** Updates the node of an object; undefined if there is none. */
  readonly setNodeOf: (resource: OwnedResource, object: ObjectName, node: string | undefined) => void;
  /** Whether the node needs the object. */
  readonly isRelated: (node: string, resource: string, object: ObjectName) => boolean;
}

export function createNodeRelations(): NodeRelations {
  const nodeOfPod = new Map<string, string>();
  /** By node, then by namespace, then by name. */
  const pods = new Map<string, Map<string, Map<string, BoundPod>>>();
  const volumes = new Map<string, ClaimedVolume>();
  /** The names of the volumes that name a secret. */
  const volumesOfSecret = new Map<string, Set<string>>();
  const nodeOf: Readonly<Record<OwnedResource, Map<string, string>>> = {
    volumeattachments: new Map(),
    resourceslices: new Map(),
    podcertificaterequests: new Map(),
  };

  function removePod(key: string, { namespace, name }: ObjectName): void {
    const node = nodeOfPod.get(key);
    const namespaces = node === undefined ? undefined : pods.get(node);
    const members = namespaces?.get(namespace);
    if (node === undefined || namespaces === undefined || members === undefined) return;
    nodeOfPod.delete(key);
    members.delete(name);
    if (members.size === 0) namespaces.delete(namespace);
    if (namespaces.size === 0) pods.delete(node);
  }

  function isNamed(node: string, resource: string, { namespace, name }: ObjectName): boolean {
    for (const { references } of pods.get(node)?.get(namespace)?.values() ?? []) {
      if (references().has(resource, name)) return true;
    }
    return false;
  }

  function hasVolume(node: string, name: string): boolean {
    const volume = volumes.get(name);
    return volume !== undefined && isNamed(node, 'persistentvolumeclaims', volume.claim);
  }

  return {
    setPod(pod, bound) {
      const key = keyOf(pod);
      removePod(key, pod);
      if (bound === undefined) return;
      nodeOfPod.set(key, bound.node);
      const namespaces = entryOf(pods, bound.node, () => new Map<string, Map<string, BoundPod>>());
      entryOf(namespaces, pod.namespace, () => new Map<string, BoundPod>()).set(pod.name, bound);
    },
    setVolume(name, volume) {
      for (const secret of volumes.get(name)?.secrets ?? []) {
        const key = keyOf(secret);
        const others = volumesOfSecret.get(key);
        others?.delete(name);
        if (others?.size === 0) volumesOfSecret.delete(key);
      }
      volumes.delete(name);
      if (volume === undefined) return;
      volumes.set(name, volume);
      for (const secret of volume.secrets) entryOf(volumesOfSecret, keyOf(secret), () => new Set<string>()).add(name);
    },
    setNodeOf(resource, object, node) {
      if (node === undefined) nodeOf[resource].delete(keyOf(object));
      else nodeOf[resource].set(keyOf(object), node);
    },
    isRelated(node, resource, object) {
      switch (resource) {
        case 'pods':
          return nodeOfPod.get(keyOf(object)) === node;
        case 'volumeattachments':
        case 'resourceslices':
        case 'podcertificaterequests':
          return nodeOf[resource].get(keyOf(object)) === node;
        case 'persistentvolumes':
          return hasVolume(node, object.name);
        case 'secrets':
          if ([...(volumesOfSecret.get(keyOf(object)) ?? [])].some((name) => hasVolume(node, name))) return true;
          return isNamed(node, resource, object);
        default:
          return isNamed(node, resource, object);
      }
    },
  };
}

function keyOf({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`;
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const found = map.get(key) ?? create();
  map.set(key, found);
  return found;
}
