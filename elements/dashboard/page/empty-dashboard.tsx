/** Renders a card with the first steps, which a page without widgets shows (spec 2 §2 "Empty dashboard"). */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useHostElement } from '../../element/host-context.js';
import { Button } from '../../kit/button.js';
import { AddIcon, DashboardIcon } from '../../kit/icons.js';
import { HelpLink } from '../../kit/help-link.js';
import { Menu } from '../../kit/menu.js';
import { container, space, tokens, type } from '../../kit/tokens.js';
import { useView, widgetCreators } from '../../view-area/index.js';
import { texts } from '../texts.js';
import type { DashboardPageActor } from './use-dashboard-page.js';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    gap: `${space.m}px`,
    padding: `${space.x7}px ${space.x4}px`,
    [container.compact]: { padding: `${space.x4}px ${space.xl}px` },
    border: `1px solid ${tokens.border.subtle}`,
    borderRadius: tokens.radius.card,
    backgroundColor: tokens.surface.card,
    color: tokens.text.secondary,
    ...type.body,
  },
  icon: { fontSize: '40px', lineHeight: 0, color: tokens.text.tertiary },
  title: { margin: 0, ...type.sectionTitle, color: tokens.text.primary, textAlign: 'center' },
  intro: { margin: 0, textAlign: 'center' },
  tips: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 210px), 1fr))',
    gap: `${space.xxl}px ${space.x5}px`,
    width: '100%',
    maxWidth: '1040px',
    margin: `${space.xxl}px 0 0`,
    padding: 0,
    listStyleType: 'none',
  },
  tip: { margin: 0, ...type.cardTitle, color: tokens.text.primary },
  text: { margin: `${space.xxs}px 0 0` },
  action: { marginTop: `${space.m}px` },
});

export interface EmptyDashboardProps {
  readonly page: DashboardPageActor;
  /** True on a page that the user has just created: the list of widgets opens, because a widget is the next step. */
  readonly choosing: boolean;
  /** Called when the list has been opened for `choosing`. */
  readonly onChoosing: () => void;
}

export function EmptyDashboard({ page, choosing, onChoosing }: EmptyDashboardProps): ReactNode {
  const styles = useStyles();
  const action = useRef<HTMLDivElement>(null);
  const open = useEffectEvent(() => {
    action.current?.querySelector('button')?.click();
    onChoosing();
  });
  useEffect(() => {
    if (choosing) open();
  }, [choosing]);
  const host = useHostElement();
  const { view } = useView(page);
  const creators = widgetCreators.use();
  return (
    <section className={styles.card} aria-label={texts.empty.title}>
      <DashboardIcon className={styles.icon} />
      <h2 className={styles.title}>{texts.empty.title}</h2>
      {!host.readonly && (
        <>
          <p className={styles.intro}>{texts.empty.intro}</p>
          <div ref={action} className={styles.action}>
            <Menu
              label={texts.empty.create}
              entries={creators.map((creator) => ({
                key: creator.id,
                label: creator.title,
                onSelect: () => view.send({ type: 'widget.added', ...creator.create('DASHBOARD') }),
              }))}
            >
              <Button icon={<AddIcon />}>{texts.empty.create}</Button>
            </Menu>
          </div>
          <ul className={styles.tips}>
            {texts.empty.tips.map(([title, text]) => (
              <li key={title}>
                <h3 className={styles.tip}>{title}</h3>
                <p className={styles.text}>{text}</p>
              </li>
            ))}
          </ul>
          <HelpLink chapter="searching">{texts.empty.documentation}</HelpLink>
        </>
      )}
    </section>
  );
}
