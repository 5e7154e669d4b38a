import type { X509Certificate } from 'node:crypto';
import { readAuthorities } from '@pilothouse/runtime/certificates/authorities.js';
import type { Item } from '../store/store.js';
import type { Run } from './context.js';

/** An item that contains the bundle of an authority, as read at the start of the run. */
export interface Holder {
  readonly authority: string;
  readonly bundle: readonly X509Certificate[];
}

/** Reads the existing items that this program owns. Items that do not exist yet neither trust nor are trusted. */
export async function readHolders({ plan, store }: Run): Promise<readonly Holder[]> {
  const read = async (kind: 'certificate' | 'kubeconfig', name: string, authority: string): Promise<Holder[]> => {
    const item = await store.read(kind, name);
    return item === undefined || item.isForeign ? [] : [{ authority, bundle: bundleIn(item) }];
  };
  const holders = await Promise.all([
    ...plan.certificates.map(({ name, authority }) => read('certificate', name, authority)),
    ...plan.kubeconfigs.map(({ name, authority }) => read('kubeconfig', name, authority)),
  ]);
  return holders.flat();
}

/** Empty if the bundle cannot be read, as nothing is trusted then. */
function bundleIn({ entries }: Item): X509Certificate[] {
  const data = /^ *certificate-authority-data: "?([A-Za-z0-9+/=]+)"?$/m.exec(entries.kubeconfig ?? '')?.[1] ?? '';
  const pem = entries['ca.crt'] ?? Buffer.from(data, 'base64').toString();
  try {
    return readAuthorities(pem, '');
  } catch {
    return [];
  }
}
