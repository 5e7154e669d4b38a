import type { Transport } from '@pilothouse/client/transport.js';

export interface ClientCounts {
  /** Called for each response, with its status, and for each request without one, with `<error>`. */
  readonly requested: (code: string, method: string, host: string) => void;
  /** Called with the seconds to the head of each response. */
  readonly answered: (method: string, host: string, seconds: number) => void;
}

export interface CountedOptions {
  readonly counts: ClientCounts;
  /** Host and port of the server. */
  readonly host: () => string;
  /** Milliseconds. */
  readonly clock: () => number;
}

/** Kubernetes' label of a request without a response. */
const FAILED = '<error>';

/** A transport whose requests are counted. */
export function countedTransport(transport: Transport, { counts, host, clock }: CountedOptions): Transport {
  return {
    async request(request) {
      const { method } = request;
      const begin = clock();
      try {
        const response = await transport.request(request);
        counts.requested(String(response.status), method, host());
        counts.answered(method, host(), (clock() - begin) / 1000);
        return response;
      } catch (error) {
        counts.requested(FAILED, method, host());
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
