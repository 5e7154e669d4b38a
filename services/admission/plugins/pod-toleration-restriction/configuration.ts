import { tolerationSchema, type Namespace, type Toleration } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { Domain } from '@pilothouse/apimachinery/domain/domain.js';
import { parseJson } from '@pilothouse/apimachinery/json/parse.js';
import { isObject, type JsonObject, type JsonValue } from '@pilothouse/apimachinery/json/value.js';
import { compileDecoder } from '@pilothouse/apimachinery/schema/decode.js';
import { errorMessage } from '@pilothouse/apimachinery/status/error-message.js';
import { keyPath } from '@pilothouse/apimachinery/status/field-error.js';
import { validateTolerations } from '@pilothouse/kinds/core/pod/validate-scheduling.js';
import { field, listOf } from '@pilothouse/runtime/files/document.js';
import { readConfiguration, type ConfigurationKind, type ConfigurationValue } from '../../plugin-configuration.js';

/** The annotations of a namespace: JSON lists of tolerations. */
const DEFAULTS = 'scheduler.alpha.kubernetes.io/defaultTolerations';
const WHITELIST = 'scheduler.alpha.kubernetes.io/tolerationsWhitelist';

const decode = compileDecoder(tolerationSchema);

export interface ClusterTolerations {
  /** For pods of namespaces without defaults of their own. */
  readonly defaults: readonly Toleration[];
  /** For namespaces without a whitelist of their own. Empty permits all. */
  readonly whitelist: readonly Toleration[];
}

/** The lists of a namespace; undefined where it has no annotation. An empty annotation is an empty list. */
export type NamespaceTolerations = (Partial<ClusterTolerations> & { readonly ok: true }) | Unreadable;

interface Unreadable {
  readonly ok: false;
  readonly problem: string;
}

/** The lists in the annotations of a namespace. */
export function namespaceTolerations({ metadata: { annotations = {} } }: Namespace): NamespaceTolerations {
  const read = (key: string): readonly Toleration[] | undefined => {
    const text = annotations[key];
    if (text === undefined || text === '') return text === undefined ? undefined : [];
    const field = `metadata.annotations[${key}]`;
    try {
      return tolerationsIn(parseJson(text).value, field);
    } catch (error) {
      throw new TypeError(`${field}: ${errorMessage(error)}`, { cause: error });
    }
  };
  try {
    const [defaults, whitelist] = [read(DEFAULTS), read(WHITELIST)];
    return { ok: true, ...(defaults && { defaults }), ...(whitelist && { whitelist }) };
  } catch (error) {
    return { ok: false, problem: errorMessage(error) };
  }
}

const CONFIGURATION: ConfigurationKind<JsonObject & { default?: Toleration[]; whitelist?: Toleration[] }> = {
  group: 'podtolerationrestriction.admission',
  versions: ['v1alpha1'],
  kind: 'Configuration',
  fields: [
    field('default', listOf(tolerationSchema), 'optional'),
    field('whitelist', listOf(tolerationSchema), 'optional'),
  ],
  check: ({ default: defaults = [], whitelist = [] }) => [
    ...validateTolerations(defaults, 'default'),
    ...validateTolerations(whitelist, 'whitelist'),
  ],
};

/** The lists `default` and `whitelist` of the configuration; both empty without one. Throws for invalid tolerations. */
export function clusterTolerations(configuration: ConfigurationValue | undefined, domain: Domain): ClusterTolerations {
  const read = configuration && readConfiguration(CONFIGURATION, configuration, domain);
  return { defaults: read?.default ?? [], whitelist: read?.whitelist ?? [] };
}

/** Decodes a list of tolerations. Throws an Error that says which part has the wrong type. */
function tolerationsIn(value: JsonValue, path: string): Toleration[] {
  if (!Array.isArray(value)) throw new TypeError('it is not a list of tolerations');
  return value.map((item, index) => {
    if (!isObject(item)) throw new TypeError(`${keyPath(path, index)} is not a toleration`);
    // The schema of tolerations has decoded it.
    return decode(item).value;
  });
}
