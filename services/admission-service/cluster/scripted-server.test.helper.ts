import type { Transport, TransportResponse } from '@pilothouse/client/transport.js';

/** Paths of the lists. */
export const PATHS = { accounts: '/api/v1/serviceaccounts', classes: '/apis/scheduling.k8s.io/v1/priorityclasses' };

/** A server with fixed answers by path; a number is a status code. Lists wait for `listed`. */
export function scripted(
  answers: Readonly<Record<string, () => object | number>>,
  listed: Promise<void> = Promise.resolve(),
) {
  const requests: string[] = [];
  const transport: Transport = {
    async request({ target, signal }) {
      const [path = '', query = ''] = target.split('?');
      if (query.includes('watch=true')) return response(200, untilAborted(signal));
      requests.push(path);
      const isList = Object.values(PATHS).includes(path);
      if (isList) await listed;
      const answer = answers[path]?.() ?? (isList ? listOf([]) : 404);
      if (typeof answer === 'object') return response(200, chunk(answer));
      return response(answer, chunk({ kind: 'Status', apiVersion: 'v1', code: answer, message: 'no' }));
    },
    close: async () => {},
  };
  return { transport, requests };
}

function response(status: number, body: AsyncIterable<Uint8Array>): TransportResponse {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

async function* chunk(value: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(value));
}

async function* untilAborted(signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  signal?.throwIfAborted();
  await new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
  yield Buffer.from('');
}

export const listOf = (items: readonly object[]): object => ({ metadata: { resourceVersion: '1' }, items });
/** An account of the namespace `x`. */
export const account = (name: string): object => ({ metadata: { name, namespace: 'x' } });
