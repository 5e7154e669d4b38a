import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { AuthorityCertificates, Certificates, Kept } from '@pilothouse/runtime/certificates/ensure.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { watchTlsFiles, type TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';

/** What the server proves itself with, and what clients are given to reach it. */
export interface ServerCertificates {
  readonly serving: KeyPair;
  /** Who vouches for the server (PEM). */
  readonly caPem: string;
  /** The administrator's client certificate. */
  readonly admin: KeyPair;
}

export interface ServerCertificatesOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  /** The serving certificate that was given; absent: the self-made one serves, which `own` has then. */
  readonly files: Pick<TlsFiles, 'certFile' | 'keyFile'> | undefined;
  readonly own: OwnCertificates;
  readonly now: () => Date;
  /** Told of files that cannot be used and of certificates that cannot be made: those from before stay. */
  readonly onError: (error: unknown) => void;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Milliseconds between two looks at the files, and between two looks at the ends of self-made certificates. */
  readonly intervals?: { readonly files?: number; readonly own?: number };
}

export type OwnCertificates = Kept<AuthorityCertificates & Partial<Pick<Certificates, 'serving'>>>;

/** Self-made ones are made anew 30 days before their end: an hour is soon enough. */
const OWN_INTERVAL = 3_600_000;

/** The certificates as they are now: given ones follow their files, and self-made ones are renewed before they end. */
export async function watchCertificates(options: ServerCertificatesOptions): Promise<Changing<ServerCertificates>> {
  const { files, own, onError, onReload, signal, intervals = {} } = options;
  const given =
    files &&
    (await watchTlsFiles(files, {
      onError,
      onReload,
      signal,
      ...(intervals.files !== undefined && { interval: intervals.files }),
    }));
  const serving = given?.current() ?? own.serving;
  if (serving === undefined) throw new TypeError('there is no serving certificate');
  // A certificate that was given vouches for itself: who signed it is not known here.
  const certificates = changing<ServerCertificates>({
    serving,
    caPem: given === undefined ? own.ca.certPem : serving.certPem,
    admin: own.admin,
  });
  given?.onChange(
    (pair) => certificates.set({ ...certificates.current(), serving: pair, caPem: pair.certPem }),
    signal,
  );
  const timer = setInterval(() => void renew().catch(onError), intervals.own ?? OWN_INTERVAL).unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });

  async function renew(): Promise<void> {
    const { admin, serving: ownServing } = await own.renew(options.now());
    if (signal.aborted) return;
    const former = certificates.current();
    const next = { ...former, admin, ...(given === undefined && ownServing && { serving: ownServing }) };
    if (!isSame(former.admin, next.admin) || !isSame(former.serving, next.serving)) certificates.set(next);
  }

  return certificates;
}

function isSame(a: KeyPair, b: KeyPair): boolean {
  return a.certPem === b.certPem && a.keyPem === b.keyPem;
}
