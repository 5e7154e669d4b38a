import { plain } from '@pilothouse/apimachinery/json/plain.test.helper.js';
import type { JsonArray, JsonObject } from '@pilothouse/apimachinery/json/value.js';
import type { TestApi, TestResponse } from '../server/api.test.helper.js';

/** The errors of a 422, one line each: `FieldValueRequired spec.size: Required value`; undefined for another status. */
export function refusals({ status, json }: TestResponse): string[] | undefined {
  if (status !== 422) return undefined;
  const { causes } = plain(json['details']) as { causes: { reason: string; field: string; message: string }[] };
  return causes.map(({ reason, field, message }) => `${reason} ${field}: ${message}`);
}

/** The table of a collection: the names and types of its columns, and the cells of one row. */
export async function tableRow(
  api: TestApi,
  path: string,
  name: string,
): Promise<{ readonly columns: string[]; readonly cells: unknown }> {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const { json } = await api.request('GET', `${path}/${name}`, { headers: { accept } });
  const columns = json['columnDefinitions'] as (JsonObject & { name: string; type: string })[];
  const [row] = json['rows'] as (JsonObject & { cells: JsonArray })[];
  return { columns: columns.map((column) => `${column.name} ${column.type}`), cells: plain(row?.cells) };
}
