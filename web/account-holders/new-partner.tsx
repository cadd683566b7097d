import { useState } from 'react'
import { useExecute } from '../actions/execute.ts'
import { useGo, useGuard } from '../api/address.ts'
import { ApiError, type Operation } from '../api/client.ts'
import { practice } from '../api/practice.ts'
import { Button } from '../ui/button.tsx'
import { FaultSummary, Faults } from '../ui/fields/faults.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { useDone } from './done.ts'
import { FieldInputs } from './field-inputs.tsx'
import { bodyOf, createOperation } from './holders.ts'
import { type Kind, kindNew, kindTitle } from './kind-types.ts'
import { useText } from './text.ts'
import { draftOf, isSame, newRecord, type Values } from './values.ts'

/** The form of a new record: all sections of its kind. The faults of the service stand at their fields. */
export function NewPartner({ kind, create }: { readonly kind: Kind; readonly create: Operation }) {
  const t = useText()
  const go = useGo()
  const fields = kind.sections.flatMap((section) => section.fields)
  const [first] = useState(() => draftOf(fields, {}))
  const [draft, setDraft] = useState<Values>(first)
  const [isDone, setDone] = useState(false)
  const done = useDone()
  const execute = useExecute(createOperation(create))
  useGuard(!isDone && !isSame(first, draft))
  const error = execute.error instanceof ApiError ? execute.error : undefined
  const save = async () => {
    const answer = await execute.run({ body: bodyOf(newRecord(fields, draft)) })
    if (!answer) return
    done(t('create.done', { name: answer.data.name }))
    // What was only tried out has no page.
    if (practice.get()) return
    setDone(true)
    go(`/partners/${kind.path}/${answer.data.id}`)
  }
  return (
    <form
      noValidate
      className="holder-page"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Link to={`/partners/${kind.path}`} className="link holder-back">
        <Icon name="back" /> {t('page.back', { kind: t(kindTitle(kind)) })}
      </Link>
      <h1>{t(kindNew(kind))}</h1>
      <FaultSummary error={execute.error} />
      <Faults error={error}>
        <div className="holder-panels">
          {kind.sections.map((section) => (
            <Panel key={section.id} id={section.id} title={t(section.title)}>
              <div className="holder-fields">
                <FieldInputs fields={section.fields} draft={draft} onChange={setDraft} />
              </div>
            </Panel>
          ))}
        </div>
      </Faults>
      <div className="holder-buttons">
        <Button kind="main" type="submit" isBusy={execute.isRunning}>
          {t('create.save')}
        </Button>
        <Button onClick={() => go(`/partners/${kind.path}`)}>{t('edit.cancel')}</Button>
      </div>
    </form>
  )
}
