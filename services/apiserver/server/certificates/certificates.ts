import { changing, type Changing } from '@pilothouse/apimachinery/changing/changing.js';
import type { AuthorityCertificates, Certificates, Renewable } from '@pilothouse/runtime/certificates/ensure.js';
import type { KeyPair } from '@pilothouse/runtime/certificates/issue.js';
import { watchTlsFiles, type TlsFiles } from '@pilothouse/runtime/certificates/tls-files.js';
import type { WatchOptions } from '@pilothouse/runtime/files/watched.js';

/** Serving certificate, its authority, and the administrator's client certificate. */
export interface ServerCertificates {
  readonly serving: KeyPair;
  /** Authority of the serving certificate (PEM). */
  readonly caPem: string;
  /** The administrator's client certificate. */
  readonly admin: KeyPair;
}

export interface ServerCertificatesOptions extends Pick<WatchOptions<unknown>, 'onReload'> {
  /** Files of the serving certificate; when absent, the generated one in `own` is served. */
  readonly files: Pick<TlsFiles, 'certFile' | 'keyFile'> | undefined;
  readonly own: OwnCertificates;
  readonly now: () => Date;
  /** Called when files cannot be loaded or certificates cannot be generated. The previous ones stay in use. */
  readonly onError: (error: unknown) => void;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** Milliseconds between two checks of the files, and of the expiry of generated certificates. */
  readonly intervals?: { readonly files?: number; readonly own?: number };
}

export type GeneratedCertificates = AuthorityCertificates & Partial<Pick<Certificates, 'serving'>>;
export type OwnCertificates = Renewable<GeneratedCertificates>;

/** Milliseconds between two expiry checks. Generated certificates are renewed 30 days before they expire. */
const OWN_INTERVAL = 3_600_000;

/** Current certificates. Files are reloaded when they change, and generated certificates are renewed before they expire. */
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
  // Clients get a certificate from a file as its own authority, since its signer is unknown here.
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
