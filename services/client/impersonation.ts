import type { TransportRequest } from './transport.js';

/** The user that a client acts as. The server checks the verb `impersonate` for the name, each group and the uid. */
export interface ImpersonatedUser {
  readonly name: string;
  /** `system:authenticated` is added by the server. */
  readonly groups?: readonly string[];
  readonly uid?: string;
}

/** The headers that name the user. Throws TypeError for an empty name and for text that is not visible ASCII. */
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
