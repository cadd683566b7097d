import { type FormEvent, useState } from 'react'
import type { ContractComponent } from '../../../sdk/src/types.gen.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { useText } from '../text.ts'
import type { Complaints } from './complaints.ts'
import { DetailFields } from './detail-fields.tsx'
import type { DetailDraft } from './draft.ts'

interface DetailDialogProps {
  readonly detail: DetailDraft
  readonly isNew: boolean
  readonly complaints: Complaints
  readonly components: readonly ContractComponent[]
  readonly onClose: () => void
  readonly onSave: (detail: DetailDraft) => void
}

/** What a detail complains of and what failed. It is taken over into the grid, and saved with it. */
export function DetailDialog({ detail, isNew, complaints, components, onClose, onSave }: DetailDialogProps) {
  const t = useText()
  const [draft, setDraft] = useState(detail)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(draft)
  }
  return (
    <Dialog title={t(isNew ? 'detail.add' : 'detail.edit')} open onClose={onClose} size="large" isKept>
      <form className="stack" onSubmit={submit}>
        <DetailFields {...{ complaints, components }} detail={draft} onChange={setDraft} />
        <DialogFooter>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button kind="main" type="submit">
            {t('detail.take')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
