import { useRef } from 'react'
import { Button } from '../button.tsx'
import { useKitText } from '../words/kit-text.ts'
import { question } from './confirm.ts'
import { Dialog, DialogFooter } from './dialog.tsx'

/** Shows the question that is being asked. The shell loads it when there is one. */
export function Confirms() {
  const asked = question.use()
  const t = useKitText()
  const cancel = useRef<HTMLButtonElement>(null)
  if (!asked) return null
  return (
    <Dialog title={asked.title} size="small" open onClose={() => asked.answer(false)} initialFocus={cancel}>
      {asked.text && <div className="prose">{asked.text}</div>}
      <DialogFooter>
        <Button ref={cancel} onClick={() => asked.answer(false)}>
          {asked.cancel ?? t('cancel')}
        </Button>
        <Button kind={asked.kind ?? 'main'} onClick={() => asked.answer(true)}>
          {asked.confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
