import { useState } from 'react'
import type { AccessScope, AccountHolderSearchResult } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../button.tsx'
import { useKitText } from '../words/kit-text.ts'
import { SelectField } from './field.tsx'
import { LookupField } from './lookup.tsx'
import type { Option } from './option.ts'

/** A limit with the name that people know. */
export interface ShownScope extends AccessScope {
  readonly title: string
}

const kinds = [
  'Dealer',
  'DealerGroup',
  'PortalVisibilityGroup',
  'Agent',
  'LienHolder',
  'RepairFacility',
  'InspectionCompany',
] as const satisfies readonly AccessScope['type'][]

interface Props {
  readonly value: readonly ShownScope[]
  readonly onChange: (value: readonly ShownScope[]) => void
}

/** The account holders and groups that a caller is limited to. */
export function ScopesField({ value, onChange }: Props) {
  const t = useKitText()
  const can = useCan()
  const [type, setType] = useState<AccessScope['type']>('Dealer')
  const add = (option: Option | null) => {
    if (!option || value.some((one) => one.type === type && String(one.id) === option.value)) return
    onChange([...value, { type, id: Number(option.value), title: option.title }])
  }
  return (
    <fieldset className="fieldset" data-field="/scopes">
      <legend>{t('scopes.title')}</legend>
      <p className="muted small">{t('scopes.why')}</p>
      <ul className="scopes-list">
        {value.length === 0 ? <li>{t('scopes.none')}</li> : null}
        {value.map((scope) => (
          <li key={`${scope.type} ${scope.id}`}>
            <span>{`${t(`scopes.${scope.type}`)}: ${scope.title}`}</span>
            <Button
              kind="quiet"
              size="small"
              icon="close"
              aria-label={t('scopes.remove', { name: scope.title })}
              onClick={() => onChange(value.filter((one) => one !== scope))}
            />
          </li>
        ))}
      </ul>
      {can('GET /accountholders') ? (
        <div className="form-grid">
          <SelectField
            label={t('scopes.kind')}
            value={type}
            isRequired
            onChange={(kind) => setType(kind as AccessScope['type'])}
            options={kinds.map((kind) => ({ value: kind, title: t(`scopes.${kind}`) }))}
          />
          <LookupField
            key={`${type} ${value.length}`}
            label={t('scopes.search')}
            value={null}
            onChange={add}
            search={(text, signal) => lookUp(type, text, signal)}
          />
        </div>
      ) : null}
    </fieldset>
  )
}

async function lookUp(
  type: AccessScope['type'],
  text: string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  if (type === 'PortalVisibilityGroup') {
    const name = text.trim() === '' ? {} : { name: text.trim() }
    const { data } = await call('GET /portalvisibilitygroups', { query: { ...name, pageSize: 10 }, signal })
    return data.map((group) => ({ value: String(group.id), title: group.name, subtitle: group.code }))
  }
  return findHoldersOf(type, text, signal)
}

/** Account holders of a kind by a part of the name. */
export async function findHoldersOf(
  type: AccountHolderSearchResult['type'],
  text: string,
  signal: AbortSignal,
): Promise<readonly Option[]> {
  const name = text.trim() === '' ? {} : { name: text.trim() }
  const { data } = await call('GET /accountholders', {
    query: { ...name, types: [type], pageSize: 10, sortBy: 'name' },
    signal,
  })
  return data.map((holder) => ({ value: String(holder.id), title: holder.name, subtitle: holder.number }))
}
