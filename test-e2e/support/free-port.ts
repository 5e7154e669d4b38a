import { freePorts } from '@pilothouse/storage/etcd/testing.js';

/** A port of the loopback interface that was free a moment ago, outside the ephemeral range. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
