import { PLUGIN_FLAGS } from '@pilothouse/admission/plugin-flags.js';
import type { FlagTable } from '@pilothouse/flags/definition.js';
import { ADMISSION_PLUGINS, DEFAULT_PLUGINS } from './admission-plugins.js';

/** Flags of admission control. */
export const ADMISSION_FLAGS = [
  {
    name: 'enable-admission-plugins',
    type: 'list',
    choices: ADMISSION_PLUGINS,
    defaultText: `none; enabled by default: ${DEFAULT_PLUGINS.join(', ')}`,
    group: 'Admission',
    help: 'Admission plugins to enable in addition to the default ones. The order has no effect.',
  },
  {
    name: 'disable-admission-plugins',
    type: 'list',
    choices: ADMISSION_PLUGINS,
    group: 'Admission',
    help: 'Admission plugins to disable although they are enabled by default. The plugins that protect roles and system objects cannot be disabled.',
  },
  {
    name: 'admission-service',
    type: 'list',
    group: 'Admission',
    help: 'Admission service that is called over gRPC for writes: grpcs://host:port, or grpc://host:port without TLS. Further host:port after commas are its replicas. Repeat the flag for further services. Writes fail while a service does not respond.',
  },
  {
    name: 'admission-control-config-file',
    type: 'file',
    group: 'Admission',
    help: 'File (YAML or JSON) of admission services, with their certificate authorities, client certificates, rules and failure policies.',
  },
  ...PLUGIN_FLAGS,
] as const satisfies FlagTable;
