import type { UserInfo } from '@pilothouse/apimachinery/generated/authentication/v1.js';
import { newObject } from '@pilothouse/apimachinery/json/value.js';
import type { User } from './user.js';

/** The user in the format of TokenReview and SubjectAccessReview. */
export function userInfo({ name, uid, groups, extra }: User): UserInfo {
  const extraValues = newObject();
  for (const [key, values] of extra) extraValues[key] = [...values];
  return {
    username: name,
    ...(uid !== '' && { uid }),
    groups: [...groups],
    ...(extra.size > 0 && { extra: extraValues as Record<string, string[]> }),
  };
}
