import { labelValue, qualifiedName } from '@pilothouse/apimachinery/names/qualified-name.js';
import { fieldErrorText, invalid } from '@pilothouse/apimachinery/status/field-error.js';

export type NodeLabels = Readonly<Record<string, string>>;

/** The annotation of a namespace with the node labels that its pods require: `a=b,c=d`. */
export const ANNOTATION = 'scheduler.alpha.kubernetes.io/node-selector';

/** The key of the selector for namespaces without the annotation, among those of the namespaces. */
const DEFAULT = 'clusterDefaultNodeSelector';

/** The node selectors of a configuration, by namespace, and the default one. */
export type ClusterSelectors = ReadonlyMap<string, NodeLabels>;

export type Parsed =
  { readonly ok: true; readonly labels: NodeLabels } | { readonly ok: false; readonly problem: string };

/** Parses labels such as `a=b,c=d`. `field` is the path in the problem. */
export function parseNodeLabels(text: string, field: string): Parsed {
  const labels: Record<string, string> = {};
  for (const term of text === '' ? [] : text.split(',')) {
    const [key = '', value, ...more] = term.split('=').map((part) => part.trim());
    if (value === undefined || more.length > 0) {
      return {
        ok: false,
        problem: fieldErrorText(invalid(field, text, `${JSON.stringify(term)} is not <label>=<value>`)),
      };
    }
    const [problem] = [...qualifiedName(key), ...labelValue(value)];
    if (problem !== undefined) return { ok: false, problem: fieldErrorText(invalid(field, term, problem)) };
    labels[key] = value;
  }
  return { ok: true, labels };
}

export interface NamespaceSelectors {
  /** The labels that all pods of the namespace require. */
  readonly required: NodeLabels;
  /** The only labels that pods may require; any if there are none. */
  readonly allowed: NodeLabels;
}

/** The selectors of a namespace: its annotation or else the default, and its entry in the configuration. */
export function selectorsOf(
  namespace: string,
  annotated: NodeLabels | undefined,
  configured: ClusterSelectors,
): NamespaceSelectors {
  return {
    required: annotated ?? configured.get(DEFAULT) ?? {},
    allowed: configured.get(namespace) ?? {},
  };
}

/** Why the selector of a pod contradicts that of its namespace. */
export function conflictProblem(own: NodeLabels, { required }: NamespaceSelectors): string | undefined {
  const isConflict = Object.entries(required).some(([key, value]) => Object.hasOwn(own, key) && own[key] !== value);
  return isConflict ? 'pod node label selector conflicts with its namespace node label selector' : undefined;
}

/** Why the selector of a pod is refused. */
export function selectorProblem(own: NodeLabels, selectors: NamespaceSelectors): string | undefined {
  const conflict = conflictProblem(own, selectors);
  if (conflict !== undefined) return conflict;
  const { allowed } = selectors;
  if (Object.keys(allowed).length === 0) return undefined;
  const isAllowed = Object.entries(own).every(([key, value]) => Object.hasOwn(allowed, key) && allowed[key] === value);
  return isAllowed ? undefined : 'pod node label selector labels conflict with its namespace whitelist';
}
