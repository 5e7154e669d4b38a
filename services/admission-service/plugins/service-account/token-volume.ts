import type { Container, PodSpec, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';

/** Where programs look for their token. */
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** What the names of volumes begin with that hold a token. */
export const VOLUME_PREFIX = 'kube-api-access-';
/** An hour, and seven seconds by which Kubernetes knows the tokens that it asks for itself. */
const EXPIRATION_SECONDS = 3607;
/** Octal 644. */
const FILE_MODE = 0o644;

/**
 * Mounts a token of the pod's account in every container that has nothing else there: with a volume that the pod has for that
 * already, or a new one. Undefined where nothing is missing. `newName` makes the name of a volume.
 */
export function withToken(spec: PodSpec, newName: () => string): Partial<PodSpec> | undefined {
  const { volumes = [], initContainers, containers } = spec;
  if ([...(initContainers ?? []), ...containers].every(hasMount)) return undefined;
  const existing = volumes.find(({ name }) => name.startsWith(VOLUME_PREFIX));
  const name = existing?.name ?? newName();
  const mounting = (container: Container): Container => (hasMount(container) ? container : withMount(container, name));
  return {
    ...(existing === undefined && { volumes: [...volumes, tokenVolume(name)] }),
    ...(initContainers && { initContainers: initContainers.map(mounting) }),
    containers: containers.map(mounting),
  };
}

function hasMount({ volumeMounts = [] }: Container): boolean {
  return volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH);
}

function withMount(container: Container, name: string): Container {
  const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
  return { ...container, volumeMounts: [...(container.volumeMounts ?? []), mount] };
}

/** The token, the authorities that vouch for the API server, and the pod's namespace. */
function tokenVolume(name: string): Volume {
  return {
    name,
    projected: {
      sources: [
        { serviceAccountToken: { expirationSeconds: EXPIRATION_SECONDS, path: 'token' } },
        { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
        {
          downwardAPI: {
            items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }],
          },
        },
      ],
      defaultMode: FILE_MODE,
    },
  };
}
