import { randomUUID } from 'node:crypto';

/** Puts in one transaction: etcd allows 128. */
const AT_ONCE = 100;
const TRANSACTIONS = 4;

export interface Copies {
  /** The address of etcd. */
  readonly url: string;
  /** The end of the key of the object to copy, such as `/configmaps/default/object-0`. */
  readonly object: string;
  /** The names of the copies. */
  readonly names: readonly string[];
}

/**
 * Copies an object that a server has created, with other names and uids, through etcd's JSON gateway: many times faster
 * than the API. The server must have stopped.
 */
export async function copyInEtcd({ url, object, names }: Copies): Promise<void> {
  const { key, text } = await readObject(url, object);
  const name = object.slice(object.lastIndexOf('/') + 1);
  const [, uid = ''] = /"uid":"([^"]+)"/.exec(text) ?? [];
  if (uid === '' || !text.includes(`"name":"${name}"`)) throw new Error('the object is not stored as JSON');
  const copyOf = (copy: string) => ({
    request_put: {
      key: base64(key.slice(0, -name.length) + copy),
      value: base64(text.replace(`"name":"${name}"`, `"name":"${copy}"`).replace(uid, randomUUID())),
    },
  });
  const starts = Array.from({ length: Math.ceil(names.length / AT_ONCE) }, (_, index) => index * AT_ONCE).values();
  const write = async (): Promise<void> => {
    for (const start of starts) {
      await ask(`${url}/v3/kv/txn`, { success: names.slice(start, start + AT_ONCE).map(copyOf) });
    }
  };
  await Promise.all(Array.from({ length: TRANSACTIONS }, write));
}

async function readObject(url: string, object: string): Promise<{ readonly key: string; readonly text: string }> {
  const everything = { key: base64('/'), range_end: base64('0'), keys_only: true };
  const { kvs = [] } = (await ask(`${url}/v3/kv/range`, everything)) as Range;
  const key = kvs.map((each) => fromBase64(each.key)).find((each) => each.endsWith(object));
  if (key === undefined) throw new Error(`etcd has no ${object}`);
  const { kvs: [found] = [] } = (await ask(`${url}/v3/kv/range`, { key: base64(key) })) as Range;
  return { key, text: fromBase64(found?.value ?? '') };
}

interface Range {
  readonly kvs?: readonly { readonly key: string; readonly value?: string }[];
}

async function ask(url: string, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`etcd answered with ${response.status}: ${await response.text()}`);
  return response.json();
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const fromBase64 = (text: string): string => Buffer.from(text, 'base64').toString();
