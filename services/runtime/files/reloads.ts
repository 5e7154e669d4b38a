import { readCertificate } from '../certificates/inspect.js';
import type { MetricDefinition } from '../metrics/definition.js';
import { numbers, reading, type Metric, type Sample } from '../metrics/series.js';
import type { OnReload } from './watched.js';

/** Counts the reloads of files, and keeps when the certificates in them expire. */
export interface Reloads {
  /** Counts for one file, or for files that belong together. `file` is the flag that names it, without dashes. */
  readonly of: (file: string) => OnReload;
  readonly metrics: readonly Metric[];
}

const LABELS = ['file', 'status'] as const;

/** Named as Kubernetes names those of its configuration files. */
export const RELOAD_METRICS = {
  reloads: {
    name: 'config_automatic_reloads_total',
    type: 'counter',
    help: 'Changes of files that were read anew (success), or are of no use, so that what was read before counts (failure).',
    labels: LABELS,
    stability: 'ALPHA',
  },
  lastReload: {
    name: 'config_automatic_reload_last_timestamp_seconds',
    type: 'gauge',
    help: 'When that happened last, in seconds since 1970.',
    labels: LABELS,
    stability: 'ALPHA',
  },
  certificateEnd: {
    name: 'config_certificate_expiration_timestamp_seconds',
    type: 'gauge',
    help: 'When the certificate in use from these files expires, in seconds since 1970; the earliest one of several.',
    labels: ['file'],
    stability: 'ALPHA',
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export function createReloads(now: () => Date): Reloads {
  const count = numbers(RELOAD_METRICS.reloads);
  const last = numbers(RELOAD_METRICS.lastReload);
  const certificates: CertificateInUse[] = [];
  return {
    of(file) {
      const cells = { success: count.at(file, 'success'), failure: count.at(file, 'failure') };
      const inUse: CertificateInUse = { file, pem: undefined };
      certificates.push(inUse);
      return (status, certificate) => {
        if (status !== 'failure') inUse.pem = certificate;
        if (status === 'start') return;
        cells[status].value += 1;
        last.at(file, status).value = now().getTime() / 1000;
      };
    },
    metrics: [count, last, reading(RELOAD_METRICS.certificateEnd, () => earliestEnds(certificates))],
  };
}

/** The certificate of one watch, as last reported. */
interface CertificateInUse {
  readonly file: string;
  pem: string | undefined;
}

function earliestEnds(certificates: readonly CertificateInUse[]): Sample[] {
  const ends = new Map<string, number>();
  for (const { file, pem } of certificates) {
    const certificate = pem === undefined ? undefined : readCertificate(pem);
    if (certificate === undefined) continue;
    ends.set(file, Math.min(ends.get(file) ?? Infinity, Date.parse(certificate.validTo) / 1000));
  }
  return [...ends].map(([file, value]) => ({ labels: [file], value }));
}
