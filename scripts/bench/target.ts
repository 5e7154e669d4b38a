/** A server that speaks the Kubernetes API over HTTPS, and a place in it. */
export interface Target {
  /** Without a path, such as `https://127.0.0.1:6443`. */
  readonly url: string;
  /** Who vouches for it; the system's authorities when absent. */
  readonly caPem?: string;
  /** Whether anybody is taken for it. */
  readonly isInsecure?: boolean;
  /** Of a user who may do everything. */
  readonly token: string;
  /** Where the objects are made. */
  readonly namespace: string;
}

export const NAMESPACES = '/api/v1/namespaces';

/** Where the config maps of its namespace are. */
export function configMapsIn({ namespace }: Pick<Target, 'namespace'>): string {
  return `${NAMESPACES}/${namespace}/configmaps`;
}
