export const COLLECTION = '/api/v1/namespaces/default/configmaps';

/** A config map that comes to about 1 KB when it is served. */
export function objectText(name: string): string {
  const metadata = { name, labels: { app: 'bench' } };
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(760) } });
}
