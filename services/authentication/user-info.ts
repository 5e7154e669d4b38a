import type { UserInfo } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { User } from './user.js';

/** A user as reviews tell of him. */
export function userInfo({ name, uid, groups, extra }: User): UserInfo {
  const known = newObject();
  for (const [key, values] of extra) known[key] = [...values];
  return {
    username: name,
    ...(uid !== '' && { uid }),
    groups: [...groups],
    ...(extra.size > 0 && { extra: known as Record<string, string[]> }),
  };
}
