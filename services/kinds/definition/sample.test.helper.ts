import type { JsonObject } from '@pilothouse/apimachinery/json/value.js';

/** An object of a kind, named `sample` and in the namespace `default`, and what `kubectl get` makes of it. */
export interface Sample {
  /** Beside apiVersion, kind, and the name and namespace of its metadata. */
  readonly object: JsonObject;
  /** The config that tests of server-side apply send, where `object` has too few of the forms that matter there. */
  readonly applied?: JsonObject;
  /** Kubernetes' own, in their order. */
  readonly columns: readonly SampleColumn[];
  /** What `kubectl describe` says among other things; false where it needs kinds that are not served. */
  readonly described: RegExp | false;
}

/** By the plural name of the resource, then a dot and the group where it has one. */
export type Samples = Readonly<Record<string, Sample>>;

/** Heading, cell, and whether only `-o wide` shows it. */
export type SampleColumn = readonly [heading: string, cell: string | RegExp, wide?: 'wide'];

/** Such as `5s` and `2m10s`. */
export const AGE = /^\d+[smhdy](\d+[smhd])?$/;
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
export const NAME: SampleColumn = ['NAME', 'sample'];
export const SINCE: SampleColumn = ['AGE', AGE];
