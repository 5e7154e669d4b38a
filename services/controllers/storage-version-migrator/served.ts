import { isObject } from '@pilothouse/apimachinery/json/value.js';
import { readJson } from '@pilothouse/client/request.js';
import { apiVersionOf, type ResourceType } from '@pilothouse/client/resource-type.js';
import type { ControllerContext } from '../controller.js';

/** Milliseconds between two requests. The served versions change only when a server restarts. */
const PERIOD = 60_000;

/**
 * Resolves to true once the server lists the group version of a type, or to false when the signal aborts. The list of groups is
 * used, because a request of a version that is not served would appear as an error in audit logs and metrics.
 */
export async function untilServed(
  type: ResourceType,
  { client, signal, timing }: Pick<ControllerContext, 'client' | 'signal' | 'timing'>,
): Promise<boolean> {
  while (!signal.aborted) {
    const list = await readJson(await client.request({ path: '/apis', signal }));
    const groups = isObject(list) && Array.isArray(list['groups']) ? list['groups'] : [];
    const isServed = groups.some((group) => {
      const versions = isObject(group) && Array.isArray(group['versions']) ? group['versions'] : [];
      return versions.some((each) => isObject(each) && each['groupVersion'] === apiVersionOf(type));
    });
    if (isServed) return true;
    await timing.sleep(PERIOD, signal).catch(() => undefined);
  }
  return false;
}
