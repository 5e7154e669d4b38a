import { useEffect, useState } from 'preact/hooks';
import { resourceName } from '../api/discovery.js';
import { ApiError, type Api } from '../api/request.js';
import type { ObjectList } from '../api/types.js';
import { usePage } from '../context.js';
import { go } from '../route/location.js';
import type { Route } from '../route/route.js';
import { CommandStrip } from '../shell/command-strip.js';
import { OwnRules } from './own-rules.js';
import { whoCan, type Allowed, type Binding, type Role } from './who-can.js';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** What the user may do, and who may do something. */
export function AccessView({ route }: { readonly route: Extract<Route, { view: 'access' }> }) {
  const { resources, namespace } = usePage();
  const { verb, resource: name } = route;
  const resource = resources.find((each) => resourceName(each) === name);
  const scope = namespace === '' ? [] : ['--namespace', namespace];
  const change = (part: Partial<typeof route>): void => go({ ...route, ...part }, { replace: true });
  return (
    <section class="access">
      <h1>Access</h1>
      <div class="columns">
        <section class="card">
          <h2>Who can do this</h2>
          <div class="question">
            <select
              class="field"
              aria-label="Verb"
              value={verb}
              onChange={(event) => change({ verb: event.currentTarget.value })}
            >
              {VERBS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
            <select
              class="field"
              aria-label="Resource"
              value={name}
              onChange={(event) => change({ resource: event.currentTarget.value })}
            >
              {resources.map((each) => (
                <option key={resourceName(each)}>{resourceName(each)}</option>
              ))}
            </select>
            <span class="muted">{namespace === '' ? 'in the cluster' : `in ${namespace}`}</span>
          </div>
          {resource !== undefined && (
            <Subjects
              verb={verb}
              group={resource.group}
              resource={resource.name}
              namespace={resource.namespaced ? namespace : ''}
            />
          )}
        </section>
        <section class="card">
          <h2>What you can do{namespace === '' ? ' in default' : ` in ${namespace}`}</h2>
          <OwnRules namespace={namespace === '' ? 'default' : namespace} />
        </section>
      </div>
      <CommandStrip command={['kubectl auth can-i', verb, name, ...scope].join(' ')} />
    </section>
  );
}

interface SubjectsProps {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
}

function Subjects({ verb, group, resource, namespace }: SubjectsProps) {
  const { api, resources } = usePage();
  const [rbac, setRbac] = useState<Rbac | ApiError>();
  const rbacGroup = resources.find(({ name }) => name === 'clusterrolebindings')?.group ?? '';
  useEffect(() => {
    const stop = new AbortController();
    readRbac(api, rbacGroup, namespace, stop.signal).then(setRbac, (error: unknown) => {
      if (error instanceof ApiError) setRbac(error);
    });
    return () => stop.abort();
  }, [api, rbacGroup, namespace]);
  if (rbac === undefined) return <p class="muted">Reading roles and bindings.</p>;
  if (rbac instanceof ApiError) return <p class="notice notice-refused">{rbac.message}</p>;
  const allowed = whoCan({ verb, group, resource, namespace }, rbac.roles, rbac.bindings);
  return (
    <>
      <ul class="subjects">
        {allowed.map((each, index) => (
          <SubjectLine key={index} allowed={each} />
        ))}
      </ul>
      <p class="muted">
        {allowed.length === 0 && 'No role allows this. '}
        The group <code>system:masters</code> may do everything, and other authorizers than RBAC may allow more.
      </p>
    </>
  );
}

function SubjectLine({ allowed: { subject, binding, role, names } }: { readonly allowed: Allowed }) {
  return (
    <li>
      <span class="muted">{subject.kind}</span>{' '}
      <strong>
        {subject.namespace === undefined ? '' : `${subject.namespace}/`}
        {subject.name}
      </strong>
      <small class="muted">
        {' '}
        by {binding.kind} {binding.metadata.name} to {role.kind} {role.metadata.name}
        {names.length > 0 && `, only ${names.join(', ')}`}
      </small>
    </li>
  );
}

interface Rbac {
  readonly roles: readonly Role[];
  readonly bindings: readonly Binding[];
}

/** The roles and bindings of the cluster and a namespace. */
async function readRbac(api: Api, group: string, namespace: string, signal: AbortSignal): Promise<Rbac> {
  const base = `/apis/${group}/v1`;
  const below = `${base}/namespaces/${encodeURIComponent(namespace)}`;
  const read = async <T extends Role | Binding>(path: string, kind: T['kind']): Promise<T[]> => {
    const { items = [] } = await api.json<ObjectList<T>>({ path, signal });
    return items.map((item) => ({ ...item, kind }));
  };
  const [clusterRoles, clusterBindings, roles, bindings] = await Promise.all([
    read<Role>(`${base}/clusterroles`, 'ClusterRole'),
    read<Binding>(`${base}/clusterrolebindings`, 'ClusterRoleBinding'),
    namespace === '' ? [] : read<Role>(`${below}/roles`, 'Role'),
    namespace === '' ? [] : read<Binding>(`${below}/rolebindings`, 'RoleBinding'),
  ]);
  return { roles: [...clusterRoles, ...roles], bindings: [...clusterBindings, ...bindings] };
}
