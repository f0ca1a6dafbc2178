/**
 * Renders the limits of the embed token in the code, the request that creates a token, and the list of valid tokens.
 */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { EmbedToken } from '../../api/contract/embed-tokens.js';
import { reasonOf } from '../../api/failures.js';
import { embedTokensQuery, revokeEmbedTokenMutation } from '../../api/queries/embed-tokens.js';
import type { EmbedSubject, TokenLimits } from '../../machines/embed/choices.js';
import { tokenCall } from '../../machines/embed/snippets.js';
import { useConnection } from '../element/connection-context.js';
import { useHostElement } from '../element/host-context.js';
import { Alert } from '../kit/alert.js';
import { Button } from '../kit/button.js';
import { CopyButton } from '../kit/copy-button.js';
import { useToasts } from '../kit/feedback.js';
import { Field } from '../kit/field.js';
import { formatDate } from '../kit/format.js';
import { HelpLink } from '../kit/help-link.js';
import { Input } from '../kit/input.js';
import { NumberInput } from '../kit/number-input.js';
import { radius, space, tokens, type } from '../kit/tokens.js';
import { texts } from './texts.js';

export interface TokenBoxProps {
  readonly subject: EmbedSubject;
  readonly limits: TokenLimits;
  readonly onLimits: (limits: TokenLimits) => void;
  /** Body of the request that creates a token; undefined when tokens do not support the subject. */
  readonly request: Readonly<Record<string, unknown>> | undefined;
  /** Absolute base URL of the API. */
  readonly server: string;
}

const useStyles = makeStyles({
  box: {
    display: 'grid',
    gap: `${space.m}px`,
    padding: `${space.xl}px`,
    borderRadius: `${radius.card}px`,
    backgroundColor: tokens.surface.inset,
  },
  title: { ...type.cardTitle, margin: 0 },
  pair: { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: `${space.m}px` },
  note: { ...type.caption, color: tokens.text.secondary, margin: 0 },
  code: { ...type.logSmall, margin: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  end: { display: 'flex', flexWrap: 'wrap', gap: `${space.m}px`, alignItems: 'center' },
  list: { display: 'grid', gap: `${space.s}px`, margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: `${space.m}px`, ...type.caption },
});

export function TokenBox({ subject, limits, onLimits, request, server }: TokenBoxProps): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const tokensOfServer = useQuery(embedTokensQuery(client));
  const [listed, setListed] = useState(false);
  if (tokensOfServer.data === null) return <Alert>{texts.token.none}</Alert>;
  if (!request) return <Alert>{texts.token.unnamed}</Alert>;
  const set = (changed: Partial<TokenLimits>): void => onLimits({ ...limits, ...changed });
  const call = tokenCall(server, request);
  const own = (tokensOfServer.data ?? []).filter((token) => isOf(token, subject));
  return (
    <section className={styles.box} aria-label={texts.token.title}>
      <h4 className={styles.title}>{texts.token.title}</h4>
      <Field label={texts.token.filter} help={texts.token.filterHelp}>
        <Input mono size="small" value={limits.filter} onChange={(filter) => set({ filter })} />
      </Field>
      <Field label={texts.token.origin}>
        <Input
          mono
          size="small"
          placeholder="https://portal.example.org"
          value={limits.origin}
          onChange={(origin) => set({ origin })}
        />
      </Field>
      <div className={styles.pair}>
        <Field label={texts.token.longest}>
          <NumberInput
            size="small"
            min={1}
            max={3650}
            value={limits.longestDays}
            after={texts.token.longestUnit}
            onChange={(longestDays) => set({ longestDays })}
          />
        </Field>
        <Field label={texts.token.minutes}>
          <NumberInput
            size="small"
            min={1}
            max={60}
            value={limits.minutes}
            after={texts.token.minutesUnit}
            onChange={(minutes = 15) => set({ minutes: Math.min(60, Math.max(1, Math.round(minutes))) })}
          />
        </Field>
      </div>
      <p className={styles.note}>{texts.token.backend}</p>
      <pre className={styles.code}>{call}</pre>
      <div className={styles.end}>
        <CopyButton text={call} label={texts.copyBackend} words />
        <HelpLink chapter="embedding#tokens-for-guests">{texts.token.more}</HelpLink>
      </div>
      {own.length > 0 && (
        <div className={styles.end}>
          <span className={styles.note}>{texts.token.live(own.length)}</span>
          <Button appearance="subtle" size="small" onClick={() => setListed(!listed)} aria-expanded={listed}>
            {listed ? texts.token.hide : texts.token.show}
          </Button>
        </div>
      )}
      {listed && <Tokens tokens={own} />}
    </section>
  );
}

function Tokens({ tokens: shown }: { readonly tokens: readonly EmbedToken[] }): ReactNode {
  const styles = useStyles();
  const { timezone } = useHostElement();
  const { client, queryClient } = useConnection();
  const { toast } = useToasts();
  const revoking = useMutation(revokeEmbedTokenMutation(client, queryClient));
  return (
    <ul className={styles.list}>
      {shown.map(({ id, guest, issuer, expires_at: until }) => (
        <li key={id} className={styles.row}>
          {texts.token.of(guest, issuer, formatDate(Date.parse(until), timezone))}
          <Button
            size="small"
            busy={revoking.isPending && revoking.variables === id}
            onClick={() =>
              revoking.mutate(id, {
                onSuccess: () => toast('success', texts.token.revoked, texts.token.title),
                onError: (error) => toast('error', texts.token.revokeFailed(reasonOf(error)), texts.token.title),
              })
            }
          >
            {texts.token.revoke}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Returns whether a token gives access to the subject. */
function isOf({ view, widget, message }: EmbedToken, { values }: EmbedSubject): boolean {
  const { viewId, widgetId, messageId } = values;
  if (messageId !== undefined) return message?.id === messageId;
  return viewId !== undefined && view === viewId && (widget === undefined || widget === widgetId);
}
