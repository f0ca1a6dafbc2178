/** Renders a widget with a text in Markdown; it needs no search. */
import { makeStyles } from '@griffel/react';
import { useContext, type ReactNode } from 'react';
import { EmptyState } from '../../kit/empty-state.js';
import { space } from '../../kit/tokens.js';
import type { WidgetProps } from '../faces.js';
import { RenderBoundary } from '../frame/render-boundary.js';
import { WidgetFrame } from '../frame/widget-frame.js';
import { ShownTitleContext } from '../frame/widget-title.js';
import { laterTexts } from '../later-texts.js';
import { MarkdownView } from './markdown-view.js';

const useStyles = makeStyles({
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: `${space.xs}px ${space.xl}px ${space.xl}px` },
});

export interface TextWidgetProps extends WidgetProps {
  /** Stored configuration: `text` is the Markdown; any value other than a string counts as empty. */
  readonly config: Readonly<Record<string, unknown>>;
}

export function TextWidget({ config, ...frame }: TextWidgetProps): ReactNode {
  const styles = useStyles();
  const shown = useContext(ShownTitleContext);
  const text = typeof config['text'] === 'string' ? config['text'] : '';
  return (
    <WidgetFrame {...frame} executing={false}>
      {text.trim() === '' ? (
        <EmptyState title={laterTexts.text.empty}>{laterTexts.text.emptyHelp}</EmptyState>
      ) : (
        // The text can take the focus, so that it can be scrolled by keyboard.
        <div className={styles.body} tabIndex={0} role="group" aria-label={frame.title}>
          <RenderBoundary resetKey={text}>
            <MarkdownView text={text} shown={shown} />
          </RenderBoundary>
        </div>
      )}
    </WidgetFrame>
  );
}
