import { deserialize, serialize } from 'node:v8';
import type { EmbeddedStore } from '../embedded/store.js';
import type { FromHolder, ToHolder } from './messages.js';
import { serveStore } from './serve.js';
import { openRemoteStore, type RemoteStore } from './store.js';

export interface Remote {
  readonly store: RemoteStore;
  readonly lost: AbortSignal;
  /** All messages so far, in both directions. */
  readonly sent: (ToHolder | FromHolder)[];
  /** As when the process with the remote store ends. */
  readonly end: () => void;
}

/** The store behind messages, which arrive in order and later, as between processes. */
export function remoteOf(held: EmbeddedStore, lost: AbortSignal = new AbortController().signal): Remote {
  const sent: (ToHolder | FromHolder)[] = [];
  function deliver<Message extends ToHolder | FromHolder>(hear: (message: Message) => void): (m: Message) => void {
    return (message) => {
      sent.push(message);
      const bytes = serialize(message);
      setImmediate(() => hear(deserialize(bytes) as Message));
    };
  }
  const holder = openRemoteStore(deliver<ToHolder>((calls) => user.hear(calls)));
  const user = serveStore({ store: held, lost }, deliver<FromHolder>(holder.hear));
  return { store: holder.store, lost: holder.lost, sent, end: user.end };
}
