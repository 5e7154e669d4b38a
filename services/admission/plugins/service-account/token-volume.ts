import type { Container, PodSpec, Volume } from '@pilothouse/apimachinery/generated/core/v1.js';

/** Client libraries read the token here. */
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** Prefix of the names of token volumes. */
export const VOLUME_PREFIX = 'kube-api-access-';
/** An hour and seven seconds, as in Kubernetes. The seven seconds mark tokens of injected volumes. */
const EXPIRATION_SECONDS = 3607;
const FILE_MODE = 0o644;

/**
 * Mounts the account's token in every container without a mount at its path. Uses an existing token volume, or adds one
 * with a name of `newName`. Undefined if no mount is missing.
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

/** A volume with the token, the certificate authorities of the API server, and the namespace. */
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
