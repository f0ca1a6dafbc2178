/**
 * Lists the collaborators of an entity for the sharing dialog (screens/dashboards-sharing-alerts.md §5.2). The
 * functions are pure.
 */
import type { Capability, Grantee, ShareAnswer } from '../../api/contract/shares.js';

export type Selection = Readonly<Record<string, Capability>>;
/** Kind of a grantee; `error` marks a selected grantee that the server does not know. */
export type GranteeKind = 'error' | Grantee['type'];
type CollaboratorMark = 'new' | 'changed' | 'unchanged';

export interface Collaborator {
  /** GRN (see api/grn.ts) of the grantee. */
  readonly id: string;
  readonly kind: GranteeKind;
  /** Name of the grantee; for the kind `error` it is `not found {grn}`. */
  readonly title: string;
  readonly capability: Capability;
  /** Compares the capability with the stored share; `new`: there is no stored share. */
  readonly mark: CollaboratorMark;
}

export const shareListSizes = [10, 20, 50, 100] as const;
export const defaultShareListSize = 10;

const kinds: readonly GranteeKind[] = ['error', 'global', 'team', 'user'];
const titles = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const byKindAndTitle = (
  left: { readonly kind: GranteeKind; readonly title: string },
  right: { readonly kind: GranteeKind; readonly title: string },
): number => kinds.indexOf(left.kind) - kinds.indexOf(right.kind) || titles.compare(left.title, right.title);

const unknownGrantee = (id: string): string => `not found ${id}`;

/**
 * Sorts collaborators. Those that were added since the dialog was opened come first, the latest at the top. The others
 * follow, sorted by kind and title.
 * @param added GRNs in the order in which they were added
 */
export function collaboratorsOf(
  { available_grantees: grantees, active_shares: shares }: Pick<ShareAnswer, 'available_grantees' | 'active_shares'>,
  selection: Selection,
  added: readonly string[],
): readonly Collaborator[] {
  const known = new Map(grantees.map((grantee) => [grantee.id, grantee]));
  const stored = new Map(shares.map(({ grantee, capability }) => [grantee, capability]));
  const all = Object.entries(selection).map(([id, capability]): Collaborator => {
    const grantee = known.get(id);
    const before = stored.get(id);
    return {
      id,
      kind: grantee?.type ?? 'error',
      title: grantee?.title ?? unknownGrantee(id),
      capability,
      mark: before === undefined ? 'new' : before === capability ? 'unchanged' : 'changed',
    };
  });
  const isNew = ({ mark }: Collaborator): boolean => mark === 'new';
  const place = ({ id }: Collaborator): number => added.lastIndexOf(id);
  return [
    ...all.filter(isNew).sort((left, right) => place(right) - place(left) || byKindAndTitle(left, right)),
    ...all.filter((one) => !isNew(one)).sort(byKindAndTitle),
  ];
}

/** Returns the grantees that are not selected yet: everyone, teams and users, each group sorted by title. */
export function choosableGrantees(
  { available_grantees: grantees }: Pick<ShareAnswer, 'available_grantees'>,
  selection: Selection,
): readonly Grantee[] {
  return grantees
    .filter(({ id }) => !Object.hasOwn(selection, id))
    .sort((left, right) => byKindAndTitle({ ...left, kind: left.type }, { ...right, kind: right.type }));
}

/** Returns the capability that is preselected for a new collaborator. */
export function defaultCapability({
  available_capabilities: all,
}: Pick<ShareAnswer, 'available_capabilities'>): Capability {
  return (all.find(({ title }) => title === 'Viewer') ?? all[0])?.id ?? 'view';
}

/** Returns the owners whose removal would leave the entity without an owner. A valid selection has no such owners. */
export function ownersConcerned({
  available_grantees: grantees,
  validation_result: { failed, error_context: context },
}: Pick<ShareAnswer, 'available_grantees' | 'validation_result'>): readonly Pick<
  Collaborator,
  'id' | 'kind' | 'title'
>[] {
  if (!failed) return [];
  return (context['selected_grantee_capabilities'] ?? []).map((id) => {
    const grantee = grantees.find((one) => one.id === id);
    return { id, kind: grantee?.type ?? 'error', title: grantee?.title ?? unknownGrantee(id) };
  });
}

/** Returns the collaborators who may read only some of the streams that a search or dashboard searches. */
export function limitedCollaborators({
  available_grantees: grantees,
  stream_limits: limits = {},
}: Pick<ShareAnswer, 'available_grantees' | 'stream_limits'>) {
  return grantees.flatMap((grantee) => {
    const limit = Object.hasOwn(limits, grantee.id) ? limits[grantee.id] : undefined;
    return limit ? [{ grantee, ...limit }] : [];
  });
}

/** Returns the dependencies that collaborators cannot see; collaborators unknown to the dialog are left out. */
export function missingDependencies({
  available_grantees: grantees,
  missing_permissions_on_dependencies: missing,
}: Pick<ShareAnswer, 'available_grantees' | 'missing_permissions_on_dependencies'>) {
  return grantees
    .filter(({ id }) => (missing[id]?.length ?? 0) > 0)
    .map((grantee) => ({ grantee, dependencies: missing[grantee.id] ?? [] }));
}
