import { type FormEvent, useState } from 'react'
import type { Claim } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FaultSummary, Faults } from '../../ui/fields/faults.tsx'
import { SelectField, SwitchField, TextAreaField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { useRights } from '../rights.ts'
import { useText, wordOf } from '../text.ts'

const types = ['General', 'Phone', 'Customer'] as const
const MOST = 200

/** What people wrote about the claim, newest first. Internal notes are the administrator's. */
export function NotesPanel({ claim }: { readonly claim: Claim }) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const query = useAnswer('GET /claims/{claimId}/notes/all', {
    path: { claimId: claim.id },
    query: { sortBy: 'createdAt', sortDirection: 'Desc', pageNumber: 1, pageSize: MOST },
  })
  return (
    <Panel title={t('notes.title')} id="notes">
      <div className="stack">
        {can('POST /claims/{claimId}/notes') && <NoteForm claim={claim} />}
        <Await query={query} rows={3}>
          {(notes) =>
            notes.length === 0 ? (
              <p className="muted">{t('notes.none')}</p>
            ) : (
              <ol className="claims-notes">
                {notes.map((note) => (
                  <li key={note.id}>
                    <p className="claims-note-head">
                      <b>{note.createdBy}</b>
                      <time dateTime={note.createdAt}>{format.instant(note.createdAt)}</time>
                      <Tag>{wordOf(t, 'noteType', note.type)}</Tag>
                      {note.isInternal && <Tag tone="wait">{t('notes.internal')}</Tag>}
                    </p>
                    <p className="claims-note-text">{note.text}</p>
                  </li>
                ))}
              </ol>
            )
          }
        </Await>
      </div>
    </Panel>
  )
}

function NoteForm({ claim }: { readonly claim: Claim }) {
  const t = useText()
  const done = useDone()
  const { isPartner } = useRights()
  const [text, setText] = useState('')
  const [type, setType] = useState<(typeof types)[number]>('General')
  const [isInternal, setInternal] = useState(true)
  const { run, isRunning, error } = useExecute('POST /claims/{claimId}/notes')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    const answer = await run({
      path: { claimId: claim.id },
      body: { text: text.trim(), type, ...(isPartner ? {} : { isInternal }) },
    })
    if (!answer) return
    done(t('notes.added'))
    setText('')
  }
  return (
    <form className="stack" onSubmit={(event) => void submit(event)}>
      <FaultSummary error={error} />
      <Faults error={error}>
        <TextAreaField
          label={t('notes.text')}
          name="/text"
          rows={2}
          maxLength={8000}
          value={text}
          onChange={setText}
        />
        <div className="row">
          <SelectField
            label={t('notes.type')}
            name="/type"
            isLabelHidden
            isRequired
            value={type}
            options={types.map((value) => ({ value, title: wordOf(t, 'noteType', value) }))}
            onChange={(value) => setType(types.find((one) => one === value) ?? 'General')}
          />
          {!isPartner && (
            <SwitchField
              label={t('notes.isInternal')}
              name="/isInternal"
              value={isInternal}
              onChange={setInternal}
            />
          )}
          <Button
            type="submit"
            isBusy={isRunning}
            disabledReason={text.trim() === '' ? t('notes.empty') : undefined}
          >
            {t('notes.add')}
          </Button>
        </div>
      </Faults>
    </form>
  )
}
