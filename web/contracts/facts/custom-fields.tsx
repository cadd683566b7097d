import { useState } from 'react'
import type { Contract, CustomField } from '../../../sdk/src/types.gen.ts'
import { ConflictDialog } from '../../actions/conflict-dialog.tsx'
import { useExecute } from '../../actions/execute.ts'
import { useGuard } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary, faultOf } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../text.ts'
import { CustomInput, useCustomText } from './custom-input.tsx'
import { customDraft, pointersOfField, sentValues } from './custom-values.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { useEditLock } from './edit-lock.ts'
import { changedPointers, type Draft, editingOf } from './editing.ts'
import { LockNotice } from './lock-notice.tsx'
import { isConflict, type ReadContract, useTheirs } from './read-contract.ts'
import type { SectionState } from './section-state.ts'

/** The fields that the product adds, such as the salesperson. */
export function CustomFields({
  contract,
  etag,
  isEdited,
  mayEdit,
  onEdit,
  onDone,
}: ReadContract & SectionState) {
  const t = useText()
  const can = useCan()
  const write = useCustomText()
  const { data } = useAnswer(
    'GET /Rates/Products/{productId}/customfields',
    { path: { productId: contract.product.id } },
    { enabled: can('GET /Rates/Products/{productId}/customfields') },
  )
  const fields = data?.data ?? []
  const values = contract.customFieldValues
  if (fields.length + values.length === 0) return null
  const title = t('section.custom')
  const isOpen = mayEdit && fields.length > 0 && editingOf(contract) !== 'notes'
  const edit = (
    <Button
      kind="quiet"
      size="small"
      icon="edit"
      onClick={onEdit}
      aria-label={t('edit.section', { section: title })}
    >
      {t('do.edit')}
    </Button>
  )
  const facts = values.map(({ code, value }) => {
    const field = fields.find((one) => one.code === code)
    return { label: field?.name ?? code, value: write(field?.dataType, String(value ?? '')) }
  })
  return (
    <Panel title={title} id="custom" actions={isOpen && !isEdited ? edit : undefined}>
      {isEdited ? (
        <CustomForm {...{ contract, etag, fields, onDone }} />
      ) : facts.length > 0 ? (
        <Facts items={facts} />
      ) : (
        <p className="contracts-quiet">{t('section.nothing')}</p>
      )}
    </Panel>
  )
}

interface CustomFormProps extends ReadContract {
  readonly fields: readonly CustomField[]
  readonly onDone: () => void
}

function CustomForm({ contract, etag, fields, onDone }: CustomFormProps) {
  const t = useText()
  const [base, setBase] = useState({ etag, draft: customDraft(contract.customFieldValues) })
  const [draft, setDraft] = useState(base.draft)
  const [isLeaving, setLeaving] = useState(false)
  const lock = useEditLock(contract.id, true)
  const { run, isRunning, error, clear } = useExecute('PATCH /contracts/{contractId}')
  const theirs = useTheirs(contract.id, error)
  const changed = changedPointers(base.draft, draft)
  const isDirty = changed.length > 0
  useGuard(isDirty)
  const shown = isConflict(error) ? undefined : error
  const sent = sentValues(fields, draft)
  const save = async (values: Draft, ifMatch: string | undefined) => {
    const answer = await run({
      ...{ path: { contractId: contract.id }, body: { customFieldValues: sentValues(fields, values) } },
      ...(ifMatch === undefined ? {} : { ifMatch }),
    })
    if (!answer) return
    toast(t('edit.saved'))
    onDone()
  }
  /** Saves again on top of what they saved: yours where it was chosen, theirs elsewhere. */
  const saveChosen = async (now: ReadContract, kept: ReadonlySet<string>) => {
    const known = customDraft(now.contract.customFieldValues)
    const mine = changed.filter((code) => kept.has(code)).map((code) => [code, draft[code] ?? ''])
    const merged = { ...known, ...Object.fromEntries(mine) }
    setBase({ etag: now.etag, draft: known })
    setDraft(merged)
    clear()
    if (changedPointers(known, merged).length === 0) onDone()
    else await save(merged, now.etag)
  }
  const reason = lock.state === 'refused' ? t('lock.readOnly') : isDirty ? undefined : t('edit.nothing')
  return (
    <form
      className="contracts-form"
      aria-label={t('section.custom')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined) void save(draft, base.etag)
      }}
    >
      {lock.state === 'refused' && <LockNotice contractId={contract.id} holder={lock.holder} />}
      <FaultSummary error={shown} />
      <div className="contracts-fields">
        {fields.map((field) => {
          const [name, ...others] = pointersOfField(field.code, sent)
          return (
            <CustomInput
              key={field.code}
              {...{ field, name }}
              value={draft[field.code] ?? ''}
              onChange={(value) => setDraft({ ...draft, [field.code]: value })}
              fault={[name, ...others].map((one) => faultOf(shown, one)).find(Boolean)}
            />
          )
        })}
      </div>
      <div className="contracts-row">
        <Button type="submit" kind="main" isBusy={isRunning} {...(reason ? { disabledReason: reason } : {})}>
          {t('do.save')}
        </Button>
        <Button onClick={isDirty ? () => setLeaving(true) : onDone}>{t('do.cancel')}</Button>
      </div>
      {isLeaving && <DiscardDialog onStay={() => setLeaving(false)} onDiscard={onDone} />}
      {theirs && isConflict(error) ? (
        <CustomConflicts
          {...{ fields, changed, before: base.draft, theirs: theirs.contract, yours: draft }}
          onClose={clear}
          onSave={(kept) => void saveChosen(theirs, kept)}
        />
      ) : null}
    </form>
  )
}

interface CustomConflictsProps {
  readonly fields: readonly CustomField[]
  readonly changed: readonly string[]
  readonly before: Draft
  readonly theirs: Contract
  readonly yours: Draft
  readonly onClose: () => void
  readonly onSave: (kept: ReadonlySet<string>) => void
}

function CustomConflicts({ fields, changed, before, theirs, yours, onClose, onSave }: CustomConflictsProps) {
  const write = useCustomText()
  const saved = customDraft(theirs.customFieldValues)
  const conflicts = fields
    .filter(({ code }) => changed.includes(code))
    .map(({ code, name, dataType }) => ({
      ...{ name: code, label: name },
      before: write(dataType, before[code] ?? ''),
      theirs: write(dataType, saved[code] ?? ''),
      yours: write(dataType, yours[code] ?? ''),
    }))
  return <ConflictDialog open {...{ conflicts, onClose, onSave }} />
}
