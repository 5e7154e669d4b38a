import { request } from 'node:https';
import type { ComponentCondition } from '@pilothouse/apimachinery/generated/core/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import type { Store } from '@pilothouse/storage/store.js';

/** What a probe found. */
export type Health = Pick<ComponentCondition, 'status' | 'message' | 'error'>;

/** Checks a component. Never rejects. */
export type Probe = (signal: AbortSignal) => Promise<Health>;

/** Milliseconds for a probe, as in Kubernetes. */
const TIMEOUT = 20_000;
/** Bytes of an answer that are kept. */
const MAX_BODY = 10 * 1024;

/** Probes `/healthz` of a program on this machine, whose certificate is not verified (Kubernetes' HttpServer). */
export function healthzProbe(port: number): Probe {
  const url = `https://127.0.0.1:${port}/healthz`;
  return async (signal) => {
    try {
      const { status, body } = await getText(url, AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]));
      const isHealthy = status >= 200 && status < 400;
      if (isHealthy) return health('True', body);
      return health('False', `HTTP probe failed with statuscode: ${status}`);
    } catch (error) {
      return health('False', `Get ${JSON.stringify(url)}: ${reasonOf(error, port)}`);
    }
  };
}

/** Reads the revision of a store. Causes of a failure are in the log of the server. */
export function storeProbe(store: Pick<Store, 'currentRevision'>): Probe {
  return async (signal) => {
    try {
      await store.currentRevision({ signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]) });
      return health('True', 'ok');
    } catch {
      return Object.assign(newObject(), { status: 'False', error: 'the store does not answer' });
    }
  };
}

function health(status: string, message: string): Health {
  return Object.assign(newObject(), { status, ...(message !== '' && { message }) });
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function getText(url: string, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { rejectUnauthorized: false, signal, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body = (body + chunk).slice(0, MAX_BODY)));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}

function reasonOf(error: unknown, port: number): string {
  const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
  return isRefused ? `dial tcp 127.0.0.1:${port}: connect: connection refused` : errorMessage(error);
}
