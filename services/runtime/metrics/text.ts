import type { Steps } from '@pilothouse/apimachinery/steps/steps.js';
import type { MetricSnapshot, SampleSnapshot, Snapshot } from './snapshot.js';

export type MetricsFormat = 'text' | 'openmetrics';

export const CONTENT_TYPES: Readonly<Record<MetricsFormat, string>> = {
  text: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** Characters of a chunk. One string of all would be copied in one long step. */
const CHUNK = 32_768;

/**
 * Writes metrics in Prometheus' text format or as OpenMetrics, in chunks. A step is one sample, since thousands of
 * resources have megabytes of text.
 */
export function* writeMetrics(snapshot: Snapshot, format: MetricsFormat): Steps<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  let text = '';
  for (const metric of snapshot) {
    const { name, type, help, samples } = metric;
    const isSuffixed = format === 'openmetrics' && type === 'counter';
    const family = isSuffixed ? name.replace(/_total$/, '') : name;
    text += `# HELP ${family} ${escaped(help)}\n# TYPE ${family} ${type}\n`;
    const write = sampleWriter(metric, isSuffixed ? `${family}_total` : name);
    for (const sample of samples) {
      text += write(sample);
      if (text.length >= CHUNK) {
        chunks.push(Buffer.from(text));
        text = '';
      }
      yield;
    }
  }
  chunks.push(Buffer.from(format === 'openmetrics' ? `${text}# EOF\n` : text));
  return chunks;
}

/** Returns the lines of a sample. */
function sampleWriter(
  { labels: names, buckets = [] }: MetricSnapshot,
  name: string,
): (sample: SampleSnapshot) => string {
  const starts = [...buckets, Infinity].map((bound) => `${name}_bucket{le="${numberText(bound)}"`);
  return ({ labels: texts, value }) => {
    const labels = names.map((label, index) => `${label}="${labelText(texts[index] ?? '')}"`).join(',');
    const all = labels === '' ? '' : `{${labels}}`;
    if (typeof value === 'number') return `${name}${all} ${numberText(value)}\n`;
    const end = labels === '' ? '}' : `,${labels}}`;
    let [count, lines] = [0, ''];
    for (const [index, start] of starts.entries()) {
      count += value.counts[index] ?? 0;
      lines += `${start}${end} ${count}\n`;
    }
    return `${lines}${name}_sum${all} ${numberText(value.sum)}\n${name}_count${all} ${count}\n`;
  };
}

function numberText(value: number): string {
  return value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value);
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

function labelText(text: string): string {
  return SPECIAL.test(text) ? escaped(text).replaceAll('"', '\\"') : text;
}

const SPECIAL = /[\\"\n]/;
