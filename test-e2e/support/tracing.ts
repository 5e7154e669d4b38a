import { writeFile } from 'node:fs/promises';
import { createServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestIssuer } from '@pilothouse/runtime/certificates/chain.test.helper.js';
import type { TestStorage } from './test-storage.js';

/** A webhook that admits everything, and converts objects by their apiVersion alone. */
export interface TestWebhook {
  readonly url: string;
  /** The traceparent headers of the admission reviews, by the name of the object. */
  readonly seen: ReadonlyMap<string, string | undefined>;
  /** The paths of the requests, without queries. */
  readonly paths: ReadonlySet<string>;
  readonly close: () => void;
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: {
    readonly uid: string;
    readonly name?: string;
    readonly desiredAPIVersion?: string;
    readonly objects?: readonly object[];
  };
}

export async function startWebhook({ certPem, keyPem }: TestIssuer): Promise<TestWebhook> {
  const seen = new Map<string, string | undefined>();
  const paths = new Set<string>();
  const https: HttpsServer = createServer({ cert: certPem, key: keyPem }, (request, response) => {
    const answer = async (): Promise<void> => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const review = JSON.parse(text) as Review;
      paths.add((request.url ?? '').replace(/\?.*/, ''));
      seen.set(review.request.name ?? '', request.headers['traceparent'] as string | undefined);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answerOf(review)));
    };
    void answer();
  });
  await new Promise<void>((resolve) => https.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${(https.address() as AddressInfo).port}`,
    seen,
    paths,
    close() {
      https.closeAllConnections();
      https.close();
    },
  };
}

function answerOf({ apiVersion, kind, request: { uid, desiredAPIVersion, objects } }: Review): object {
  const convertedObjects = objects?.map((object) => ({ ...object, apiVersion: desiredAPIVersion }));
  const response =
    convertedObjects === undefined ? { uid, allowed: true } : { uid, convertedObjects, result: { status: 'Success' } };
  return { apiVersion, kind, response };
}

/** Writes the file. Returns its flag. */
export async function tracingFile({ directory }: TestStorage, settings: object): Promise<string> {
  const file = join(directory, 'tracing.json');
  const type = { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'TracingConfiguration' };
  await writeFile(file, JSON.stringify({ ...type, ...settings }));
  return `--tracing-config-file=${file}`;
}
