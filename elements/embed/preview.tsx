/** Renders the preview of an element in the embed dialog: laid out at a chosen page width and scaled down to fit. */
import { makeStyles } from '@griffel/react';
import { createElement, useEffect, useRef, useState, type ReactNode } from 'react';
import { attributeName } from '../element/attributes.js';
import type { TokenSource } from '../element/connection.js';
import { useHostElement } from '../element/host-context.js';
import { Alert } from '../kit/alert.js';
import { lazyPart } from '../kit/lazy-part.js';
import { Loading } from '../kit/loading.js';
import { Suspense } from '../kit/suspense.js';
import { radius, tokens } from '../kit/tokens.js';
import { useWidth } from '../kit/use-width.js';
import type { EmbedTag } from '../../machines/embed/choices.js';

/** Each element is a separate chunk, loaded when it is first previewed. */
const elements: Readonly<Record<EmbedTag, ReturnType<typeof element>>> = {
  'log-search': element('log-search', () => import('../log-search.js')),
  'log-dashboard': element('log-dashboard', () => import('../log-dashboard.js')),
  'log-widget': element('log-widget', () => import('../log-widget.js')),
  'log-message': element('log-message', () => import('../log-message.js')),
  'log-tv': element('log-tv', () => import('../log-tv.js')),
};

interface ElementProps {
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly getToken: TokenSource['getToken'] | undefined;
}

function element(tag: EmbedTag, load: () => Promise<unknown>) {
  return lazyPart(async () => {
    await load();
    return {
      Preview: ({ attributes, getToken }: ElementProps) =>
        createElement(tag, {
          // The preview sets values as a page does: attributes as text, the token function as a property.
          ref: (shown: (HTMLElement & ElementProps) | null) => {
            if (!shown) return;
            for (const [name, value] of Object.entries(attributes))
              shown.setAttribute(attributeName(name), value === true ? '' : value);
            Object.assign(shown, { getToken });
          },
        }),
    };
  }, 'Preview');
}

export interface PreviewProps {
  readonly tag: EmbedTag;
  /** Attributes of the element by property name, except `server`; `true`: an attribute without a value. */
  readonly values: Readonly<Record<string, string | true>>;
  readonly getToken: TokenSource['getToken'] | undefined;
  /** Request for the guest's token, as JSON; a different request means a different guest. Undefined: no guest. */
  readonly guest: string | undefined;
  /** Width in px of the imagined page for which the element is laid out. */
  readonly width: number;
  readonly label: string;
}

const useStyles = makeStyles({
  frame: {
    height: '360px',
    overflow: 'auto',
    border: `1px solid ${tokens.border.default}`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.canvas,
    overscrollBehavior: 'contain',
  },
});

export function Preview({ tag, values, getToken, guest, width, label }: PreviewProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const own = frame.current;
    if (!own) return undefined;
    const failed = ({ detail }: CustomEvent<{ message?: string; error?: unknown }>): void => {
      const { message, error } = detail;
      if (message ?? error) setProblem(message ?? (error instanceof Error ? error.message : String(error)));
    };
    const heard = (event: Event): void => failed(event as CustomEvent);
    const cleared = (): void => setProblem(undefined);
    own.addEventListener('log-error', heard);
    own.addEventListener('log-auth-required', heard);
    own.addEventListener('log-ready', cleared);
    return () => {
      own.removeEventListener('log-error', heard);
      own.removeEventListener('log-auth-required', heard);
      own.removeEventListener('log-ready', cleared);
    };
  }, []);
  const Shown = elements[tag];
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const style = { width: `${width}px`, zoom: scale, '--log-tv-height': '560px' };
  return (
    <>
      {problem !== undefined && <Alert kind="warning">{problem}</Alert>}
      <div ref={frame} className={styles.frame} role="region" aria-label={label} tabIndex={0}>
        <div style={style}>
          <Suspense fallback={<Loading />}>
            {/* The element is remounted when an attribute or the guest changes, so that it keeps no data of the
               previous guest. */}
            <Shown
              key={JSON.stringify([values, guest ?? null])}
              attributes={{ ...values, server: host.server }}
              getToken={getToken}
            />
          </Suspense>
        </div>
      </div>
    </>
  );
}
