import { makeStyles, mergeClasses } from '@griffel/react';
import type { ReactNode } from 'react';
import {
  AddFilledIcon,
  AddIcon,
  CollapseIcon,
  DetailsIcon,
  ExpandIcon,
  FieldsFilledIcon,
  FieldsIcon,
  HighlightFilledIcon,
  HighlightIcon,
  InfoIcon,
} from '../kit/icons.js';
import { focusRing, radius, space, tokens } from '../kit/tokens.js';
import { Tooltip } from '../kit/tooltip.js';
import { railTexts, type SectionId } from './rail-texts.js';
import type { SidebarState } from './use-sidebar.js';

export const railPx = 50;

const icons: Readonly<Record<SectionId, readonly [ReactNode, ReactNode]>> = {
  description: [<DetailsIcon />, <InfoIcon />],
  create: [<AddIcon />, <AddFilledIcon />],
  highlighting: [<HighlightIcon />, <HighlightFilledIcon />],
  fields: [<FieldsIcon />, <FieldsFilledIcon />],
};
export const sectionIcon = (section: SectionId): ReactNode => icons[section][0];

const useStyles = makeStyles({
  rail: {
    position: 'sticky',
    top: 'var(--lc-page-top, 0px)',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: `${space.xs}px`,
    padding: `${space.m}px 0`,
  },
  divider: { width: '32px', margin: `${space.xs}px 0`, borderTop: `1px solid ${tokens.border.default}` },
  button: {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    width: '36px',
    height: '36px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.radius.control,
    backgroundColor: 'transparent',
    color: tokens.text.secondary,
    fontSize: '20px',
    lineHeight: 0,
    ':hover': { backgroundColor: tokens.surface.hover, color: tokens.text.primary },
    ':active': { backgroundColor: tokens.surface.pressed },
    ':focus-visible': focusRing,
  },
  active: {
    backgroundColor: tokens.selection.background,
    color: tokens.selection.text,
    ':hover': { backgroundColor: tokens.selection.backgroundHover, color: tokens.selection.text },
    '::before': {
      content: '""',
      position: 'absolute',
      top: 0,
      bottom: 0,
      left: '-7px',
      width: '3px',
      borderRadius: `0 ${radius.small}px ${radius.small}px 0`,
      backgroundColor: tokens.selection.border,
      '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
    },
  },
});

export interface RailProps {
  readonly sidebar: SidebarState;
  readonly panelId: string;
}

/** Renders the narrow rail at the left: a toggle and one button per section. */
export function Rail({ sidebar, panelId }: RailProps) {
  const styles = useStyles();
  const { sections, section: open, choose, toggle } = sidebar;
  const toggleLabel = open ? railTexts.close : railTexts.open;
  return (
    <nav aria-label={railTexts.rail} className={styles.rail}>
      <Tooltip content={toggleLabel} relationship="label" placement="after">
        <button
          type="button"
          className={styles.button}
          aria-label={toggleLabel}
          aria-expanded={open !== undefined}
          onClick={toggle}
        >
          {open ? <CollapseIcon /> : <ExpandIcon />}
        </button>
      </Tooltip>
      <span className={styles.divider} />
      {sections.map((section) => {
        const isOpen = section === open;
        return (
          <Tooltip key={section} content={railTexts.sections[section]} relationship="label" placement="after">
            <button
              type="button"
              data-section={section}
              className={mergeClasses(styles.button, isOpen && styles.active)}
              aria-label={railTexts.sections[section]}
              aria-expanded={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              onClick={() => choose(section)}
            >
              {icons[section][isOpen ? 1 : 0]}
            </button>
          </Tooltip>
        );
      })}
    </nav>
  );
}
