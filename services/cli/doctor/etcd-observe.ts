import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { collect } from '@pilothouse/apimachinery/bytes/collect.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { httpsTransport } from '@pilothouse/client/https-transport.js';
import type { Transport } from '@pilothouse/client/transport.js';
import { Etcd3, type IOptions } from 'etcd3';
import { clockSample, type ClockSample } from './clocks.js';

/** How to connect to etcd. */
export interface EtcdOptions {
  readonly servers: readonly string[];
  readonly caFile?: string | undefined;
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly username?: string | undefined;
  readonly passwordFile?: string | undefined;
  /** Whether to compare the hashes of all data, for which each member reads its whole database. */
  readonly isDeep: boolean;
}

/** What a member of etcd answers. Sizes are bytes. */
export interface MemberState {
  readonly url: string;
  readonly id: string;
  readonly version: string;
  readonly size: number;
  readonly sizeInUse: number;
  /** The id of the leader, as far as it knows; `0` for none. */
  readonly leader: string;
  readonly isLearner: boolean;
  readonly revision: number;
  readonly raftIndex: number;
  readonly raftApplied: number;
  /** Milliseconds of linearizable reads; the median. */
  readonly readTime: number | undefined;
  readonly quota: number | undefined;
  /** The hash of all data at {@link EtcdState.hashRevision}. */
  readonly hash?: { readonly value: string; readonly compacted: string };
}

export interface EtcdState {
  readonly members: readonly MemberState[];
  /** Servers that did not answer, with the reason. */
  readonly failures: readonly { readonly url: string; readonly why: string }[];
  /** The members of the cluster, by its own list. */
  readonly list: readonly { readonly id: string; readonly name: string; readonly urls: readonly string[] }[];
  readonly alarms: readonly { readonly member: string; readonly alarm: string }[];
  readonly clocks: readonly ClockSample[];
}

/** Milliseconds for each call. */
const TIMEOUT = 5000;
/** Milliseconds for a hash of all data. */
const HASH_TIMEOUT = 120_000;
const READS = 5;
const KEY = '\0';

/** Asks every server, through the package etcd3. Rejects only if a file cannot be read. */
export async function observeEtcd(options: EtcdOptions, now: () => Date): Promise<EtcdState> {
  const login = await readLogin(options);
  const answers = await Promise.all(options.servers.map((url) => observeServer(url, login, now)));
  const members = answers.flatMap(({ member }) => (member === undefined ? [] : [member]));
  const asked = answers.find(({ list }) => list.length > 0);
  const hashed = options.isDeep ? await hashAll(members, login) : members;
  return {
    members: hashed,
    failures: answers.flatMap(({ url, why }) => (why === undefined ? [] : [{ url, why }])),
    list: asked?.list ?? [],
    alarms: asked?.alarms ?? [],
    clocks: answers.flatMap(({ clocks }) => clocks),
  };
}

type Login = Pick<IOptions, 'credentials' | 'auth'>;

async function readLogin({ caFile, certFile, keyFile, username, passwordFile }: EtcdOptions): Promise<Login> {
  const read = (file: string | undefined): Promise<Buffer | undefined> =>
    file === undefined ? Promise.resolve(undefined) : readFile(file);
  const [ca, certChain, privateKey, password] = await Promise.all([caFile, certFile, keyFile, passwordFile].map(read));
  const isSecure = ca !== undefined || certChain !== undefined;
  const rootCertificate = ca ?? Buffer.from(rootCertificates.join('\n'));
  return {
    ...(isSecure && {
      credentials: { rootCertificate, ...(certChain && { certChain }), ...(privateKey && { privateKey }) },
    }),
    ...(username !== undefined && { auth: { username, password: String(password ?? '').replace(/\r?\n$/, '') } }),
  };
}

interface ServerAnswer extends Pick<EtcdState, 'list' | 'alarms' | 'clocks'> {
  readonly url: string;
  readonly member?: MemberState;
  readonly why?: string;
}

async function observeServer(url: string, login: Login, now: () => Date): Promise<ServerAnswer> {
  // The time of a call begins when it is sent.
  const defaultCallOptions = () => ({ deadline: Date.now() + TIMEOUT });
  const client = new Etcd3({ hosts: url, dialTimeout: TIMEOUT, defaultCallOptions, ...login });
  try {
    const status = await client.maintenance.status();
    const [{ members: list }, { alarms }, http] = await Promise.all([
      client.cluster.memberList({}),
      client.maintenance.alarm({ action: 'Get' }),
      metricsOf(url, login, now),
    ]);
    const readTime = await timeReads(client).catch(() => undefined);
    const member: MemberState = {
      url,
      id: status.header.member_id,
      version: status.version,
      size: Number(status.dbSize),
      sizeInUse: Number(status.dbSizeInUse),
      leader: status.leader,
      isLearner: status.isLearner,
      revision: Number(status.header.revision),
      raftIndex: Number(status.raftIndex),
      raftApplied: Number(status.raftAppliedIndex),
      readTime,
      quota: http.quota,
    };
    return {
      url,
      member,
      list: list.map(({ ID: id, name, clientURLs: urls }) => ({ id, name, urls })),
      alarms: alarms.map(({ memberID, alarm }) => ({ member: memberID, alarm: alarm.toUpperCase() })),
      clocks: http.clocks,
    };
  } catch (error) {
    return { url, why: withoutNote(errorMessage(error)), list: [], alarms: [], clocks: [] };
  } finally {
    client.close();
  }
}

/** The text of a failed connection ends with a note of the gRPC library, which is empty as a rule. */
export function withoutNote(why: string): string {
  return why.replace(/\.? *Resolution note: *$/, '');
}

/** The median time of linearizable reads, which a majority of members confirms. */
async function timeReads(client: Etcd3): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < READS; count++) {
    const began = performance.now();
    await client.get(KEY);
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(READS / 2)] ?? 0;
}

/** The HTTP interface of a server, which has what the package etcd3 lacks. */
function transportTo(url: string, { credentials }: Login): Transport {
  const { rootCertificate, certChain, privateKey } = credentials ?? {};
  return httpsTransport({
    url,
    ...(rootCertificate && { caPem: rootCertificate.toString() }),
    ...(certChain && privateKey && { credentials: { certPem: certChain.toString(), keyPem: privateKey.toString() } }),
    http2: false,
    connectTimeout: TIMEOUT,
  });
}

/** The quota, which only the metrics have, and the clock of the server. Nothing if they are served elsewhere. */
async function metricsOf(
  url: string,
  login: Login,
  now: () => Date,
): Promise<{ readonly quota?: number; readonly clocks: readonly ClockSample[] }> {
  const transport = transportTo(url, login);
  try {
    const sent = now();
    const request = { method: 'GET', target: '/metrics', headers: {}, signal: AbortSignal.timeout(TIMEOUT) };
    const { headers, body } = await transport.request(request);
    const received = now();
    const text = Buffer.from(await collect(body)).toString();
    const quota = /^etcd_server_quota_backend_bytes (\S+)$/m.exec(text)?.[1];
    return {
      ...(quota !== undefined && { quota: Number(quota) }),
      clocks: clockSample(url, headers['date'], sent, received),
    };
  } catch {
    return { clocks: [] };
  } finally {
    await transport.close();
  }
}

/** Adds the hash of all data up to one revision, which all members have. */
async function hashAll(members: readonly MemberState[], login: Login): Promise<MemberState[]> {
  const revision = String(Math.min(...members.map((member) => member.revision)));
  return Promise.all(
    members.map(async (member) => {
      const hash = await hashOf(member.url, revision, login).catch(() => undefined);
      return hash === undefined ? member : { ...member, hash };
    }),
  );
}

/** Paths of HashKV, until 3.5 and from 3.6 on. The package etcd3 calls it by a name that does not exist. */
const HASH_PATHS = ['/v3/maintenance/hash', '/v3/maintenance/hashkv'] as const;

async function hashOf(url: string, revision: string, login: Login): Promise<MemberState['hash']> {
  const transport = transportTo(url, login);
  try {
    for (const target of HASH_PATHS) {
      const headers = { 'content-type': 'application/json' };
      const body = Buffer.from(JSON.stringify({ revision }));
      const signal = AbortSignal.timeout(HASH_TIMEOUT);
      const answer = await transport.request({ method: 'POST', target, headers, body, signal });
      const text = Buffer.from(await collect(answer.body)).toString();
      if (answer.status !== 200) continue;
      // Numbers of 64 bits are texts, and zero is left out.
      const { hash = 0, compact_revision: compacted = '0' } = JSON.parse(text) as {
        readonly hash?: number;
        readonly compact_revision?: string;
      };
      return { value: String(hash), compacted };
    }
    return undefined;
  } finally {
    await transport.close();
  }
}
