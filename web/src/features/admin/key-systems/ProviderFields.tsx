import { type DrmProvider, driverSecrets } from '@prahari/contract';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { listDrivers, type ProviderDraft } from './provider-draft.ts';

export interface ProviderFieldsProps {
  readonly provider: DrmProvider;
  readonly draft: ProviderDraft;
  readonly onChange: (draft: ProviderDraft) => void;
}

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const requestCodecs = ['raw', 'form', 'json'] as const;
const responseCodecs = ['raw', 'base64', 'xml', 'json'] as const;
const paddings = ['pkcs7', 'zero'] as const;

/** The fields that the chosen kind of service needs. */
export function ProviderFields(props: ProviderFieldsProps) {
  const { provider, draft, onChange } = props;
  const { t } = useText();
  const drivers = listDrivers(provider.system);
  return (
    <>
      <Select
        label={t('keySystems.driver')}
        value={draft.driver}
        options={drivers.map((value) => ({ value, label: t(`keySystems.driver_${value}`) }))}
        onChange={({ target }) => {
          const driver = drivers.find((one) => one === target.value);
          if (driver) onChange({ ...draft, driver });
        }}
      />
      <TextField
        label={t('keySystems.licenceUrl')}
        hint={t('keySystems.licenceUrlHint')}
        type="url"
        required
        value={draft.licenceUrl}
        onChange={({ target }) => onChange({ ...draft, licenceUrl: target.value })}
      />
      <DriverFields {...props} />
      <SecretFields {...props} />
      {provider.system === 'fairplay' ? <FairPlayFields {...props} /> : null}
      <Checkbox
        label={t('keySystems.enabled')}
        checked={draft.enabled}
        onChange={({ target }) => onChange({ ...draft, enabled: target.checked })}
      />
    </>
  );
}

function DriverFields({ draft, onChange }: ProviderFieldsProps) {
  const { t } = useText();
  const field = (name: 'provider' | 'communicationKeyId' | 'merchant') => (
    <TextField
      label={t(`keySystems.${name}`)}
      required
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
    />
  );
  if (draft.driver === 'axinom') return field('communicationKeyId');
  if (draft.driver === 'drmtoday') return field('merchant');
  if (draft.driver === 'headers') {
    return (
      <Textarea
        label={t('keySystems.headers')}
        hint={t('keySystems.headersHint')}
        rows={4}
        value={draft.headers}
        onChange={({ target }) => onChange({ ...draft, headers: target.value })}
      />
    );
  }
  return (
    <>
      {field('provider')}
      <Select
        label={t('keySystems.padding')}
        value={draft.padding}
        options={paddings.map((value) => ({ value, label: t(`keySystems.padding_${value}`) }))}
        onChange={({ target }) => {
          const padding = paddings.find((one) => one === target.value);
          if (padding) onChange({ ...draft, padding });
        }}
      />
    </>
  );
}

function SecretFields({ provider, draft, onChange }: ProviderFieldsProps) {
  const { t } = useText();
  const isKept = provider.hasSecrets && provider.settings?.driver === draft.driver;
  return driverSecrets[draft.driver].map((name) => (
    <TextField
      key={name}
      label={t(`keySystems.secret_${name}`)}
      hint={t(isKept ? 'keySystems.secretKept' : 'keySystems.secretNew')}
      type="password"
      autoComplete="off"
      reveal={{ show: t('keySystems.show'), hide: t('keySystems.hide') }}
      value={draft.secrets[name] ?? ''}
      onChange={({ target }) =>
        onChange({ ...draft, secrets: { ...draft.secrets, [name]: target.value } })
      }
    />
  ));
}

function FairPlayFields({ draft, onChange }: ProviderFieldsProps) {
  const { t } = useText();
  return (
    <>
      <Textarea
        label={t('keySystems.certificate')}
        rows={4}
        required
        value={draft.certificate}
        onChange={({ target }) => onChange({ ...draft, certificate: target.value })}
      />
      <Select
        label={t('keySystems.requestCodec')}
        value={draft.requestCodec}
        options={optionsOf(requestCodecs)}
        onChange={({ target }) => {
          const requestCodec = requestCodecs.find((one) => one === target.value);
          if (requestCodec) onChange({ ...draft, requestCodec });
        }}
      />
      <Select
        label={t('keySystems.responseCodec')}
        value={draft.responseCodec}
        options={optionsOf(responseCodecs)}
        onChange={({ target }) => {
          const responseCodec = responseCodecs.find((one) => one === target.value);
          if (responseCodec) onChange({ ...draft, responseCodec });
        }}
      />
    </>
  );
}
