import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountHolderCustomFieldSearchResult as CustomField } from '../../sdk/src/types.gen.ts'
import { type Answer, call } from '../api/client.ts'
import { refreshAll, useAnswer } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { CheckField, DateField, MoneyField, NumberField, TextField } from '../ui/fields/field.tsx'
import { stopAtWrongEntry } from '../ui/fields/wrong-entry.ts'
import { Panel } from '../ui/panel.tsx'
import { Await } from '../ui/states.tsx'
import { type Format, useFormat } from '../ui/words/format.ts'
import { useDone } from './done.ts'
import { type Holder, pathOf } from './holders.ts'
import type { Kind } from './kind-types.ts'
import { type Translate, useText } from './text.ts'

type Operations = NonNullable<Kind['customFields']>

interface PanelProps {
  readonly kind: Kind
  readonly operations: Operations
  readonly holder: Holder
}

/** The fields that the administrator has defined for this kind, set or not. */
export function CustomFieldsPanel({ kind, operations, holder }: PanelProps) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const [edited, setEdited] = useState<CustomField>()
  // Dealers, agents and groups have the same operations; a dealer's stand for all of them.
  const query = useAnswer(operations.list as 'GET /dealers/{dealerId}/customfields', {
    path: pathOf(kind, holder.id),
    query: { sortBy: 'displayOrder' },
  }) as UseQueryResult<Answer<readonly CustomField[]>>
  return (
    <Panel title={t('custom.title')} id="custom-fields">
      <Await query={query} rows={2}>
        {(fields) =>
          fields.length === 0 ? (
            <p className="holder-none">{t('custom.none')}</p>
          ) : (
            <dl className="facts facts-grid">
              {fields.map((field) => (
                <div key={field.fieldId} className="fact">
                  <dt>{field.name}</dt>
                  <dd className="holder-custom">
                    {field.value === null ? t('custom.notSet') : shownCustom(field, t, format)}
                    {can(operations.change) && (
                      <Button
                        kind="quiet"
                        size="small"
                        aria-label={t('custom.changeNamed', { field: field.name })}
                        onClick={() => setEdited(field)}
                      >
                        {t('custom.change')}
                      </Button>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )
        }
      </Await>
      {edited && (
        <CustomFieldDialog
          {...{ kind, operations, holder }}
          field={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  )
}

function shownCustom({ dataType, value }: CustomField, t: Translate, format: Format): string {
  if (dataType === 'Bool') return t(value ? 'value.yes' : 'value.no')
  if (dataType === 'Money') return format.money(Number(value))
  if (dataType === 'Date') return format.date(String(value))
  return String(value)
}

interface DialogProps extends PanelProps {
  readonly field: CustomField
  readonly onClose: () => void
}

function CustomFieldDialog({ kind, operations, holder, field, onClose }: DialogProps) {
  const t = useText()
  const done = useDone()
  const [value, setValue] = useState(field.value)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const path = { ...pathOf(kind, holder.id), fieldId: field.fieldId }
  const change = operations.change as 'PATCH /dealers/{dealerId}/customfields/{fieldId}'
  const create = operations.create as 'POST /dealers/{dealerId}/customfields'
  const remove = operations.remove as 'DELETE /dealers/{dealerId}/customfields/{fieldId}'

  const perform = async (act: () => Promise<unknown>, text: string) => {
    setBusy(true)
    setError(undefined)
    try {
      await act()
      await refreshAll()
      done(text)
      onClose()
    } catch (caught) {
      setError(caught)
    } finally {
      setBusy(false)
    }
  }
  const save = () =>
    !stopAtWrongEntry() &&
    perform(
      () =>
        field.value === null
          ? call(create, { path: pathOf(kind, holder.id), body: { fieldId: field.fieldId, value } })
          : call(change, { path, body: { value } }),
      t('edit.saved'),
    )
  const clear = () => perform(() => call(remove, { path }), t('custom.cleared'))
  return (
    <Dialog title={field.name} open onClose={onClose} size="small" isKept>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FaultSummary error={error} />
        <Faults error={error}>
          <ValueInput field={field} value={value} onChange={setValue} />
        </Faults>
        <DialogFooter>
          {field.value !== null && (
            <Button kind="danger" onClick={() => void clear()} isBusy={isBusy}>
              {t('custom.clear')}
            </Button>
          )}
          <Button onClick={onClose}>{t('edit.cancel')}</Button>
          <Button kind="main" type="submit" isBusy={isBusy}>
            {t('edit.save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

interface ValueProps {
  readonly field: CustomField
  readonly value: CustomField['value']
  readonly onChange: (value: CustomField['value']) => void
}

function ValueInput({ field, value, onChange }: ValueProps) {
  const t = useText()
  const common = { label: t('custom.value'), name: '/value' }
  const number = typeof value === 'number' ? value : undefined
  const text = typeof value === 'string' ? value : ''
  switch (field.dataType) {
    case 'Bool':
      return <CheckField {...common} label={field.name} value={value === true} onChange={onChange} />
    case 'Money':
      return <MoneyField {...common} value={number} onChange={(typed) => onChange(typed ?? null)} />
    case 'Number':
      return (
        <NumberField {...common} decimals={6} value={number} onChange={(typed) => onChange(typed ?? null)} />
      )
    case 'Date':
      return <DateField {...common} value={text} onChange={onChange} />
    default:
      return <TextField {...common} value={text} onChange={onChange} />
  }
}
