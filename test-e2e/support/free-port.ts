import { freePorts } from '@pilothouse/storage/etcd/testing.js';

/** A port of the loopback interface that nobody listened on a moment ago, and that no connection is given. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
