import { useState } from 'react'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../setup-text.ts'

interface Props {
  readonly name: string
  readonly content: string
  /** Stands for the rules that the file was compared with. */
  readonly basis: string
  readonly count: number
  readonly onApplied: () => void
}

/** Applies the file, tried out first. */
export function OwnRulesApply({ name, content, basis, count, onApplied }: Props) {
  const t = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  return (
    <div>
      <Button kind="main" onClick={() => setOpen(true)}>
        {t('own.apply', { count: format.count(count) })}
      </Button>
      {isOpen ? (
        <ActionDialog
          open
          onClose={() => setOpen(false)}
          title={t('own.applyTitle')}
          description={t('own.applyWhy')}
          operation="POST /cancelrules"
          options={{ body: { name, content, basis, ...(note.trim() === '' ? {} : { note: note.trim() }) } }}
          mainTitle={() => t('own.apply', { count: format.count(count) })}
          doneText={t('own.applied')}
          hidesEffects
          onDone={onApplied}
          fields={
            <TextField
              label={t('apply.note')}
              name="/note"
              hint={t('apply.noteHint')}
              value={note}
              onChange={setNote}
            />
          }
        />
      ) : null}
    </div>
  )
}
