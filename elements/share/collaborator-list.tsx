/**
 * Renders the collaborators of the entity and their capabilities, in pages of ten unless the user chooses another size
 * (screens/dashboards-sharing-alerts.md §5.2).
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useId, useMemo, useRef, type ReactNode } from 'react';
import type { Capability } from '../../api/contract/shares.js';
import { pageCount } from '../../machines/paged-list.js';
import { collaboratorsOf, defaultShareListSize, shareListSizes } from '../../machines/share-dialog/collaborators.js';
import type { ShareDialogContext, ShareDialogEvent } from '../../machines/share-dialog/machine.js';
import { deepActiveElement } from '../element/document-proxy.js';
import { Button } from '../kit/button.js';
import { Pager } from '../kit/entity-table/index.js';
import { DeleteIcon } from '../kit/icons.js';
import { Select } from '../kit/select.js';
import { focusRing, tokens, type as fonts } from '../kit/tokens.js';
import { GranteeIcon } from './grantee-icon.js';
import { texts } from './texts.js';

const useStyles = makeStyles({
  section: { display: 'flex', flexDirection: 'column', gap: '4px' },
  heading: { margin: 0, ...fonts.cardTitle },
  box: { border: `1px solid ${tokens.border.subtle}`, borderRadius: tokens.radius.card, overflow: 'hidden' },
  list: { margin: 0, padding: 0, listStyleType: 'none', ':focus-visible': focusRing },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    padding: '6px 8px 6px 12px',
    borderLeft: '3px solid transparent',
    '& + &': { borderTop: `1px solid ${tokens.border.divider}` },
  },
  new: { borderLeftColor: tokens.change.added },
  changed: { borderLeftColor: tokens.change.changed },
  icon: { flexShrink: 0, fontSize: '16px', lineHeight: 0, color: tokens.text.secondary },
  who: {
    flex: '1 1 auto',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: '12px',
    minWidth: 0,
  },
  title: {
    margin: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '@media (max-width: 479.98px)': { gridColumn: '1 / -1' },
  },
  about: { gridColumn: 1, margin: 0, ...fonts.caption, color: tokens.text.tertiary },
  mark: {
    gridColumn: 2,
    gridRow: '1 / 3',
    padding: '2px 7px',
    borderRadius: tokens.radius.control,
    ...fonts.overline,
    // On phones the mark "new" or "changed" moves beside the collaborator's kind in the second row, so that the name
    // has room.
    '@media (max-width: 479.98px)': { gridRow: 2, padding: '0 6px' },
  },
  markNew: { backgroundColor: tokens.status.success.background, color: tokens.status.success.text },
  markChanged: { backgroundColor: tokens.status.warning.background, color: tokens.status.warning.text },
  capability: { flexShrink: 0, width: '128px', '@media (max-width: 479.98px)': { width: '104px' } },
  fixed: { flexShrink: 0, paddingRight: '8px', color: tokens.text.secondary },
  empty: { padding: '14px 16px', color: tokens.text.secondary, ...fonts.body },
  foot: { display: 'flex', alignItems: 'center', borderTop: `1px solid ${tokens.border.subtle}`, paddingRight: '8px' },
  pager: { flex: '1 1 auto', borderTopStyle: 'none' },
});

export interface CollaboratorListProps {
  readonly type: string;
  readonly context: ShareDialogContext;
  readonly changeable: boolean;
  readonly onEvent: (event: ShareDialogEvent) => void;
}

export function CollaboratorList({ type, context, changeable, onEvent }: CollaboratorListProps): ReactNode {
  const styles = useStyles();
  const headingId = useId();
  const { answer, selection, removing, added, page, pageSize } = context;
  const all = useMemo(
    () => (answer ? collaboratorsOf(answer, { ...selection, ...removing }, added) : []),
    [answer, selection, removing, added],
  );
  const pages = pageCount(all.length, pageSize);
  const shown = Math.min(page, pages);
  const rows = all.slice((shown - 1) * pageSize, shown * pageSize);

  // Removing a collaborator also removes the pressed button, so the list gets the focus.
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (!removed.current || Object.keys(removing).length > 0) return;
    removed.current = false;
    if (!(deepActiveElement(document) instanceof HTMLButtonElement)) list.current?.focus();
  }, [removing]);

  const capabilities = answer?.available_capabilities ?? [];
  const titleOf = (capability: Capability): string =>
    capabilities.find(({ id }) => id === capability)?.title ?? capability;
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.heading}>
        {texts.collaborators}
      </h3>
      <div className={styles.box}>
        <ul ref={list} className={styles.list} tabIndex={-1} aria-labelledby={headingId}>
          {rows.map(({ id, kind, title, capability, mark }) => (
            <li
              key={id}
              className={mergeClasses(styles.row, mark === 'new' && styles.new, mark === 'changed' && styles.changed)}
            >
              <span className={styles.icon}>
                <GranteeIcon kind={kind} />
              </span>
              <div className={styles.who}>
                <p className={styles.title} title={title}>
                  {title}
                </p>
                <p className={styles.about}>{texts.about(kind)}</p>
                {mark === 'new' && <span className={mergeClasses(styles.mark, styles.markNew)}>{texts.isNew}</span>}
                {mark === 'changed' && (
                  <span className={mergeClasses(styles.mark, styles.markChanged)}>{texts.isChanged}</span>
                )}
              </div>
              {changeable ? (
                <>
                  <Select
                    className={styles.capability}
                    aria-label={texts.capabilityOf(title)}
                    options={capabilities.map((one) => ({ value: one.id, label: one.title }))}
                    value={capability}
                    disabled={Object.hasOwn(removing, id)}
                    onChange={(value) => onEvent({ type: 'capability.changed', grantee: id, capability: value })}
                  />
                  <Button
                    size="small"
                    appearance="subtle"
                    icon={<DeleteIcon />}
                    aria-label={texts.remove(title)}
                    title={texts.remove(title)}
                    busy={Object.hasOwn(removing, id)}
                    onClick={() => {
                      removed.current = true;
                      onEvent({ type: 'collaborator.removed', grantee: id });
                    }}
                  />
                </>
              ) : (
                <span className={styles.fixed}>{titleOf(capability)}</span>
              )}
            </li>
          ))}
        </ul>
        {all.length === 0 && <p className={styles.empty}>{texts.noCollaborators(type)}</p>}
        {all.length > defaultShareListSize && (
          <div className={styles.foot}>
            <Pager
              className={styles.pager}
              page={shown}
              pages={pages}
              shown={rows.length}
              total={all.length}
              short
              onPage={(next) => onEvent({ type: 'page.selected', page: next })}
            />
            <Select
              size="small"
              aria-label={texts.pageSize}
              options={shareListSizes.map((size) => ({ value: String(size), label: texts.rows(size) }))}
              value={String(pageSize)}
              onChange={(size) => onEvent({ type: 'pageSize.selected', pageSize: Number(size) })}
            />
          </div>
        )}
      </div>
    </section>
  );
}
