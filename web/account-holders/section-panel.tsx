import { useCallback, useEffect, useRef, useState } from 'react'
import { useExecute } from '../actions/execute.ts'
import { useGuard } from '../api/address.ts'
import { ApiError, call } from '../api/client.ts'
import { useCan } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { useShortcut } from '../ui/keys.ts'
import { Panel } from '../ui/panel.tsx'
import { Notice } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { Conflicts } from './conflicts.tsx'
import { useDone } from './done.ts'
import { FieldInputs } from './field-inputs.tsx'
import type { Section } from './field-types.ts'
import { ListTable, useFacts } from './field-value.tsx'
import { RecordProvider } from './form.ts'
import { bodyOf, changeOperation, type Holder, pathOf, readOperation } from './holders.ts'
import type { Kind } from './kind-types.ts'
import { useText } from './text.ts'
import { changedFields, draftOf, isSame, type Values } from './values.ts'

interface SectionProps {
  readonly kind: Kind
  readonly section: Section
  readonly holder: Holder
  readonly etag: string | undefined
  /** Reacts to the key `e`: the first section of the page. */
  readonly isFirst: boolean
}

/** What a form began with. Later answers do not change it, so that a change by somebody else is noticed. */
interface Begun {
  readonly holder: Holder
  readonly etag: string | undefined
}

/** A section of the page: its facts, or the form that changes them in place. */
export function SectionPanel({ kind, section, holder, etag, isFirst }: SectionProps) {
  const t = useText()
  const can = useCan()
  const [begun, setBegun] = useState<Begun>()
  const title = t(section.title)
  const isEditable = can(kind.change)
  const begin = () => setBegun({ holder, etag })
  useShortcut('e', begin, {
    title: t('edit.editNamed', { section: title }),
    isOff: !isFirst || !isEditable || begun !== undefined,
  })
  useReturnedFocus(section.id, begun !== undefined)
  if (begun)
    return (
      <Panel title={title} id={section.id}>
        {holder.rowVersion !== begun.holder.rowVersion && <Notice tone="wait">{t('page.stale')}</Notice>}
        <SectionForm {...{ kind, section, begun }} onEnd={() => setBegun(undefined)} />
      </Panel>
    )
  const edit = (
    <Button
      kind="quiet"
      size="small"
      icon="edit"
      aria-label={t('edit.editNamed', { section: title })}
      onClick={begin}
    >
      {t('edit.edit')}
    </Button>
  )
  return (
    <Panel title={title} id={section.id} actions={isEditable && edit}>
      <SectionFacts section={section} holder={holder} />
    </Panel>
  )
}

function SectionFacts({ section, holder }: { readonly section: Section; readonly holder: Holder }) {
  const t = useText()
  const facts = useFacts(section.fields, holder)
  const lists = section.fields.filter((field) => field.kind === 'list')
  const isOnlyList = section.fields.length === lists.length && lists.length === 1
  return (
    <>
      {facts.length > 0 && <Facts items={facts} />}
      {lists.map((field) => (
        <div key={field.name} className="holder-sublist">
          {!isOnlyList && <h3>{t(`field.${field.label}`)}</h3>}
          <ListTable field={field} entries={(holder[field.name] ?? []) as readonly Values[]} />
        </div>
      ))}
    </>
  )
}

interface FormProps {
  readonly kind: Kind
  readonly section: Section
  readonly begun: Begun
  readonly onEnd: () => void
}

function SectionForm({ kind, section, begun, onEnd }: FormProps) {
  const t = useText()
  const { fields } = section
  const [first] = useState(() => draftOf(fields, begun.holder))
  const [draft, setDraft] = useState<Values>(first)
  const done = useDone()
  const form = useFirstFocus()
  const execute = useExecute(changeOperation(kind))
  const changes = changedFields(fields, first, draft)
  useGuard(!execute.isRunning && !isSame(first, draft))
  const path = pathOf(kind, begun.holder.id)
  const conflict = useConflict(kind, begun.holder.id, execute.error)

  const save = async (body: Values, ifMatch: string | undefined) => {
    const isNothing = Object.keys(body).length === 0
    if (!isNothing && !(await execute.run({ path, body: bodyOf(body), ifMatch }))) return
    if (isNothing) toast(t('edit.unchanged'))
    else done(t('edit.saved'))
    onEnd()
  }
  return (
    <form
      noValidate
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void save(changes, begun.etag)
      }}
    >
      <FaultSummary error={conflict ? undefined : execute.error} />
      <RecordProvider value={begun.holder}>
        <Faults error={execute.error}>
          <div className="holder-fields">
            <FieldInputs fields={fields} draft={draft} onChange={setDraft} />
          </div>
        </Faults>
      </RecordProvider>
      <div className="holder-buttons">
        <Button kind="main" type="submit" isBusy={execute.isRunning}>
          {t('edit.save')}
        </Button>
        <Button onClick={onEnd}>{t('edit.cancel')}</Button>
      </div>
      {conflict && (
        <Conflicts
          {...{ fields, changes, before: begun.holder, theirs: conflict.holder }}
          onClose={execute.clear}
          onSave={(chosen) => void save(chosen, conflict.etag)}
        />
      )}
    </form>
  )
}

/** The record as somebody else saved it in the meantime, if that is why the service refused. */
function useConflict(kind: Kind, id: number, error: unknown): Begun | undefined {
  const isConflict = error instanceof ApiError && error.code === 'PreconditionFailed'
  const [found, setFound] = useState<{ readonly error: unknown; readonly now: Begun }>()
  useEffect(() => {
    if (!isConflict) return
    const read = async () => {
      const { data, etag } = await call(readOperation(kind), { path: pathOf(kind, id) })
      setFound({ error, now: { holder: data as unknown as Holder, etag } })
    }
    void read().catch(() => undefined)
  }, [isConflict, error, kind, id])
  return isConflict && found?.error === error ? found.now : undefined
}

/** The button that opened the form is gone, so the focus goes to the first field. */
const useFirstFocus = () =>
  useCallback((form: HTMLFormElement | null) => {
    form?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [])

/** When the form closes, the focus goes back to where it was opened. */
function useReturnedFocus(id: string, isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(id)?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [id, isOpen])
}
