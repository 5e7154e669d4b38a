import { versionInfo } from '@pilothouse/apiserver/features/version-info.js';
import { VERSION } from '@pilothouse/runtime/version.js';
import { OUTPUT_FLAG } from '@pilothouse/flags/common.js';
import type { FlagTable, ValuesOf } from '@pilothouse/flags/definition.js';
import type { FlagCommand } from '../flag-command.js';
import type { Terminal } from '../terminal.js';

const VERSION_FLAGS = [OUTPUT_FLAG] as const satisfies FlagTable;

/** `pilothouse version`. */
export function versionCommand({ out }: Terminal): FlagCommand<typeof VERSION_FLAGS, ValuesOf<typeof VERSION_FLAGS>> {
  return {
    name: 'version',
    description: 'print the version',
    table: VERSION_FLAGS,
    examples: ['pilothouse version --output=json'],
    resolve: ({ values }) => ({ ok: true, options: values }),
    async run({ output }) {
      const info = { version: VERSION, ...versionInfo(VERSION) };
      out(output === 'json' ? `${JSON.stringify(info, undefined, 2)}\n` : `pilothouse ${VERSION}\n`);
      return 0;
    },
  };
}
