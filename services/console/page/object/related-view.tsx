import type { ApiObject } from '../api/types.js';
import { routeOf } from '../context.js';
import { Link } from '../route/link.js';
import { rootsOf, type Family, type Member } from './family.js';
import { useFamily } from './use-family.js';

/** Children that are drawn of each owner. */
const MAX_CHILDREN = 50;

/** The owners of an object and what it owns, as a graph. */
export function RelatedView({ object }: { readonly object: ApiObject }) {
  const family = useFamily(object);
  const { uid = '' } = object.metadata;
  if (family === undefined) return <p class="muted">Reading the objects around this one.</p>;
  return (
    <div class="family">
      {rootsOf(family, uid).map((root) => (
        <ul class="branch" key={root}>
          <Node id={root} family={family} present={uid} above={[]} />
        </ul>
      ))}
      {family.incomplete.length > 0 && <p class="muted">Not read completely: {family.incomplete.join(', ')}.</p>}
    </div>
  );
}

interface NodeProps {
  readonly id: string;
  readonly family: Family;
  readonly present: string;
  /** The owners above, so that a circle of owners ends. */
  readonly above: readonly string[];
}

function Node({ id, family, present, above }: NodeProps) {
  const member = family.members.get(id);
  if (member === undefined || above.includes(id)) return null;
  const children = family.owned.get(id) ?? [];
  return (
    <li>
      <MemberLink member={member} isPresent={id === present} />
      {children.length > 0 && (
        <ul class="branch">
          {children.slice(0, MAX_CHILDREN).map(({ meta: { uid = '' } }) => (
            <Node key={uid} id={uid} family={family} present={present} above={[...above, id]} />
          ))}
          {children.length > MAX_CHILDREN && <li class="muted">and {children.length - MAX_CHILDREN} more</li>}
        </ul>
      )}
    </li>
  );
}

function MemberLink({
  member: { resource, meta },
  isPresent,
}: {
  readonly member: Member;
  readonly isPresent: boolean;
}) {
  return (
    <Link
      class={isPresent ? 'member present' : 'member'}
      to={{ view: 'object', of: routeOf(resource, meta.namespace ?? ''), name: meta.name ?? '', tab: 'related' }}
    >
      <small>{resource.kind}</small>
      <strong>{meta.name}</strong>
    </Link>
  );
}
