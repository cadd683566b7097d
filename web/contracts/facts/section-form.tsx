import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useDryRun } from '../../actions/dry-run.ts'
import { EffectsView } from '../../actions/effects-view.tsx'
import { useExecute } from '../../actions/execute.ts'
import { useGuard } from '../../api/address.ts'
import { useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../text.ts'
import { DiscardDialog } from './discard-dialog.tsx'
import { useEditLock } from './edit-lock.ts'
import { changedPointers, type Draft, draftOf, editingOf, openFields, patchOf } from './editing.ts'
import { FactInput } from './fact-input.tsx'
import type { FactField, FactSection } from './fields.ts'
import { LockNotice } from './lock-notice.tsx'
import { isConflict, type ReadContract, useTheirs } from './read-contract.ts'
import { SectionConflicts } from './section-conflicts.tsx'

interface SectionFormProps extends ReadContract {
  readonly section: FactSection
  readonly onDone: () => void
}

/** A reading is a new one, so its day is today and not that of the last reading. */
function startOf(fields: readonly FactField[], contract: Contract, today: string): Draft {
  const draft = draftOf(fields, contract)
  return '/odometerReading/date' in draft ? { ...draft, '/odometerReading/date': today } : draft
}

/** A section while it is edited: under the lock, checked by dry run, saved against what was read. */
export function SectionForm({ contract, etag, section, onDone }: SectionFormProps) {
  const t = useText()
  const today = useToday()
  const fields = openFields(section, contract)
  // What is read again in the background must not move the ground under an edit.
  const [base, setBase] = useState(() => ({ etag, contract, draft: startOf(fields, contract, today) }))
  const [draft, setDraft] = useState(base.draft)
  const [isLeaving, setLeaving] = useState(false)
  const changed = changedPointers(base.draft, draft)
  const path = { contractId: contract.id }
  const body = changed.length > 0 ? patchOf(fields, draft, changed) : undefined
  const lock = useEditLock(contract.id, editingOf(contract) !== 'notes')
  const tried = useDryRun('PATCH /contracts/{contractId}', body && { path, body })
  const { run, isRunning, error, clear } = useExecute('PATCH /contracts/{contractId}')
  const theirs = useTheirs(contract.id, error)
  useGuard(changed.length > 0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])

  async function save(sent: object, ifMatch: string | undefined) {
    const answer = await run({ path, body: sent, ifMatch })
    if (!answer) return
    toast(t('edit.saved'))
    onDone()
  }

  /** Saves again on top of what they saved: yours where it was chosen, theirs elsewhere. */
  async function saveChosen(now: ReadContract, kept: ReadonlySet<string>) {
    const known = draftOf(fields, now.contract)
    const mine = changed.filter((pointer) => kept.has(pointer))
    const merged = { ...known, ...Object.fromEntries(mine.map((pointer) => [pointer, draft[pointer] ?? ''])) }
    setBase({ ...now, draft: known })
    setDraft(merged)
    clear()
    const own = changedPointers(known, merged)
    if (own.length === 0) onDone()
    else await save(patchOf(fields, merged, own), now.etag)
  }

  const shown = error ? (isConflict(error) ? undefined : error) : tried.error
  const isRated = fields.some((field) => field.isRated && changed.includes(field.pointer))
  const reason = reasonNotToSave()

  /** A change of the price waits for its dry run; any other is checked when it is saved. */
  function reasonNotToSave(): string | undefined {
    if (lock.state === 'refused') return t('lock.readOnly')
    if (changed.length === 0) return t('edit.nothing')
    return isRated && tried.state !== 'ready' ? t('edit.checking') : undefined
  }

  return (
    <form
      ref={form}
      className="contracts-form"
      aria-label={t(section.title)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reason === undefined && body) void save(body, base.etag)
      }}
    >
      {lock.state === 'refused' && <LockNotice contractId={contract.id} holder={lock.holder} />}
      {error && !isConflict(error) ? <FaultSummary error={error} /> : null}
      <div className="contracts-fields">
        {fields.map((field) => (
          <FactInput
            key={field.pointer}
            {...{ field, contract, error: shown }}
            value={draft[field.pointer] ?? ''}
            onChange={(value) => setDraft({ ...draft, [field.pointer]: value })}
          />
        ))}
      </div>
      {tried.effects && tried.effects.ledger.length > 0 && <EffectsView effects={tried.effects} />}
      <div className="contracts-row">
        <Button type="submit" kind="main" isBusy={isRunning} disabledReason={reason}>
          {t('do.save')}
        </Button>
        <Button onClick={changed.length === 0 ? onDone : () => setLeaving(true)}>{t('do.cancel')}</Button>
      </div>
      {isLeaving && <DiscardDialog onStay={() => setLeaving(false)} onDiscard={onDone} />}
      {theirs && isConflict(error) ? (
        <SectionConflicts
          {...{ fields, changed, before: base.contract, theirs: theirs.contract, yours: draft }}
          onClose={clear}
          onSave={(kept) => void saveChosen(theirs, kept)}
        />
      ) : null}
    </form>
  )
}
