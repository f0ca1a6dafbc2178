/** Renders pages in place of a search that is forbidden or not supported by this installation (spec 2 §2). */
import { makeStyles } from '@griffel/react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import type { View } from '../../../api/contract/views.schema.js';
import { ElementFailure } from '../../element/element-failure.js';
import { useHostElement } from '../../element/host-context.js';
import { useHasRoute } from '../../element/routes-context.js';
import { Button } from '../../kit/button.js';
import { LockIcon } from '../../kit/icons.js';
import { Link } from '../../kit/link.js';
import { space, tokens, type } from '../../kit/tokens.js';
import { useNoticeStyles } from './pages.js';
import { refusalTexts as texts } from './refusal-texts.js';

const useOwnStyles = makeStyles({
  lock: { flexShrink: 0, fontSize: '32px', color: tokens.text.tertiary },
  list: { ...type.body, margin: `${space.m}px 0 0`, paddingLeft: '20px' },
});

export interface SearchRefusalProps {
  /**
   * Streams that the user may not read. If `streams` and `requires` are both absent, the user may not read any stream.
   */
  readonly streams?: readonly string[];
  /** Missing requirements of the view. */
  readonly requires?: View['requires'];
}

/** Shows why a search is refused; the component is loaded lazily, because a refusal is rare. */
export function SearchRefusal({ streams, requires }: SearchRefusalProps) {
  const host = useHostElement();
  const tell = useEffectEvent(() => {
    const { missing, noStream } = texts;
    // If streams are given, a search has failed, and the search itself reports that failure.
    if (streams) return;
    host.fail(
      requires ? new ElementFailure('failed', missing) : new ElementFailure('missing-stream-permission', noStream),
    );
  });
  useEffect(() => {
    tell();
  }, []);
  if (requires) return <UnsupportedPage requires={requires} />;
  return streams && streams.length > 0 ? <DeniedPage streams={streams} /> : <NoStreamPage />;
}

/** Renders a page for a user who may not read any stream and therefore cannot search. */
function NoStreamPage() {
  const styles = useNoticeStyles();
  const hasRoute = useHasRoute();
  return (
    <Refusal level="h1" title={texts.noStreamTitle} text={texts.noStream}>
      {hasRoute('/welcome') && (
        <div className={styles.action}>
          <Link route="/welcome">{texts.welcome}</Link>
        </div>
      )}
    </Refusal>
  );
}

/**
 * Lists the streams of the search that the user may not read; the search bar stays, so that the user can remove them.
 */
function DeniedPage({ streams }: { readonly streams: readonly string[] }) {
  const own = useOwnStyles();
  return (
    <Refusal title={texts.deniedTitle} text={texts.denied}>
      <ul className={own.list}>
        {streams.map((stream) => (
          <li key={stream}>{stream}</li>
        ))}
      </ul>
    </Refusal>
  );
}

/** Lists the capabilities that a view requires and that this installation lacks. */
function UnsupportedPage({ requires }: { readonly requires: View['requires'] }) {
  const styles = useNoticeStyles();
  const own = useOwnStyles();
  return (
    <Refusal title={texts.missingTitle} text={texts.missing}>
      <ul className={own.list}>
        {Object.entries(requires).map(([id, { name }]) => (
          <li key={id}>{name ?? id}</li>
        ))}
      </ul>
      <div className={styles.action}>
        <Button onClick={() => history.back()}>{texts.back}</Button>
      </div>
    </Refusal>
  );
}

interface RefusalProps {
  readonly level?: 'h1' | 'h2';
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Refusal({ level: Title = 'h2', title, text, children }: RefusalProps) {
  const styles = useNoticeStyles();
  const own = useOwnStyles();
  return (
    <div className={styles.card} role="alert">
      <LockIcon className={own.lock} />
      <div className={styles.body}>
        <Title className={styles.title}>{title}</Title>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  );
}
