/**
 * Wraps a page of a view with its sidebar: rail, panel, content (spec 2 §2 "Search sidebar"). Only the rail is rendered
 * at first; panels load when they are opened.
 */
import { makeStyles, mergeClasses } from '@griffel/react';
import { createContext, useContext, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { SearchesConfig } from '../../api/contract/cluster-config.js';
import type { View } from '../../api/contract/views.schema.js';
import { CleanUpBoundary } from '../kit/clean-up-boundary.js';
import { ErrorBoundary } from '../kit/error-boundary.js';
import { IconButton } from '../kit/icon-button.js';
import { ExpandIcon } from '../kit/icons.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Menu } from '../kit/menu.js';
import { tokens, zIndex } from '../kit/tokens.js';
import { Suspense } from '../kit/suspense.js';
import type { ViewPageActor } from '../view-area/index.js';
import { Rail, railPx, sectionIcon } from './rail.js';
import { railTexts } from './rail-texts.js';
import { useRoom } from './use-room.js';
import { useSidebar, type SidebarState } from './use-sidebar.js';

const SidebarPanel = lazyPart(() => import('./panel.js'), 'SidebarPanel');

export interface ViewSidebarProps {
  readonly page: ViewPageActor;
  /** Type of the view, known before the view is open and also when it cannot be opened. */
  readonly type: View['type'];
  readonly config: SearchesConfig | undefined;
  /** False while a panel that opened by default must wait; its space is reserved. */
  readonly ready?: boolean;
  /** Content of the page, which may contain a `SidebarButton`. */
  readonly children: ReactNode;
}

const panelPx = 270;

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexGrow: 1, alignItems: 'stretch', minWidth: 0 },
  rail: {
    flexShrink: 0,
    width: `${railPx}px`,
    backgroundColor: tokens.surface.rail,
    borderRight: `1px solid ${tokens.border.subtle}`,
  },
  panel: {
    flexShrink: 0,
    width: `${panelPx}px`,
    backgroundColor: tokens.surface.subtle,
    borderRight: `1px solid ${tokens.border.subtle}`,
  },
  /** Placeholder lines while the section is loading. */
  waiting: {
    height: 'min(60%, 420px)',
    margin: '54px 12px',
    backgroundImage: `linear-gradient(${tokens.surface.skeleton} 10px, transparent 10px)`,
    backgroundSize: '75% 28px',
    backgroundRepeat: 'repeat-y',
  },
  overlay: {
    position: 'absolute',
    zIndex: zIndex.panelOverlay,
    top: 0,
    bottom: 0,
    // The overlay is up to 340 px wide for long names; at least 12 % of the page stays visible beside it.
    width: 'clamp(270px, 88%, 340px)',
    maxWidth: '88%',
    minHeight: 'min(420px, 80vh)',
    boxShadow: tokens.shadow.float,
    animationName: { from: { transform: 'translateX(-12px)', opacity: 0 }, to: { transform: 'none', opacity: 1 } },
    animationDuration: tokens.duration.panel,
  },
  /** The page sizes itself by the remaining width. */
  content: { flexGrow: 1, minWidth: 0, containerType: 'inline-size', backgroundColor: tokens.surface.canvas },
});

const SidebarContext = createContext<Pick<SidebarState, 'sections' | 'choose'> | undefined>(undefined);

export function ViewSidebar({ page, type, config, ready = true, children }: ViewSidebarProps) {
  const styles = useStyles();
  const root = useRef<HTMLDivElement>(null);
  const room = useRoom(root);
  const sidebar = useSidebar(type, room);
  const { section, overlay, close } = sidebar;
  const panelId = useId();
  // True after a touch outside the panel has closed it: the click that follows this touch must not activate the content
  // at the same place.
  const ignoresClick = useRef(false);
  const hasRail = room !== 'narrow';

  const escaped = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !section || !overlay || event.defaultPrevented) return;
    event.stopPropagation();
    closeAndReturn();
  };
  const closeAndReturn = (): void => {
    root.current?.querySelector<HTMLElement>(`[data-section="${section}"], [data-sections]`)?.focus();
    close();
  };
  return (
    <SidebarContext value={hasRail ? undefined : sidebar}>
      <div ref={root} className={styles.root}>
        {hasRail && (
          <div data-screen-only="" className={styles.rail} onKeyDown={escaped}>
            <Rail sidebar={sidebar} panelId={panelId} />
          </div>
        )}
        <CleanUpBoundary>
          {section && (
            <div
              id={panelId}
              data-screen-only=""
              className={mergeClasses(styles.panel, overlay && styles.overlay)}
              style={overlay ? { left: hasRail ? railPx : 0 } : undefined}
              onKeyDown={escaped}
              onFocus={sidebar.keep}
            >
              <ErrorBoundary>
                <Suspense fallback={<div className={styles.waiting} />}>
                  {!ready && sidebar.unasked ? (
                    <div className={styles.waiting} />
                  ) : (
                    <SidebarPanel
                      page={page}
                      type={type}
                      config={config}
                      section={section}
                      pinned={sidebar.pinned}
                      // Pinning is offered only when the panel has room beside the page.
                      onPin={sidebar.pinnable ? sidebar.pin : undefined}
                      onClose={closeAndReturn}
                      onDone={() => overlay && closeAndReturn()}
                      takesFocus={!hasRail}
                    />
                  )}
                </Suspense>
              </ErrorBoundary>
            </div>
          )}
        </CleanUpBoundary>
        <div
          className={styles.content}
          onPointerDownCapture={({ pointerType }) => {
            const closesPanel = section !== undefined && overlay;
            ignoresClick.current = closesPanel && pointerType === 'touch';
            if (closesPanel) close();
          }}
          onClickCapture={(event) => {
            const wasTouched = ignoresClick.current;
            ignoresClick.current = false;
            // A click by keyboard (detail 0) is not ignored: a touch that scrolls causes no click, so `ignoresClick`
            // may stay true until the next click.
            const isByKeyboard = event.detail === 0;
            if (!wasTouched || isByKeyboard) return;
            event.preventDefault();
            event.stopPropagation();
          }}
          // Tabbing on into the page closes the overlay panel, which would hide the focused control.
          onKeyUpCapture={(event) => event.key === 'Tab' && section && overlay && close()}
        >
          {children}
        </div>
      </div>
    </SidebarContext>
  );
}

/** Renders a button in the title row that opens the sections when there is no room for the rail. */
export function SidebarButton(): ReactNode {
  const opener = useContext(SidebarContext);
  if (!opener) return null;
  return (
    <Menu
      label={railTexts.rail}
      entries={opener.sections.map((section) => ({
        key: section,
        label: railTexts.sections[section],
        icon: sectionIcon(section),
        onSelect: () => opener.choose(section),
      }))}
    >
      <IconButton data-sections="" label={railTexts.open} icon={<ExpandIcon />} size="small" quiet />
    </Menu>
  );
}
