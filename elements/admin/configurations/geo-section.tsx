/** Renders a section with the settings of the Geo-IP databases, such as their paths and refresh interval. */
import type { ReactNode } from 'react';
import type { ConfigValues } from '../../../api/contract/cluster-config.schema.js';
import { Checkbox } from '../../kit/checkbox.js';
import { ConfigDialog, useConfigForm } from '../../kit/config-form/index.js';
import { Details } from '../../kit/detail-page/index.js';
import { Field } from '../../kit/field.js';
import { Input } from '../../kit/input.js';
import { Select } from '../../kit/select.js';
import { AmountField, type Amount, type Unit } from './fields.js';
import { ConfigSection } from './stored-section.js';
import { texts } from './texts.js';

const { geo: words } = texts;
type Geo = ConfigValues['geoIp'];
type Vendor = Geo['db_vendor_type'];

const units: readonly Unit[] = ['seconds', 'minutes', 'hours', 'days'];
const vendors = (['MAXMIND', 'IPINFO'] as const).map((value) => ({ value, label: words.vendors[value] }));
const unitOf = (unit: string): Unit => units.find((one) => one === unit.toLowerCase()) ?? 'minutes';
const wireUnits = { seconds: 'SECONDS', minutes: 'MINUTES', hours: 'HOURS', days: 'DAYS' } as const;
const yesNo = (is: boolean): string => (is ? words.yes : words.no);

export function GeoSection(): ReactNode {
  return (
    <ConfigSection
      config="geoIp"
      heading={words.heading}
      intro={words.intro}
      summary={(config) => <Details rows={[[words.enabled, yesNo(config.enabled)], ...whenEnabled(config)]} />}
      dialog={(stored, onClose) => <GeoDialog stored={stored} onClose={onClose} />}
    />
  );
}

const whenEnabled = (config: Geo): (readonly [string, ReactNode])[] =>
  config.enabled
    ? [
        [words.schema, yesNo(config.enforce_graylog_schema)],
        [
          words.vendor,
          (words.vendors as Readonly<Record<string, string>>)[config.db_vendor_type] ?? config.db_vendor_type,
        ],
        [words.city, config.city_db_path],
        [words.asn, config.asn_db_path || texts.none],
        [words.refresh, texts.quantity(config.refresh_interval, texts.units[unitOf(config.refresh_interval_unit)])],
        [words.s3, yesNo(config.use_s3)],
      ]
    : [];

function refreshProblem({ value }: Amount): string | undefined {
  if (!Number.isInteger(value)) return texts.required;
  return value !== undefined && value < 1 ? texts.atLeast('1') : undefined;
}

interface GeoValues {
  readonly enabled: boolean;
  readonly schema: boolean;
  readonly vendor: Vendor;
  readonly city: string;
  readonly asn: string;
  readonly refresh: Amount;
  readonly s3: boolean;
}

function GeoDialog({ stored, onClose }: { readonly stored: Geo; readonly onClose: () => void }): ReactNode {
  const form = useConfigForm<'geoIp', GeoValues>({
    key: 'geoIp',
    stored,
    valuesOf: (config) => ({
      enabled: config.enabled,
      schema: config.enforce_graylog_schema,
      vendor: config.db_vendor_type,
      city: config.city_db_path,
      asn: config.asn_db_path,
      refresh: { value: config.refresh_interval, unit: unitOf(config.refresh_interval_unit) },
      s3: config.use_s3,
    }),
    bodyOf: (values) => ({
      enabled: values.enabled,
      enforce_graylog_schema: values.schema,
      db_vendor_type: values.vendor,
      city_db_path: values.city.trim(),
      asn_db_path: values.asn.trim(),
      ...((values.refresh.value ?? 0) >= 1 && {
        refresh_interval: values.refresh.value ?? 1,
        refresh_interval_unit: wireUnits[values.refresh.unit],
      }),
      use_s3: values.s3,
    }),
    check: ({ enabled, city, refresh }) => ({
      city: enabled && city.trim() === '' ? texts.required : undefined,
      refresh: enabled ? refreshProblem(refresh) : undefined,
    }),
    serverNames: { city_db_path: 'city', asn_db_path: 'asn', refresh_interval: 'refresh', db_vendor_type: 'vendor' },
    onClose,
  });
  const { values, set, field } = form;
  const disabled = !values.enabled;
  return (
    <ConfigDialog form={form} title={words.dialog} onClose={onClose}>
      <Checkbox label={words.enable} checked={values.enabled} onChange={(enabled) => set({ enabled })} />
      <Checkbox
        label={words.schema}
        disabled={disabled}
        checked={values.schema}
        onChange={(schema) => set({ schema })}
      />
      <Field label={words.vendor} required {...field('vendor')}>
        <Select disabled={disabled} options={vendors} value={values.vendor} onChange={(vendor) => set({ vendor })} />
      </Field>
      <Field label={words.city} required {...field('city')}>
        <Input mono disabled={disabled} value={values.city} onChange={(city) => set({ city })} />
      </Field>
      <Field label={words.asn} optional {...field('asn')}>
        <Input mono disabled={disabled} value={values.asn} onChange={(asn) => set({ asn })} />
      </Field>
      <AmountField
        label={words.refresh}
        units={units}
        disabled={disabled}
        amount={values.refresh}
        onChange={(refresh) => set({ refresh })}
        {...field('refresh')}
      />
      <Checkbox label={words.s3} disabled={disabled} checked={values.s3} onChange={(s3) => set({ s3 })} />
    </ConfigDialog>
  );
}
