/** Renders the dialog with the code that embeds a search, a dashboard, a widget, a message or a wall display. */
import { makeStyles } from '@griffel/react';
import { useState, type ReactNode } from 'react';
import {
  choicesOf,
  embedValues,
  startChoices,
  tokenRequest,
  type EmbedChoices,
  type TokenLimits,
} from '../../machines/embed/choices.js';
import { snippetKinds, snippetOf, type SnippetKind } from '../../machines/embed/snippets.js';
import { useUsername } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { Dialog } from '../kit/dialog.js';
import type { EmbedRequest } from '../kit/share-tools.js';
import { Tabs } from '../kit/tabs.js';
import { container, focusRing, radius, space, tokens, type } from '../kit/tokens.js';
import { Preview } from './preview.js';
import { Settings } from './settings.js';
import { texts } from './texts.js';
import { TokenBox } from './token-box.js';
import { useDebounced } from '../kit/use-debounced.js';
import { useGuestToken } from './use-guest-token.js';
import { useServerMakesTokens } from './use-server-makes-tokens.js';

export interface EmbedDialogProps {
  readonly request: EmbedRequest;
  readonly onClose: () => void;
}

const useStyles = makeStyles({
  name: { fontStyle: 'italic', fontWeight: 500 },
  body: {
    display: 'grid',
    gridTemplateColumns: '280px minmax(0, 1fr)',
    gap: `${space.xxl}px`,
    alignItems: 'start',
    ...type.control,
    '@media (max-width: 767.98px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  side: { display: 'grid', gap: `${space.xl}px`, minWidth: 0 },
  main: { display: 'grid', gap: `${space.xl}px`, minWidth: 0 },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: `${space.m}px`,
    minWidth: 0,
    [container.compact]: { overflowX: 'auto' },
  },
  code: {
    ...type.logSmall,
    margin: 0,
    maxHeight: '300px',
    overflow: 'auto',
    padding: `${space.xl}px`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.inset,
    color: tokens.text.primary,
    tabSize: 2,
    ':focus-visible': focusRing,
  },
  note: { ...type.caption, color: tokens.text.secondary, margin: 0 },
  preview: { ...type.cardTitle },
  quiet: { fontWeight: 400, color: tokens.text.secondary, marginLeft: `${space.m}px` },
});

const widths = ['1024', '768', '360'] as const;
const typingMs = 600;
const firstLimits: TokenLimits = { filter: '', longestDays: undefined, origin: '', minutes: 15 };

export function EmbedDialog({ request, onClose }: EmbedDialogProps): ReactNode {
  const styles = useStyles();
  const host = useHostElement();
  const username = useUsername();
  const { heading, title, offers } = request;
  const [offer, setOffer] = useState(offers[0]);
  const [choices, setChoices] = useState<EmbedChoices>(() => startChoices(offers[0].subject));
  const [limits, setLimits] = useState(firstLimits);
  const [kind, setKind] = useState<SnippetKind>('html');
  const [width, setWidth] = useState<(typeof widths)[number]>('1024');
  const { subject } = offer;
  const makesTokens = useServerMakesTokens();
  const body = tokenRequest(subject, choices, limits);
  const guests = choices.access === 'guests';
  const absolute = (address: string): string => new URL(address, window.location.href).href.replace(/\/+$/, '');
  const server = absolute(host.server);
  const code = snippetOf(kind, {
    subject,
    choices,
    server,
    consoleUrl: absolute(host.consoleUrl),
  });
  // The preview updates after typing has paused. It always runs inside the console, whatever origin the token is
  // limited to.
  const requested = useDebounced(
    guests && makesTokens && body
      ? JSON.stringify({ ...body, origins: undefined, guest: texts.previewGuest(username ?? '') })
      : undefined,
    typingMs,
  );
  const getToken = useGuestToken(requested);
  return (
    <Dialog
      open
      size="large"
      title={
        <>
          {heading} {title !== '' && <em className={styles.name}>{title}</em>}
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.close}</Button>
          <CopyButton text={code} label={texts.copy} words size="medium" />
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.side}>
          <Settings offers={offers} offer={offer} onOffer={setOffer} choices={choices} onChoices={setChoices} />
          {guests && <TokenBox subject={subject} limits={limits} onLimits={setLimits} request={body} server={server} />}
        </div>
        <div className={styles.main}>
          <Tabs
            label={texts.framework}
            tabs={snippetKinds.map((key) => ({ key, label: texts.kinds[key] }))}
            active={kind}
            onChange={setKind}
          />
          <pre className={styles.code} tabIndex={0} aria-label={texts.code}>
            {code}
          </pre>
          <p className={styles.note}>{kind === 'html' ? texts.origins : texts.bundler}</p>
          <div className={styles.head}>
            <span className={styles.preview}>
              {texts.preview}
              <span className={styles.quiet}>{texts.previewAs[getToken ? 'guests' : 'people']}</span>
            </span>
            <Tabs
              kind="segments"
              label={texts.width}
              tabs={widths.map((key) => ({ key, label: key }))}
              active={width}
              onChange={setWidth}
            />
          </div>
          {makesTokens !== undefined && (
            <Preview
              key={`${subject.tag} ${JSON.stringify(choicesOf[subject.tag])}`}
              tag={subject.tag}
              values={embedValues(subject, getToken ? choices : { ...choices, access: 'people' })}
              getToken={getToken}
              guest={requested}
              width={Number(width)}
              label={texts.previewName(title)}
            />
          )}
        </div>
      </div>
    </Dialog>
  );
}
