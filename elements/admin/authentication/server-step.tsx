/** Renders the step of the wizard for the address and the account of a directory server or identity provider. */
import { makeStyles } from '@griffel/react';
import type { ReactNode } from 'react';
import { oidcRedirectUrl } from '../../../api/queries/sign-in.js';
import { useConnection } from '../../element/connection-context.js';
import { Checkbox, Radio } from '../../kit/checkbox.js';
import { Field } from '../../kit/field.js';
import { Fields, SecretField } from '../../kit/form/index.js';
import { Input } from '../../kit/input.js';
import { NumberInput } from '../../kit/number-input.js';
import { Textarea } from '../../kit/textarea.js';
import { container } from '../../kit/tokens.js';
import { absolute, portFor } from './backend-form.js';
import { texts } from './texts.js';
import type { StepProps } from './wizard-page.js';

const useStyles = makeStyles({
  address: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 120px',
    alignItems: 'start',
    gap: '12px',
    [container.compact]: { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  radios: { display: 'flex', flexWrap: 'wrap', gap: '4px 20px' },
});

const { fields, help } = texts;

interface ServerStepProps extends StepProps {
  /** True if a secret of the service is stored. */
  readonly stored: boolean;
  /** True if the form names another directory or provider than the stored service. */
  readonly elsewhere: boolean;
}

export function ServerStep(props: ServerStepProps): ReactNode {
  const { type, form, error, stored, elsewhere } = props;
  const { values, set } = form;
  return (
    <Fields>
      <Field label={fields.title} required error={error('title')}>
        <Input value={values.title} onChange={(title) => set({ title })} />
      </Field>
      <Field label={fields.description} optional error={error('description')}>
        <Textarea rows={2} value={values.description} onChange={(description) => set({ description })} />
      </Field>
      {type === 'oidc' ? <ProviderFields {...props} /> : <DirectoryFields {...props} />}
      {elsewhere && (
        <Field label={fields.keepAccounts} group help={help.keepAccounts}>
          <Checkbox
            label={fields.keepAccountsWords}
            checked={values.keep_accounts}
            onChange={(keep_accounts) => set({ keep_accounts })}
          />
        </Field>
      )}
      <SecretField
        label={type === 'oidc' ? fields.clientSecret : fields.systemPassword}
        resetLabel={type === 'oidc' ? texts.form.resetSecret : texts.form.resetPassword}
        stored={stored}
        onChange={(secret) => set({ secret })}
        error={error('secret')}
      />
    </Fields>
  );
}

function DirectoryFields({ form: { values, set }, error }: StepProps): ReactNode {
  const styles = useStyles();
  return (
    <>
      <div className={styles.address}>
        <Field label={`${fields.address}: ${fields.host}`} required error={error('host')}>
          <Input mono value={values.host} onChange={(host) => set({ host })} />
        </Field>
        <Field label={fields.port} required error={error('port')}>
          <NumberInput value={values.port} min={1} max={65_535} onChange={(port) => set({ port })} />
        </Field>
      </div>
      <Field label={fields.security} group help={help.security} error={error('transport_security')}>
        <div className={styles.radios}>
          {(['none', 'tls', 'start_tls'] as const).map((security) => (
            <Radio
              key={security}
              name="transport-security"
              label={fields.securities[security]}
              checked={values.transport_security === security}
              onChoose={() => set({ transport_security: security, port: portFor(security, values.port) })}
            />
          ))}
        </div>
      </Field>
      <Field label={fields.verify} group help={help.verify} error={error('verify_certificates')}>
        <Checkbox
          label={fields.verifyWords}
          checked={values.verify_certificates}
          onChange={(verify_certificates) => set({ verify_certificates })}
        />
      </Field>
      <Field label={fields.systemUser} optional help={help.systemUser} error={error('system_user_dn')}>
        <Input mono value={values.system_user_dn} onChange={(system_user_dn) => set({ system_user_dn })} />
      </Field>
    </>
  );
}

function ProviderFields({ form: { values, set }, error }: StepProps): ReactNode {
  const { client } = useConnection();
  return (
    <>
      <Field label={fields.issuer} required help={help.issuer} error={error('issuer')}>
        <Input mono type="url" value={values.issuer} onChange={(issuer) => set({ issuer })} />
      </Field>
      <Field label={fields.clientId} required error={error('client_id')}>
        <Input mono value={values.client_id} onChange={(client_id) => set({ client_id })} />
      </Field>
      <Field label={fields.redirect} help={help.redirect}>
        <Input mono readOnly value={absolute(oidcRedirectUrl(client))} onChange={() => {}} />
      </Field>
      <Field label={fields.scopes} help={help.scopes} error={error('scopes')}>
        <Input mono value={values.scopes} onChange={(scopes) => set({ scopes })} />
      </Field>
    </>
  );
}
