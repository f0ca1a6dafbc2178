/** Renders a section with the mail server for outgoing e-mail, to which a test e-mail can be sent. */
import { makeStyles } from '@griffel/react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { MailSecurity, MailSettings, MailSettingsBody } from '../../../api/contract/event-notifications.js';
import { reasonOf } from '../../../api/failures.js';
import { fieldErrorsOf } from '../../../api/field-errors.js';
import {
  forgetMailSettingsMutation,
  mailSettingsQuery,
  saveMailSettingsMutation,
  testMailMutation,
} from '../../../api/queries/mail-settings.js';
import { useConnection, useCurrentUser, usePermission } from '../../element/connection-context.js';
import { useHostElement } from '../../element/host-context.js';
import { Alert } from '../../kit/alert.js';
import { Button } from '../../kit/button.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, configFormTexts } from '../../kit/config-form/index.js';
import { Details, Section } from '../../kit/detail-page/index.js';
import { useConfirm, useToasts } from '../../kit/feedback.js';
import { Field } from '../../kit/field.js';
import { SecretField, useForm } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Select } from '../../kit/select.js';
import { onOff, StoredSection } from './stored-section.js';
import { texts } from './texts.js';

const { email: words } = texts;

const useStyles = makeStyles({
  parts: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  trial: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px' },
  recipient: { flexGrow: 1, maxWidth: '360px' },
});

const securities = (['none', 'starttls', 'tls'] as const satisfies readonly MailSecurity[]).map((value) => ({
  value,
  label: words.securities[value],
}));

export function EmailSection(): ReactNode {
  const { client } = useConnection();
  const stored = useQuery(mailSettingsQuery(client));
  const mayEdit = usePermission('clusterconfigentry:edit');
  if (stored.data === null) return <Section title={words.heading}>{words.missing}</Section>;
  return (
    <StoredSection
      heading={words.heading}
      intro={words.intro}
      stored={stored}
      mayEdit={mayEdit}
      summary={(settings) => settings && <Summary settings={settings} />}
      dialog={(settings, close) => settings && <EmailDialog stored={settings} onClose={close} />}
    />
  );
}

function Summary({ settings }: { readonly settings: MailSettings }): ReactNode {
  const styles = useStyles();
  const { readonly } = useHostElement();
  const { source, enabled, host, port, security, verify_certificate: verified, username, password, sender } = settings;
  return (
    <div className={styles.parts}>
      <Details
        rows={[
          [words.source, words.sources[source]],
          ...(source === 'none'
            ? []
            : ([
                [words.enabled, onOff(enabled)],
                [words.host, `${host || texts.none}:${port}`],
                [words.security, words.securities[security]],
                [words.certificate, security === 'none' ? texts.none : verified ? words.verified : words.unverified],
                [words.username, username || words.nobody],
                [words.password, password.is_set ? words.isSet : words.isNotSet],
                [words.sender, sender || texts.none],
              ] as const)),
        ]}
      />
      {source !== 'none' && enabled && sender === '' && <Alert kind="warning">{words.noSender}</Alert>}
      {!readonly && source === 'settings' && <Forget />}
      {!readonly && source !== 'none' && enabled && <Trial />}
    </div>
  );
}

function Forget(): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const confirm = useConfirm();
  const forgetting = useMutation(forgetMailSettingsMutation(client, queryClient));
  const forget = async (): Promise<void> => {
    if (!(await confirm({ title: words.forgetTitle, text: words.forgetText, confirm: words.forget, danger: true })))
      return;
    try {
      await forgetting.mutateAsync();
      toast('success', configFormTexts.saved, configFormTexts.savedTitle);
      emit('log-changed', { type: 'configuration', id: 'email' });
    } catch (error) {
      toast('error', reasonOf(error), configFormTexts.failed);
    }
  };
  return (
    <div>
      <Button busy={forgetting.isPending} onClick={() => void forget()}>
        {words.forget}
      </Button>
    </div>
  );
}

function Trial(): ReactNode {
  const styles = useStyles();
  const { client } = useConnection();
  const own = useCurrentUser()?.email ?? '';
  const [recipient, setRecipient] = useState(own);
  const sending = useMutation(testMailMutation(client));
  const { error, isPending, mutate, reset, isSuccess } = sending;
  const problem = fieldErrorsOf(error)?.['recipient'];
  return (
    <div className={styles.parts}>
      <div className={styles.trial}>
        <div className={styles.recipient}>
          <Field label={words.recipient} error={problem}>
            <Input
              value={recipient}
              onChange={(next) => {
                setRecipient(next);
                reset();
              }}
            />
          </Field>
        </div>
        <Button
          busy={isPending}
          disabled={recipient.trim() === ''}
          {...(recipient.trim() === '' && { disabledReason: words.noRecipient })}
          onClick={() => mutate(recipient)}
        >
          {words.test}
        </Button>
      </div>
      {(isSuccess || (error !== null && problem === undefined)) && (
        <div role="status">
          <Alert kind={isSuccess ? 'success' : 'danger'}>
            {isSuccess ? words.sent(recipient) : words.notSent(reasonOf(error))}
          </Alert>
        </div>
      )}
    </div>
  );
}

interface Values {
  readonly enabled: boolean;
  readonly host: string;
  readonly port: number | undefined;
  readonly security: MailSecurity;
  readonly verify_certificate: boolean;
  readonly username: string;
  readonly password: NonNullable<MailSettingsBody['password']> | null;
  readonly sender: string;
}

const valuesOf = ({ source, password, ...settings }: MailSettings): Values => ({
  ...settings,
  // If no mail settings exist yet, the form proposes to enable sending.
  enabled: source === 'none' ? true : settings.enabled,
  password: isKept({ source, password }) ? { keep_value: true } : null,
});

/** Returns whether the password can be kept: one from the server's start options cannot become a saved setting. */
const isKept = ({ source, password }: Pick<MailSettings, 'source' | 'password'>): boolean =>
  source === 'settings' && password.is_set;

interface EmailDialogProps {
  readonly stored: MailSettings;
  readonly onClose: () => void;
}

function EmailDialog({ stored, onClose }: EmailDialogProps): ReactNode {
  const { client, queryClient } = useConnection();
  const { emit } = useHostElement();
  const { toast } = useToasts();
  const saving = useMutation(saveMailSettingsMutation(client, queryClient));
  const form = useForm<Values, MailSettings>({
    initial: valuesOf(stored),
    check: ({ port }) => ({ port: port !== undefined && Number.isInteger(port) ? undefined : texts.number }),
    save: ({ port = 0, ...values }) => saving.mutateAsync({ ...values, port }),
    onSaved: () => {
      toast('success', configFormTexts.saved, configFormTexts.savedTitle);
      emit('log-changed', { type: 'configuration', id: 'email' });
      onClose();
    },
  });
  const { values, set, field } = form;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <Checkbox label={words.enable} checked={values.enabled} onChange={(enabled) => set({ enabled })} />
      <Field label={words.host} required={values.enabled} {...field('host')}>
        <Input value={values.host} onChange={(host) => set({ host })} />
      </Field>
      <Field label={words.port} required {...field('port')}>
        <NumberInput min={1} max={65_535} value={values.port} onChange={(port) => set({ port })} />
      </Field>
      <Field label={words.security} {...field('security')}>
        <Select options={securities} value={values.security} onChange={(security) => set({ security })} />
      </Field>
      <Checkbox
        label={words.verify}
        disabled={values.security === 'none'}
        checked={values.verify_certificate}
        onChange={(verify_certificate) => set({ verify_certificate })}
      />
      <Field label={words.username} optional help={words.usernameHelp} {...field('username')}>
        <Input value={values.username} autoComplete="off" onChange={(username) => set({ username })} />
      </Field>
      <SecretField
        label={words.password}
        stored={isKept(stored)}
        help={stored.source === 'environment' && stored.password.is_set ? words.passwordHelp : undefined}
        onChange={(password) => set({ password: password ?? null })}
        {...field('password')}
      />
      <Field label={words.sender} optional help={words.senderHelp} {...field('sender')}>
        <Input value={values.sender} onChange={(sender) => set({ sender })} />
      </Field>
      {values.enabled && values.sender.trim() === '' && <Alert kind="warning">{words.noSender}</Alert>}
    </ConfigDialog>
  );
}
