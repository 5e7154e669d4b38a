import { X509Certificate } from 'node:crypto';
import type { MetricDefinition } from '../metrics/definition.js';
import { numbers, reading, type Metric, type Sample } from '../metrics/series.js';
import type { OnReload } from './watched.js';

/** Counts reloads of files and records when their certificates expire. */
export interface Reloads {
  /** The recorder for one file, or for files that belong together. `file` is the flag that names it, without dashes. */
  readonly of: (file: string) => OnReload;
  readonly metrics: readonly Metric[];
}

const LABELS = ['file', 'status'] as const;

/** Named like Kubernetes' metrics for configuration reloads. */
export const RELOAD_METRICS = {
  reloads: {
    name: 'config_automatic_reloads_total',
    type: 'counter',
    help: 'Reloads of changed files, by status: success, or failure when the previous content stays in use.',
    labels: LABELS,
    stability: 'ALPHA',
  },
  lastReload: {
    name: 'config_automatic_reload_last_timestamp_seconds',
    type: 'gauge',
    help: 'Time of the last reload, in seconds since 1970.',
    labels: LABELS,
    stability: 'ALPHA',
    merge: 'max',
  },
  certificateEnd: {
    name: 'config_certificate_expiration_timestamp_seconds',
    type: 'gauge',
    help: 'Expiry of the certificate in use from these files, in seconds since 1970; the earliest of several.',
    labels: ['file'],
    stability: 'ALPHA',
    merge: 'min',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export function createReloads(now: () => Date): Reloads {
  const count = numbers(RELOAD_METRICS.reloads);
  const last = numbers(RELOAD_METRICS.lastReload);
  const certificates: CertificateInUse[] = [];
  return {
    of(file) {
      const cells = { success: count.at(file, 'success'), failure: count.at(file, 'failure') };
      const inUse: CertificateInUse = { file, end: undefined };
      certificates.push(inUse);
      return (status, certificate) => {
        if (status !== 'failure') inUse.end = certificate === undefined ? undefined : endOf(certificate);
        if (status === 'start') return;
        cells[status].value += 1;
        last.at(file, status).value = now().getTime() / 1000;
      };
    },
    metrics: [count, last, reading(RELOAD_METRICS.certificateEnd, () => earliestEnds(certificates))],
  };
}

/** The expiry of one watched certificate, in seconds since 1970. */
interface CertificateInUse {
  readonly file: string;
  end: number | undefined;
}

function earliestEnds(certificates: readonly CertificateInUse[]): Sample[] {
  const ends = new Map<string, number>();
  for (const { file, end } of certificates) {
    if (end !== undefined) ends.set(file, Math.min(ends.get(file) ?? Infinity, end));
  }
  return [...ends].map(([file, value]) => ({ labels: [file], value }));
}

/** Undefined if the text is not a certificate, because metrics must not fail. */
function endOf(pem: string): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo) / 1000;
  } catch {
    return undefined;
  }
}
