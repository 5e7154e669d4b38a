import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { KubeconfigConnection } from '@pilothouse/client/kubeconfig.js';
import { clockSample, type ClockSample } from './clocks.js';
import { notesOf, type Finding } from './finding.js';
import { durationText } from './units.js';

const { ok, warning, error } = notesOf('API server');

export interface ApiServerResult {
  readonly findings: readonly Finding[];
  readonly clocks: readonly ClockSample[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly date: string | undefined;
  readonly sent: Date;
  readonly received: Date;
}

/** Milliseconds. */
const TIMEOUT = 10_000;
const SLOW = 1000;

/** Whether the server of a kubeconfig can be reached and is ready, and its clock. */
export async function checkApiServer(connection: KubeconfigConnection, now: () => Date): Promise<ApiServerResult> {
  const { url } = connection;
  const transport = httpsTransport({ ...connection, connectTimeout: TIMEOUT });
  const get = async (target: string): Promise<Answer> => {
    const sent = now();
    const request = { method: 'GET', target, headers: {}, signal: AbortSignal.timeout(TIMEOUT) };
    const { status, headers, body } = await transport.request(request);
    const received = now();
    return { status, text: Buffer.from(await collect(body)).toString(), date: headers['date'], sent, received };
  };
  try {
    const ready = await get('/readyz?verbose');
    const version = await get('/version');
    return {
      findings: [...readiness(url, ready), ...versionOf(url, version)],
      clocks: clockSample(url, ready.date, ready.sent, ready.received),
    };
  } catch (thrown) {
    return { findings: [unreachable(url, errorMessage(thrown))], clocks: [] };
  } finally {
    await transport.close();
  }
}

function unreachable(url: string, why: string): Finding {
  const remedy = /certificate|self.signed|altname/i.test(why)
    ? 'The kubeconfig must have the authority that issued the serving certificate, and the certificate must have this name.'
    : 'Start the server, or correct the address in the kubeconfig. A firewall or load balancer may also be in between.';
  return error(`${url} cannot be reached: ${why}`, remedy);
}

function readiness(url: string, { status, text, sent, received }: Answer): Finding[] {
  const took = received.getTime() - sent.getTime();
  const time =
    took < SLOW ? [] : [warning(`${url} took ${durationText(took)} to answer`, 'See docs/operations.md, "Overload".')];
  if (status === 200) return [ok(`${url} is ready, and answered within ${durationText(took)}`), ...time];
  if (status === 401 || status === 403) {
    const remedy = 'Use the kubeconfig of a user of this server; `pilothouse kubeconfig user` writes one.';
    return [error(`${url} refuses the user of the kubeconfig (${status})`, remedy)];
  }
  const failed = text.split('\n').filter((line) => line.startsWith('[-]'));
  const which = failed.map((line) => line.replace(/^\[-\](\S+).*/, '$1')).join(', ');
  const remedy = which.includes('etcd')
    ? 'The server does not reach its store: see the findings about etcd, and the log of the server.'
    : 'The log of the server has the reason; `kubectl get --raw /readyz/NAME` shows it for one check.';
  return [error(`${url} is not ready: ${which === '' ? `it answered ${status}` : `${which} failed`}`, remedy), ...time];
}

function versionOf(url: string, { status, text }: Answer): Finding[] {
  if (status !== 200) return [];
  const { gitVersion = '' } = JSON.parse(text) as { readonly gitVersion?: string };
  if (!gitVersion.includes('pilothouse')) return [ok(`${url} serves ${gitVersion}`)];
  if (gitVersion.includes(VERSION)) return [ok(`${url} serves ${gitVersion}, and has the version of this command`)];
  const remedy = 'Use the command of the same version as the server.';
  return [warning(`${url} serves ${gitVersion}; this command has version ${VERSION}`, remedy)];
}
