import type { FlagTable } from '@pilothouse/flags/definition.js';
import { DEFAULT_PLUGINS } from './admission-plugins.js';

/** The flags that say who has a say in writes. */
export const ADMISSION_FLAGS = [
  {
    name: 'enable-admission-plugins',
    type: 'list',
    defaultText: `none besides those that are on: ${DEFAULT_PLUGINS.join(', ')}`,
    group: 'Admission',
    help: 'Admission plugins that are to be on, besides those that are on by default. Their order does not matter.',
  },
  {
    name: 'disable-admission-plugins',
    type: 'list',
    group: 'Admission',
    help: 'Admission plugins that are to be off although they are on by default. What protects roles and system objects is always on.',
  },
  {
    name: 'admission-service',
    type: 'list',
    group: 'Admission',
    help: 'A service that is asked about writes over gRPC: grpcs://host:port, or grpc:// without TLS. Further host:port behind commas are replicas of it; repeat the flag for further services. Writes fail while it gives no answer.',
  },
  {
    name: 'admission-control-config-file',
    type: 'file',
    group: 'Admission',
    help: 'A file (YAML or JSON) with such services, that also says which authorities and certificates, what they are asked about, and what happens while they give no answer.',
  },
] as const satisfies FlagTable;
