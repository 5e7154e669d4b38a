import { isIP, type Socket } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext } from 'node:tls';
import { CallCredentials, ChannelCredentials, type experimental } from '@grpc/grpc-js';
import { readAuthorities } from '../certificates/authorities.js';

export interface GrpcClientTls {
  /** The authorities that are trusted, and no others; those of the system when absent. */
  readonly caPem?: string;
  /** The client's own certificate. */
  readonly credentials?: { readonly certPem: string; readonly keyPem: string };
  /** The name that the server's certificate must bear, where it is not that of the address. */
  readonly serverName?: string;
  /** Trusts any server. */
  readonly insecureSkipVerify?: boolean;
}

/** Milliseconds until a handshake must be done: a server that says nothing would hold up all calls. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * TLS to one host. The library's own credentials send the host as the name of the server even where it is an IP address,
 * which TLS forbids and Node.js warns of, and wait for a handshake without end. Throws for PEM that cannot be used.
 */
export class HostCredentials extends ChannelCredentials {
  readonly #name: string;
  readonly #isVerified: boolean;
  readonly #context: SecureContext;
  readonly #open = new Set<Socket>();
  #isClosed = false;

  constructor(host: string, { caPem, credentials, serverName, insecureSkipVerify = false }: GrpcClientTls) {
    super();
    this.#name = serverName ?? host;
    this.#isVerified = !insecureSkipVerify;
    const { certPem, keyPem } = credentials ?? {};
    const ca = caPem === undefined ? undefined : readAuthorities(caPem, 'the authorities of the server').map(String);
    this.#context = createSecureContext({ ca, cert: certPem, key: keyPem });
  }

  /** Ends every connection. The library lets those live on whose handshake ends after their channel was closed. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#open) socket.destroy();
  }

  override _isSecure(): boolean {
    return true;
  }

  override _equals(other: ChannelCredentials): boolean {
    return other === this;
  }

  override _createSecureConnector(
    _target: unknown,
    _options: unknown,
    callCredentials = CallCredentials.createEmpty(),
  ): experimental.SecureConnector {
    return {
      connect: async (socket) => ({ socket: await this.#secure(socket), secure: true }),
      waitForReady: async () => {},
      getCallCredentials: () => callCredentials,
      destroy: () => {},
    };
  }

  #secure(socket: Socket): Promise<Socket> {
    const name = this.#name;
    return new Promise((resolve, reject) => {
      const secured = connect({
        socket,
        host: name,
        ...(isIP(name) === 0 && { servername: name }),
        checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
        rejectUnauthorized: this.#isVerified,
        secureContext: this.#context,
        ALPNProtocols: ['h2'],
      });
      const timer = setTimeout(
        () => secured.destroy(new Error(`no TLS handshake with ${name} within ${HANDSHAKE_TIMEOUT} ms`)),
        HANDSHAKE_TIMEOUT,
      );
      this.#open.add(secured);
      secured.once('close', () => this.#open.delete(secured));
      if (this.#isClosed) secured.destroy();
      secured.once('secureConnect', () => resolve(secured));
      secured.on('error', reject);
      secured.once('close', () => reject(new Error(`${name} closed the connection during the TLS handshake`)));
      for (const event of ['secureConnect', 'close']) secured.once(event, () => clearTimeout(timer));
    });
  }
}
