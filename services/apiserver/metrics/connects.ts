import { numbers, type Metric } from '@pilothouse/runtime/metrics/series.js';
import { METRICS } from './table.js';

/** Counts of connections to kubelets. */
export interface ConnectCounts {
  readonly metrics: readonly Metric[];
  /** A log was asked for, with or without verification of the kubelet's certificate. */
  readonly logWanted: (isInsecure: boolean) => void;
  /** The certificate of a kubelet could not be verified. */
  readonly certificateRefused: () => void;
  /** A stream to a container was asked for. */
  readonly streamWanted: (subresource: string) => void;
}

export function createConnectCounts(): ConnectCounts {
  const logs = numbers(METRICS.logBackends);
  const refused = numbers(METRICS.logCertificateFailures);
  const streams = numbers(METRICS.streams);
  return {
    metrics: [logs, refused, streams],
    logWanted: (isInsecure) => void (logs.at(isInsecure ? 'skip_tls_allowed' : 'enforce_tls').value += 1),
    certificateRefused: () => void (refused.at().value += 1),
    // This server translates no streams: kubelets do.
    streamWanted: (subresource) => void (streams.at(subresource, 'proxied_to_kubelet').value += 1),
  };
}
