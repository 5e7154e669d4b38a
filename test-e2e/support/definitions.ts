import type { CustomResourceDefinition } from '@pilothouse/apimachinery/generated/apiextensions/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { ApiObject, ClusterType, Draft, NamespacedType } from '@pilothouse/client/resource-type.js';

/** A widget, the kind of the definitions that {@link definitionOf} makes. */
export interface CustomObject extends ApiObject {
  readonly spec?: {
    readonly size?: number;
    readonly colour?: string;
    readonly replicas?: number;
    readonly notes?: readonly string[];
  };
  readonly status?: { readonly ready?: boolean; readonly replicas?: number; readonly selector?: string };
}

export interface CustomOptions {
  readonly group: string;
  readonly scope?: 'Namespaced' | 'Cluster';
}

/** The definition of widgets in a group: defaults, columns, a status and a scale. */
export function definitionOf({ group, scope = 'Namespaced' }: CustomOptions): Draft<CustomResourceDefinition> {
  const described = (type: string, description: string, rest: JsonObject = {}): JsonObject => ({
    type,
    description,
    ...rest,
  });
  const openAPIV3Schema = described('object', 'Widget is what a shelf has many of.', {
    properties: {
      spec: described('object', 'What the widget is to be.', {
        properties: {
          size: described('integer', 'How large the widget is, in inches.', { minimum: 1 }),
          colour: described('string', 'The colour of the widget.', { default: 'grey' }),
          replicas: described('integer', 'How many pieces there are to be.'),
          notes: described('array', 'What people say of it.', {
            items: { type: 'string' },
            'x-kubernetes-list-type': 'set',
          }),
        },
      }),
      status: described('object', 'What the widget is.', {
        properties: {
          ready: { type: 'boolean' },
          replicas: { type: 'integer' },
          selector: { type: 'string' },
        },
      }),
    },
  });
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope,
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'], categories: ['all'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema },
          subresources: {
            status: {},
            scale: {
              specReplicasPath: '.spec.replicas',
              statusReplicasPath: '.status.replicas',
              labelSelectorPath: '.status.selector',
            },
          },
          additionalPrinterColumns: [
            { name: 'Size', type: 'integer', jsonPath: '.spec.size', description: 'How large it is' },
            { name: 'Ready', type: 'boolean', jsonPath: '.status.ready' },
            { name: 'Colour', type: 'string', jsonPath: '.spec.colour', priority: 1 },
            { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
          ],
        },
      ],
    },
  };
}

/** The resource types for the client. */
export function namespacedIn(group: string): NamespacedType<CustomObject> {
  return { group, version: 'v1', kind: 'Widget', resource: 'widgets', scope: 'Namespaced' };
}

export function clusterScopedIn(group: string): ClusterType<CustomObject> {
  return { ...namespacedIn(group), scope: 'Cluster' };
}
