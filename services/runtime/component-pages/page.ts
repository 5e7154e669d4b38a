import { newObject, type JsonObject } from '@pilothouse/apimachinery/json/value.js';
import { notAcceptable, parseAccept, rangeMatches, type MediaRange } from '../media-types/accept.js';

/** A page about a program, such as `/statusz`, for people and for programs. */
export interface ComponentPage {
  /** Kubernetes' name of the component, if it has one. */
  readonly component: string;
  /** The kind of its structured form. */
  readonly kind: 'Statusz' | 'Flagz';
  /** The group of its structured form. */
  readonly group: string;
  /** The lines below the title and the warning. */
  readonly lines: () => readonly string[];
  /** The fields of the structured form besides its type and metadata. */
  readonly fields: () => JsonObject;
}

/** A page in the form that a client accepts. */
export type PageForm =
  | { readonly type: 'text'; readonly contentType: string; readonly text: string }
  | {
      readonly type: 'object';
      readonly contentType: ObjectType;
      readonly value: JsonObject;
      /** For the `Warning` header; absent for a version that is not deprecated. */
      readonly warning?: string;
    };

type ObjectType = (typeof OBJECT_TYPES)[number];

const OBJECT_TYPES = ['application/json', 'application/yaml'] as const;
const TEXT = 'text/plain';
const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.';
/** The versions of the structured forms, which have the same fields. */
const VERSIONS = ['v1beta1', 'v1alpha1'] as const;
const DEPRECATED = 'v1alpha1';

/**
 * A page as Kubernetes' components serve it: text, or an object for an Accept header such as
 * `application/json;as=Statusz;v=v1beta1;g=config.k8s.io`. Throws 406 for other media types.
 */
export function pageForm(page: ComponentPage, accept = ''): PageForm {
  const name = page.kind.toLowerCase();
  for (const range of parseAccept(accept || TEXT)) {
    if (!isTransformed(range)) {
      if (!rangeMatches(range, TEXT)) continue;
      const lines = ['', `${page.component} ${name}`, WARNING, '', ...page.lines()];
      return { type: 'text', contentType: `${TEXT}; charset=utf-8`, text: `${lines.join('\n')}\n` };
    }
    const version = versionOf(range, page);
    const contentType = OBJECT_TYPES.find((type) => rangeMatches(range, type));
    if (version === undefined || contentType === undefined) continue;
    const value = Object.assign(newObject(), {
      kind: page.kind,
      apiVersion: `${page.group}/${version}`,
      metadata: { name: page.component },
      ...page.fields(),
    });
    const warning = `This version of the ${name} endpoint is deprecated. Please use a newer version.`;
    return { type: 'object', contentType, value, ...(version === DEPRECATED && { warning }) };
  }
  throw notAcceptable([...OBJECT_TYPES, TEXT]);
}

function isTransformed({ parameters }: MediaRange): boolean {
  return ['as', 'g', 'v'].some((name) => parameters.has(name));
}

function versionOf({ parameters }: MediaRange, { kind, group }: ComponentPage): string | undefined {
  if (parameters.get('as') !== kind || parameters.get('g') !== group) return undefined;
  return VERSIONS.find((version) => version === parameters.get('v'));
}
