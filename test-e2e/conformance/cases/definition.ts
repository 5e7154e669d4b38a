import type { JsonObject, JsonValue } from '@pilothouse/apimachinery/json/value.js';
import type { Step } from '../case.js';
import { changed, type Changes } from './objects.js';
import { create, get } from './steps.js';

// Definitions for cases, and steps that create them. Their groups begin with the namespace of the case.

export const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
export const GROUP = '<ns>.example.com';
/** Path of the definition in most cases. */
export const WIDGETS = `${DEFINITIONS}/widgets.${GROUP}`;
/** Path of its objects in the namespace of the case. */
export const OBJECTS = `/apis/${GROUP}/v1/namespaces/<ns>/widgets`;
/** Path of one of its objects. */
export const A = `${OBJECTS}/a`;
const VERSION = 'spec.versions.0';
const SCHEMA = `${VERSION}.schema.openAPIV3Schema`;

const BASE: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${GROUP}` },
  spec: {
    group: GROUP,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { size: { type: 'integer' }, text: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

/** The definition of widgets with changed fields. */
export const definition = (changes: Changes = {}): JsonObject => changed(BASE, changes);

/** Changes of the first version. */
export const version = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).map(([path, value]) => [`${VERSION}.${path}`, value]));

/** Changes that set the schema of `spec`. */
export const specSchema = (schema: JsonValue): Changes => ({ [`${SCHEMA}.properties.spec`]: schema });

/** Changes that set the schema of the whole object. */
export const rootSchema = (schema: JsonValue): Changes => ({ [SCHEMA]: schema });

/** An additional version. */
export const another = (name: string, rest: JsonObject = {}): JsonObject => ({
  name,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  ...rest,
});

/** Creates a definition, and waits until its resource is served. */
export const defined = (changes: Changes = {}): readonly Step[] => [
  create(DEFINITIONS, definition(changes), { only: ['message'] }),
  served(),
];

/** Waits until the resource of a definition is served. */
export const served = (path = OBJECTS): Step => get(path, { until: { status: 200 }, only: [] });

/** Waits until a definition has the condition. The whole response is compared. */
export const condition = (type: string, status: string, path = WIDGETS): Step =>
  get(path, { until: { status: 200, is: { [`status.conditions.type=${type}.status`]: status } } });

/** A widget with changed fields. */
export const widget = (changes: Changes = {}): JsonObject =>
  changed({ apiVersion: `${GROUP}/v1`, kind: 'Widget', metadata: { name: 'a' } }, changes);
