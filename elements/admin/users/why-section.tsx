/**
 * Renders a section "Why may this user do that": each permission with the role or share that grants it. The reference
 * console has no such section.
 */
import { makeStyles } from '@griffel/react';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { PermissionReason, PermissionSource, User } from '../../../api/contract/users.js';
import { reasonOf } from '../../../api/failures.js';
import { isMissing } from '../../../api/queries/missing.js';
import { permissionReasonsQuery } from '../../../api/queries/users.js';
import { useConnection } from '../../element/connection-context.js';
import { Button } from '../../kit/button.js';
import { Section } from '../../kit/detail-page/index.js';
import { ErrorPanel } from '../../kit/error-panel.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { container, tokens, type } from '../../kit/tokens.js';
import { texts } from './texts.js';

const { why: words, shared } = texts;

const useStyles = makeStyles({
  ask: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    gap: '8px',
    alignItems: 'end',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  answer: { margin: '12px 0 4px', overflowWrap: 'anywhere', ...type.cardTitle },
  more: { marginTop: '12px' },
  list: { marginTop: '8px', maxHeight: '360px', overflow: 'auto' },
  row: { padding: '6px 0', borderTop: `1px solid ${tokens.border.divider}`, overflowWrap: 'anywhere' },
  permission: { ...type.logSmall },
  source: { color: tokens.text.secondary, ...type.caption },
});

export function WhySection({ user }: { readonly user: User }): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const [text, setText] = useState('');
  const [permission, setPermission] = useState<string>();
  const [open, setOpen] = useState(false);
  const reasons = useQuery({ ...permissionReasonsQuery(client, user.id, permission), retry: false });
  // A reference server does not have this endpoint, so the section is hidden.
  if (isMissing(reasons.error)) return null;
  const submitted = (event: FormEvent): void => {
    event.preventDefault();
    setPermission(text.trim() === '' ? undefined : text.trim());
  };
  const answer = reasons.data?.asked;
  const all = reasons.data?.permissions ?? [];
  return (
    <Section title={words.title} intro={words.intro}>
      <form className={styles.ask} onSubmit={submitted}>
        <Field label={words.ask}>
          <Input mono value={text} placeholder={words.placeholder} onChange={setText} />
        </Field>
        <Button type="submit" busy={reasons.isFetching && permission !== undefined}>
          {words.check}
        </Button>
      </form>
      {reasons.error && (
        <ErrorPanel title={words.failed} errors={[reasonOf(reasons.error)]} onRetry={() => void reasons.refetch()} />
      )}
      <div role="status">
        {answer && (
          <>
            <p className={styles.answer}>
              {answer.allowed ? words.yes(answer.permission) : words.no(answer.permission)}
            </p>
            <Reasons reasons={answer.reasons} />
          </>
        )}
      </div>
      {all.length > 0 && (
        <div className={styles.more}>
          <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? words.hide : words.show(all.length)}
          </Button>
          {open && (
            <div className={styles.list} tabIndex={0} role="region" aria-label={words.title}>
              <Reasons reasons={all} />
            </div>
          )}
        </div>
      )}
    </Section>
  );
}

function Reasons({ reasons }: { readonly reasons: readonly PermissionReason[] }): ReactNode {
  const styles = useStyles();
  return (
    <ul>
      {reasons.map(({ permission, sources }) => (
        <li key={permission} className={styles.row}>
          <div className={styles.permission}>{permission}</div>
          {sources.map((source, index) => (
            <div key={index} className={styles.source}>
              {sourceText(source)}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

function sourceText(source: PermissionSource): string {
  if (source.type === 'role') return words.sources.role(source.name);
  if (source.type !== 'grant') return words.sources[source.type];
  const { capability, target, target_title: title, everyone } = source;
  const say = everyone ? words.sources.everyone : words.sources.grant;
  return say(shared.capabilities[capability], title ?? target);
}
