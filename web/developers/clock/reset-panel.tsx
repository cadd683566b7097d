import { useState } from 'react'
import { call } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { TypedDialog } from '../../ui/dialogs/typed-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useText } from '../text.ts'

/** Throws everything away and restores the seed, behind a word that has to be typed. */
export function ResetPanel() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const reset = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await call('POST /sandbox/reset')
      // Every session is gone with the rest, this one too.
      queryClient.clear()
      window.location.assign('/app')
    } catch (caught) {
      setError(caught)
      setBusy(false)
    }
  }
  return (
    <Panel title={t('reset.panel')} id="reset" description={t('reset.why')}>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('reset.button')}
      </Button>
      {isOpen ? (
        <TypedDialog
          title={t('reset.button')}
          description={t('reset.why')}
          word={t('reset.word')}
          confirm={t('reset.confirm')}
          error={error}
          isBusy={isBusy}
          onConfirm={() => void reset()}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  )
}
