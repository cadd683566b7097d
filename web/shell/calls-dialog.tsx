import { calls, curlOf, type ShownCall } from '../api/calls.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { useFormat } from '../ui/words/format.ts'
import { useText } from './text.ts'

interface Props {
  readonly open: boolean
  readonly onClose: () => void
}

/** "Show the calls": what integrators need to do the same from their own programs. */
export function CallsDialog({ open, onClose }: Props) {
  const t = useText()
  const shown = calls.use()
  return (
    <Dialog title={t('calls.title')} description={t('calls.why')} open={open} onClose={onClose} size="large">
      {shown.length === 0 ? <p>{t('calls.none')}</p> : null}
      <ol className="calls">
        {shown.map((call) => (
          <Call key={call.id} call={call} />
        ))}
      </ol>
    </Dialog>
  )
}

function Call({ call }: { readonly call: ShownCall }) {
  const t = useText()
  const format = useFormat()
  const curl = curlOf(call, window.location.origin)
  const copy = async () => {
    await navigator.clipboard.writeText(curl)
    toast(t('calls.copied'))
  }
  return (
    <li>
      <div className="call-head">
        <span className="call-status" data-failed={(call.status ?? 599) >= 400 || undefined}>
          {call.status ?? '–'}
        </span>
        <span className="call-name">{call.operation}</span>
        <span>{t('calls.time', { count: format.count(Math.round(call.milliseconds)) })}</span>
        <Button size="small" icon="copy" onClick={() => void copy()}>
          {t('calls.copy')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled with the keyboard */}
      <pre tabIndex={0}>{curl}</pre>
      {call.requestId ? <p className="call-id">{t('calls.request', { id: call.requestId })}</p> : null}
    </li>
  )
}
