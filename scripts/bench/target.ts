/** A server with the Kubernetes API over HTTPS, and a namespace in it. */
export interface Target {
  /** Without a path, such as `https://127.0.0.1:6443`. */
  readonly url: string;
  /** The CA of the server; the system's CAs when absent. */
  readonly caPem?: string;
  /** Whether to skip verification. */
  readonly isInsecure?: boolean;
  /** The token of an administrator. */
  readonly token: string;
  /** The namespace of the objects. */
  readonly namespace: string;
}

export const NAMESPACES = '/api/v1/namespaces';

/** The path of the ConfigMaps in its namespace. */
export function configMapsIn({ namespace }: Pick<Target, 'namespace'>): string {
  return `${NAMESPACES}/${namespace}/configmaps`;
}
