import { Tooltip } from '@fluentui/react-tooltip';
import { makeStyles, mergeClasses } from '@griffel/react';
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { tokens, type } from '../tokens.js';
import type { TooltipPlacement } from '../tooltip.js';
import { useFloatStyles } from './float-styles.js';
import { FluentLook } from './fluent-look.js';

const useStyles = makeStyles({
  content: {
    maxWidth: '300px',
    padding: '5px 10px',
    borderRadius: tokens.radius.card,
    color: tokens.text.primary,
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-line',
    ...type.caption,
  },
});

export interface TooltipSurfaceProps {
  readonly target: HTMLElement;
  readonly content: ReactNode;
  readonly placement: TooltipPlacement;
  readonly onHide: () => void;
  /** Called when the pointer enters the tooltip; `onLeave` is called when the pointer leaves the tooltip. */
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}

/** Stops the event of a press on the tooltip, which React would pass on to the elements around the tooltip's target. */
const stop = (event: SyntheticEvent): void => event.stopPropagation();

/**
 * Renders the surface of a visible tooltip. Escape hides the tooltip and also reaches the layers below, so that a
 * visible tooltip does not cost an additional key press.
 */
export function TooltipSurface(props: TooltipSurfaceProps): ReactNode {
  const { target, content, placement, onHide, onEnter, onLeave } = props;
  const float = useFloatStyles();
  const styles = useStyles();
  const [gone, setGone] = useState(false);
  const latest = useRef(onHide);
  useEffect(() => {
    latest.current = onHide;
  });
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      // The tooltip is removed synchronously: Fluent's own listener on the document would otherwise consume the key.
      flushSync(() => {
        setGone(true);
        latest.current();
      });
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, []);
  useEffect(() => {
    // A touch beside all controls does not take the focus from the target in every browser.
    const touched = (event: PointerEvent): void => {
      const path = event.composedPath();
      const isOwn = path.some((node) => node instanceof Element && node.matches('[role=tooltip]'));
      if (!isOwn && !path.includes(target)) latest.current();
    };
    window.addEventListener('pointerdown', touched, true);
    return () => window.removeEventListener('pointerdown', touched, true);
  }, [target]);
  if (gone) return null;
  return (
    <FluentLook>
      <Tooltip
        visible
        relationship="inaccessible"
        content={{
          children: content,
          className: mergeClasses(float.surface, styles.content),
          onPointerEnter: onEnter,
          onPointerLeave: onLeave,
          onPointerDown: stop,
          onMouseDown: stop,
          onClick: stop,
          onDoubleClick: stop,
        }}
        positioning={{ target, position: placement, strategy: 'fixed', offset: 6 }}
        onVisibleChange={(_event, data) => !data.visible && onHide()}
      />
    </FluentLook>
  );
}
