import type { PodTemplateSpec } from '@pilothouse/apimachinery/generated/core/v1.js';
import type { LabelSelector } from '@pilothouse/apimachinery/generated/meta/v1.js';
import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { LabelSelectorObject } from '@pilothouse/apimachinery/selectors/label-selector-object.js';
import { selectorFromObject } from '@pilothouse/apimachinery/selectors/labels.js';
import { wideColumn } from '../../definition/columns.js';
import type { Column } from '../../definition/definition.js';

/** Names of the containers, with commas between. */
export function containerNames({ spec: { containers } }: PodTemplateSpec): string {
  return containers.map(({ name }) => name).join(',');
}

/** Images of the containers, with commas between. */
export function imagesOf({ spec: { containers } }: PodTemplateSpec): string {
  return containers.map(({ image = '' }) => image).join(',');
}

/** The labels as an equality selector; `<none>` without labels. */
export function labelsText(labels: Readonly<Record<string, string>> = {}): string {
  const texts = Object.keys(labels)
    .sort()
    .map((key) => `${key}=${labels[key] ?? ''}`);
  return texts.length === 0 ? '<none>' : texts.join(',');
}

/** A selector in its text form; `<none>` if it is empty. */
export function selectorText(selector: LabelSelectorObject | undefined): string {
  const result = selectorFromObject(selector, '');
  return (result.ok ? result.selector.text : '') || '<none>';
}

interface Templated extends JsonObject {
  spec: JsonObject & { template: PodTemplateSpec };
}

/** Containers and images, in wide output. */
export const CONTAINER_COLUMNS: readonly Column<Templated>[] = [
  wideColumn('Containers', 'Names of the containers in the template.', ({ spec }) => containerNames(spec.template)),
  wideColumn('Images', 'Images of the containers in the template.', ({ spec }) => imagesOf(spec.template)),
];

interface Selecting extends JsonObject {
  spec: JsonObject & { selector?: LabelSelector };
}

/** The selector, in wide output. */
export const SELECTOR_COLUMN: Column<Selecting> = wideColumn('Selector', 'Selects the pods.', ({ spec }) =>
  selectorText(spec.selector),
);
