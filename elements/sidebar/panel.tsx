import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { View } from '../../api/contract/views.schema.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { IconButton } from '../kit/icon-button.js';
import { CloseIcon, PinIcon, PinnedIcon } from '../kit/icons.js';
import { kitTexts } from '../kit/texts.js';
import { lazyPart } from '../kit/lazy-part.js';
import { focusRing, space, tokens, type as textType } from '../kit/tokens.js';
import { Suspense } from '../kit/suspense.js';
import { useView, type ViewPageActor } from '../view-area/index.js';
import { CreateSection } from './create-section.js';
import { DescriptionSection } from './description-section.js';
import type { SectionId } from './rail-texts.js';
import { texts } from './texts.js';

const FieldsSection = lazyPart(() => import('./fields/fields-section.js'), 'FieldsSection');
const HighlightingSection = lazyPart(() => import('./highlighting/highlighting-section.js'), 'HighlightingSection');

const useStyles = makeStyles({
  panel: {
    position: 'sticky',
    top: 'var(--lc-page-top, 0px)',
    display: 'flex',
    flexDirection: 'column',
    // The panel is as high as the page, but never higher than the visible part of the page.
    height: '100%',
    maxHeight: 'calc(100vh - var(--lc-page-top, 0px))',
    outlineStyle: 'none',
  },
  head: {
    flexShrink: 0,
    display: 'flex',
    alignItems: 'center',
    gap: `${space.xs}px`,
    height: '40px',
    padding: `0 ${space.m}px 0 ${space.xl}px`,
    borderBottom: `1px solid ${tokens.border.subtle}`,
  },
  title: {
    flexGrow: 1,
    minWidth: 0,
    padding: 0,
    border: 'none',
    backgroundColor: 'transparent',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    ...textType.cardTitle,
    ':focus-visible': focusRing,
  },
  body: {
    flexGrow: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: `${space.m}px`,
    minHeight: 0,
    padding: `${space.xl}px`,
    overflowY: 'auto',
  },
  heading: { ...textType.cardTitle, color: tokens.text.primary },
});

export interface SectionProps {
  readonly page: ViewPageActor;
  readonly config: SearchesConfig | undefined;
  /** Called when the action for which the panel was opened is done. */
  readonly onDone: () => void;
}

export interface SidebarPanelProps extends SectionProps {
  readonly type: View['type'];
  readonly section: SectionId;
  readonly pinned: boolean;
  /** Called to pin the panel; absent where it cannot be pinned. */
  readonly onPin: ((pinned: boolean) => void) | undefined;
  readonly onClose: () => void;
  /** True where there is no room for the rail: the panel is opened from a menu, and takes the focus when it opens. */
  readonly takesFocus: boolean;
}

const sections: Readonly<Record<SectionId, (props: SectionProps) => ReactNode>> = {
  description: (props) => <DescriptionSection {...props} />,
  create: (props) => <CreateSection {...props} />,
  highlighting: (props) => <HighlightingSection {...props} />,
  fields: (props) => <FieldsSection {...props} />,
};

/** Renders the open section below the view's title, with buttons to pin and close it. */
export function SidebarPanel(props: SidebarPanelProps) {
  const { page, type, config, section, pinned, onPin, onClose, onDone, takesFocus } = props;
  const styles = useStyles();
  const root = useRef<HTMLElement>(null);
  const { document } = useView(page);
  // The focus moves only when a section opens. `takesFocus` may also become true later, when the window gets too narrow
  // for the rail; the focus then stays where it is, for instance in a dialog of the section.
  const opened = useEffectEvent(() => {
    if (takesFocus) root.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    opened();
  }, [section]);
  const title = document ? document.view.title || texts.untitled(type) : texts.unopened[type];
  return (
    <aside ref={root} aria-label={texts.sections[section]} tabIndex={-1} className={styles.panel}>
      <div className={styles.head}>
        <button type="button" className={styles.title} title={title} onClick={onClose}>
          {title}
        </button>
        {onPin && (
          <IconButton
            label={pinned ? texts.unpin : texts.pin}
            icon={pinned ? <PinnedIcon /> : <PinIcon />}
            size="small"
            aria-pressed={pinned}
            placement="below"
            onClick={() => onPin(!pinned)}
          />
        )}
        <IconButton
          label={kitTexts.close}
          icon={<CloseIcon />}
          size="small"
          quiet
          placement="below"
          onClick={onClose}
        />
      </div>
      <div className={styles.body}>
        <h2 className={styles.heading}>{texts.sections[section]}</h2>
        <CleanUpBoundary>
          <ErrorBoundary key={section}>
            <Suspense fallback={null}>{sections[section]({ page, config, onDone })}</Suspense>
          </ErrorBoundary>
        </CleanUpBoundary>
      </div>
    </aside>
  );
}
