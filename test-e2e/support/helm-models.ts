import * as models from '@kubernetes/client-node';

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  IntOrString: (value) => typeof value === 'string' || Number.isInteger(value),
  Date: (value) => typeof value === 'string',
  any: () => true,
};

/** Where an object differs from the types of Kubernetes' own client: unknown fields, and values of other types. */
export function modelProblems(value: unknown, model: string, path = model): string[] {
  const isPrimitive = PRIMITIVES[model];
  if (isPrimitive !== undefined) return isPrimitive(value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${model}`];
  const item = /^Array<(.+)>$/.exec(model)?.[1];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no list`];
    return value.flatMap((each, index) => modelProblems(each, item, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${JSON.stringify(value)} is no object`];
  const entry = /^\{ \[key: string\]: (.+); \}$/.exec(model)?.[1];
  const attributes = entry === undefined ? attributesOf(model) : undefined;
  return Object.entries(value).flatMap(([name, each]) => {
    const type = entry ?? attributes?.find(({ baseName }) => baseName === name)?.type;
    return type === undefined ? [`${path}.${name}: no such field`] : modelProblems(each, type, `${path}.${name}`);
  });
}

function attributesOf(model: string): readonly Attribute[] {
  const known: Readonly<Record<string, unknown>> = { ...models };
  const type = known[model] as { getAttributeTypeMap?: () => readonly Attribute[] } | undefined;
  if (type?.getAttributeTypeMap === undefined) throw new Error(`there is no model ${model}`);
  return type.getAttributeTypeMap();
}
