/** Types of the parts of the library that the tests use; it ships none. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export interface Client {
    readonly clientId: string;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: { find(id: string): Promise<Client | undefined> };
    readonly IdToken: new (
      claims: object,
      options: { readonly client: Client },
    ) => {
      scope: string;
      set(name: string, value: unknown): void;
      issue(options: { readonly use: 'idtoken' }): Promise<string>;
    };
    callback(): RequestListener;
  }
}
