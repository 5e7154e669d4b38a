/** A config map that comes to about 1 KB when it is served, and `more` bytes. */
export function objectText(name: string, more = 0): string {
  const metadata = { name, labels: { app: 'bench' } };
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(760 + more) } });
}

/** So many of them, made when they are asked for, with names that begin alike. */
export function* objectTexts(prefix: string, from: number, to: number): Generator<string> {
  for (let index = from; index < to; index++) yield objectText(`${prefix}-${index}`);
}
