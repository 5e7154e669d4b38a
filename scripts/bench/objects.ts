/** A ConfigMap of about 1 KB when served, plus `more` bytes. */
export function objectText(name: string, more = 0): string {
  const metadata = { name, labels: { app: 'bench' } };
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { text: 'x'.repeat(760 + more) } });
}

/** The body of creates of which each gets a name from the server. `text` is the body for a given name. */
export function generated(text: (name: string) => string): string {
  return text('made-').replace('"name":"made-"', '"generateName":"made-"');
}

/** `count` of them, generated lazily, with a common name prefix. */
export function* objectTexts(prefix: string, from: number, to: number): Generator<string> {
  for (let index = from; index < to; index++) yield objectText(`${prefix}-${index}`);
}
