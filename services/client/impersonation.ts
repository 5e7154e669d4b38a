import type { TransportRequest } from './transport.js';

/** The user to impersonate. The server checks the verb `impersonate` for the name, each group and the uid. */
export interface ImpersonatedUser {
  readonly name: string;
  /** The server adds `system:authenticated`. */
  readonly groups?: readonly string[];
  readonly uid?: string;
}

/** The impersonation headers. Throws TypeError for an empty name and for text that is not visible ASCII. */
export function impersonationHeaders({ name, groups = [], uid }: ImpersonatedUser): TransportRequest['headers'] {
  for (const text of [name, ...groups, ...(uid === undefined ? [] : [uid])]) {
    if (!/^[!-~]([ -~]*[!-~])?$/.test(text)) throw new TypeError(`${JSON.stringify(text)} cannot be impersonated`);
  }
  return {
    'impersonate-user': name,
    ...(groups.length > 0 && { 'impersonate-group': [...groups] }),
    ...(uid !== undefined && { 'impersonate-uid': uid }),
  };
}
