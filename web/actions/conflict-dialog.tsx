import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogFooter } from '../ui/dialogs/dialog.tsx'
import './actions.css'
import { useText } from './text.ts'

/** A field that two people changed, or that only you changed, with its three values as texts. */
export interface Conflict {
  readonly name: string
  readonly label: string
  readonly before: string
  readonly theirs: string
  readonly yours: string
}

interface Props {
  readonly open: boolean
  readonly conflicts: readonly Conflict[]
  readonly onClose: () => void
  /** The names of the fields where yours is kept. */
  readonly onSave: (kept: ReadonlySet<string>) => void
}

/** Someone else saved first. Nothing is lost: for each field one of the two values is chosen. */
export function ConflictDialog({ open, conflicts, onClose, onSave }: Props) {
  const t = useText()
  return (
    <Dialog
      title={t('conflict.title')}
      description={t('conflict.why')}
      open={open}
      onClose={onClose}
      size="large"
      isKept
    >
      {open ? <Choice conflicts={conflicts} onClose={onClose} onSave={onSave} /> : null}
    </Dialog>
  )
}

function Choice({ conflicts, onClose, onSave }: Omit<Props, 'open'>) {
  const t = useText()
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(conflicts.map(({ name }) => name)))
  const choose = (name: string, isYours: boolean) => {
    const next = new Set(kept)
    if (isYours) next.add(name)
    else next.delete(name)
    setKept(next)
  }
  return (
    <>
      <div className="conflicts">
        {conflicts.map(({ name, label, before, theirs, yours }) => (
          <fieldset key={name} className="conflict">
            <legend>{label}</legend>
            <p className="conflict-value">
              <Words title={t('conflict.before')} value={before} />
            </p>
            <label className="conflict-value">
              <input
                type="radio"
                name={name}
                checked={!kept.has(name)}
                onChange={() => choose(name, false)}
              />
              <Words title={t('conflict.theirs')} value={theirs} />
            </label>
            <label className="conflict-value">
              <input type="radio" name={name} checked={kept.has(name)} onChange={() => choose(name, true)} />
              <Words title={t('conflict.yours')} value={yours} />
            </label>
          </fieldset>
        ))}
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button kind="main" onClick={() => onSave(kept)}>
          {t('conflict.save')}
        </Button>
      </DialogFooter>
    </>
  )
}

const Words = ({ title, value }: { readonly title: string; readonly value: string }) => (
  <span>
    <small>{title}: </small>
    {value || '—'}
  </span>
)
