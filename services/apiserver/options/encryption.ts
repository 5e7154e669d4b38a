import type { FlagDefinition } from '@pilothouse/flags/definition.js';

/** Encryption at rest. */
export interface EncryptionOptions {
  /** Path of an EncryptionConfiguration. */
  readonly file: string;
  /** Whether changes of the file take effect while the server runs. */
  readonly reloads: boolean;
}

export const ENCRYPTION_FLAGS = [
  {
    name: 'encryption-provider-config',
    type: 'file',
    group: 'Storage',
    help: 'EncryptionConfiguration (YAML or JSON): the resources whose objects are encrypted in the store, and the providers of keys. Without it, objects are stored in the clear.',
  },
  {
    name: 'encryption-provider-config-automatic-reload',
    type: 'boolean',
    default: 'false',
    group: 'Storage',
    help: 'Apply changes of --encryption-provider-config while the server runs. An invalid file leaves the former configuration in use. All KMS plugins then have one health check.',
  },
] as const satisfies readonly FlagDefinition[];

interface EncryptionValues {
  readonly 'encryption-provider-config'?: string;
  readonly 'encryption-provider-config-automatic-reload': boolean;
}

export function encryptionProblems({
  'encryption-provider-config': file,
  'encryption-provider-config-automatic-reload': reloads,
}: EncryptionValues): string[] {
  if (file !== undefined || !reloads) return [];
  return ['--encryption-provider-config-automatic-reload must be set with --encryption-provider-config'];
}

/** Undefined without a file: objects are then stored in the clear. */
export function encryptionOptions({
  'encryption-provider-config': file,
  'encryption-provider-config-automatic-reload': reloads,
}: EncryptionValues): EncryptionOptions | undefined {
  return file === undefined ? undefined : { file, reloads };
}
