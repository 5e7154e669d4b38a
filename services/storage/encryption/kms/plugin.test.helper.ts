import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Server, ServerCredentials, status, type sendUnaryData, type ServerUnaryCall } from '@grpc/grpc-js';
import {
  keyManagementService,
  type DecryptRequest,
  type DecryptResponse,
  type EncryptRequest,
  type EncryptResponse,
  type StatusResponse,
} from '@pilothouse/runtime/grpc/generated/kms.js';
import { definitionOf } from '@pilothouse/runtime/grpc/load.js';

/** A KMS plugin on a Unix socket, whose state tests change. */
export interface TestPlugin {
  /** The key that encrypts. */
  keyId: string;
  version: string;
  healthz: string;
  annotations: Readonly<Record<string, Uint8Array>>;
  /** Bytes added to each ciphertext. */
  extraBytes: number;
  /** Calls get no answer. */
  hangs: boolean;
  /** Decrypt answers with another secret. */
  isWrong: boolean;
  /** Keys that can no longer decrypt. */
  readonly lost: Set<string>;
  /** Methods that were called, in order. */
  readonly calls: string[];
  /** Ends all connections. */
  readonly stop: () => Promise<void>;
}

const NONCE = 12;
const TAG = 16;
const keyOf = (id: string): Buffer => createHash('sha256').update(id).digest();

export async function startTestPlugin(socket: string, keyId = 'key-1'): Promise<TestPlugin> {
  const server = new Server();
  const plugin: TestPlugin = {
    keyId,
    version: 'v2',
    healthz: 'ok',
    annotations: {},
    extraBytes: 0,
    hangs: false,
    isWrong: false,
    lost: new Set(),
    calls: [],
    async stop() {
      server.forceShutdown();
      await rm(socket, { force: true });
    },
  };
  const answering =
    <Request, Response>(name: string, answer: (request: Request) => Response) =>
    ({ request }: ServerUnaryCall<Request, Response>, reply: sendUnaryData<Response>): void => {
      plugin.calls.push(name);
      if (plugin.hangs) return;
      try {
        reply(null, answer(request));
      } catch (error) {
        reply({ code: status.INVALID_ARGUMENT, details: String(error) });
      }
    };
  server.addService(definitionOf(keyManagementService), {
    Status: answering('Status', (): StatusResponse => {
      const { version, healthz, keyId: current } = plugin;
      return { version, healthz, keyId: current };
    }),
    Encrypt: answering('Encrypt', ({ plaintext }: EncryptRequest): EncryptResponse => {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', keyOf(plugin.keyId), nonce);
      const sealed = Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
      const ciphertext = Buffer.concat([sealed, Buffer.alloc(plugin.extraBytes)]);
      return { ciphertext, keyId: plugin.keyId, annotations: plugin.annotations };
    }),
    Decrypt: answering('Decrypt', ({ ciphertext, keyId: id }: DecryptRequest): DecryptResponse => {
      if (plugin.lost.has(id)) throw new Error(`there is no key ${id}`);
      if (plugin.isWrong) return { plaintext: Buffer.alloc(32) };
      const end = ciphertext.length - TAG;
      const decipher = createDecipheriv('aes-256-gcm', keyOf(id), ciphertext.subarray(0, NONCE));
      decipher.setAuthTag(ciphertext.subarray(end));
      return { plaintext: Buffer.concat([decipher.update(ciphertext.subarray(NONCE, end)), decipher.final()]) };
    }),
  });
  await new Promise<void>((resolve, reject) => {
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    );
  });
  return plugin;
}
